//! The tree below the root: principal variation search with a transposition
//! table. Late move reductions and internal iterative reduction are here; the
//! other things that a selective search leaves out are in `shortcuts`,
//! quiescence in `horizon`, cutoffs by the table in `recall`.

use super::Settings;
use super::experience::Experience;
use super::ordering::{self, Candidate};
use super::shortcuts::{Shortcuts, reduction};
use super::table::{NO_MOVE, Table};
use crate::algorithm::{Meter, Task};
use crate::busy::Busy;
use crate::game::{Game, Heuristics};
use crate::judge::Judge;
use crate::path::{FREE, Path};
use crate::pv::{MAX_PLY, Variations};
use crate::score::Score;
use crate::window::{Perspective, Window};
use crate::witness::{Asking, Rest, Witness};
use crate::worth::Worth;

/// Nodes nearer to the horizon are searched faster than they are looked up.
const LEAST_DEPTH_IN_TABLE: i32 = 2;

/// Nodes with less depth are searched faster than all their children are looked up.
pub(super) const LEAST_DEPTH_FOR_LOOKING_AHEAD: i32 = 4;

/// From this depth on it is worth knowing a good move before looking closely.
const LEAST_DEPTH_TO_BE_UNKNOWN: i32 = 4;

/// Keeps what an exact search has learnt apart from what a selective one has.
pub(super) const EXACT: u64 = 0x5851_f42d_4c95_7f2d;

/// Room for the moves of all plies of a line; it grows where that is not enough.
const ROOM: usize = 4096;

/// One question to the tree: what a position is worth to the camp to move, so
/// deep, as far as the window tells scores apart.
#[derive(Debug)]
pub(super) struct Node<'p, P> {
    pub(super) position: &'p P,
    pub(super) depth: i32,
    pub(super) window: Window,
    pub(super) ply: usize,
    /// Whether the player to move is of the root's camp.
    pub(super) is_root_camp: bool,
}

impl<P> Node<'_, P> {
    /// The same question about a child, as the child's camp sees it.
    #[inline(always)]
    pub(super) fn child<'c>(
        &self,
        position: &'c P,
        is_root_camp: bool,
    ) -> (Node<'c, P>, Perspective) {
        let perspective = Perspective {
            is_turned: self.is_root_camp != is_root_camp,
        };
        let child = Node {
            position,
            depth: self.depth - 1,
            window: perspective.window(self.window),
            ply: self.ply + 1,
            is_root_camp,
        };
        (child, perspective)
    }
}

impl<P> Clone for Node<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Node<'_, P> {}

/// Where a node's moves lie, and its candidates.
#[derive(Clone, Copy, Debug)]
struct List {
    moves: usize,
    candidates: usize,
}

/// The move to try before the others are ranked, by its index, and its worth
/// where that is known already.
#[derive(Clone, Copy, Debug)]
struct FirstTry {
    index: u16,
    worth: Option<Worth>,
}

#[derive(Debug)]
pub(super) struct Worker<'a, G: Game, H, W> {
    pub(super) judge: Judge<'a, G, H>,
    pub(super) table: &'a Table,
    /// Mixed into every key, so that what one seat of many learnt misleads no other,
    /// nor what was learnt before some position had been there twice.
    pub(super) salt: u64,
    pub(super) root: &'a G::Position,
    /// Whether the search is free to leave things out, and what.
    pub(super) is_selective: bool,
    pub(super) shortcuts: Shortcuts,
    pub(super) least_depth_in_table: i32,
    is_ordered: bool,
    /// From this place on moves are first asked whether they are better.
    first_scouted: usize,
    pub(super) path: Path,
    pub(super) meter: Meter<'a>,
    /// One growing stack of moves serves all plies, and one of candidates.
    pub(super) moves: Vec<G::Move>,
    candidates: Vec<Candidate>,
    pub(super) variations: Variations<G::Move>,
    pub(super) experience: Experience<G::Move>,
    /// What the other threads are at, where they are told apart by that.
    pub(super) busy: Option<&'a Busy>,
    pub(super) witness: W,
}

impl<'a, G: Game, H: Heuristics<G>, W: Witness<G>> Worker<'a, G, H, W> {
    pub(super) fn new(
        task: &'a Task<'a, G>,
        judge: Judge<'a, G, H>,
        table: &'a Table,
        settings: &Settings,
        witness: W,
    ) -> Self {
        let without = settings.without;
        let is_selective = settings.shortcuts != Shortcuts::NONE;
        let seat = task.game.to_move(task.position).index() as u64;
        let of_seat = match task.game.players() {
            2 => 0,
            _ => crate::random::mix(seat + 1),
        };
        let path = Path::below(task);
        let of_game = of_seat ^ path.salt();
        Worker {
            salt: if is_selective {
                of_game
            } else {
                of_game ^ EXACT
            },
            is_selective,
            shortcuts: Shortcuts {
                late_move_reductions: settings.shortcuts.late_move_reductions
                    && !without.reductions,
                ..settings.shortcuts
            },
            least_depth_in_table: if without.table {
                i32::MAX
            } else {
                LEAST_DEPTH_IN_TABLE
            },
            is_ordered: !without.order,
            first_scouted: if without.scout { usize::MAX } else { 1 },
            judge,
            table,
            root: task.position,
            path,
            meter: Meter::new(task.limits, task.stop),
            moves: Vec::with_capacity(ROOM),
            candidates: Vec::with_capacity(ROOM),
            variations: Variations::new(),
            experience: Experience::new(),
            busy: None,
            witness,
        }
    }

    /// Enters a position: most lines end here, so this part is kept small.
    #[inline]
    pub(super) fn value(&mut self, node: &Node<'_, G::Position>) -> Worth {
        // 1. Count the node, or give up.
        if !self.meter.enter() {
            return Worth::estimate(Score::DRAW);
        }
        let witness = &mut self.witness;
        witness.enters(node.position, node.depth, node.window);
        if !node.window.is_null() {
            self.variations.clear(node.ply);
        }

        // 2. The game may be over.
        if let Some(worth) = self.ended(node.position, node.ply) {
            self.witness.rests(Rest::Ended);
            return worth;
        }

        // 3. At the horizon the evaluation speaks.
        match self.judge.child_depth(node.position, node.depth) {
            Some(0) if node.window.is_null() && !self.judge.has_quiescence() => self.frontier(node),
            Some(child_depth) if node.ply < MAX_PLY => {
                if node.depth > 0 {
                    self.interior(node, child_depth)
                } else {
                    self.quiescence(node, child_depth)
                }
            }
            _ => self.rest(node.position),
        }
    }

    /// The end of the game, by its rules or by repetition.
    #[inline]
    pub(super) fn ended(&self, position: &G::Position, ply: usize) -> Option<Worth> {
        self.judge.ended(position, &self.path, ply as u32)
    }

    /// Does something below a position, which is part of the path meanwhile.
    #[inline(always)]
    pub(super) fn below<T>(
        &mut self,
        position: &G::Position,
        act: impl FnOnce(&mut Self) -> T,
    ) -> T {
        if G::CAN_REPEAT {
            self.path.push(self.judge.game.key(position));
        }
        let result = act(self);
        if G::CAN_REPEAT {
            self.path.pop();
        }
        result
    }

    /// The value of a position that is looked at move by move.
    #[inline(never)]
    fn interior(&mut self, node: &Node<'_, G::Position>, mut child_depth: i32) -> Worth {
        let Node {
            position,
            depth,
            window,
            ply,
            ..
        } = *node;

        // 4. No win can come sooner than by the next move.
        let soonest = Score::won_in(ply as u32 + 1);
        if window.alpha >= soonest {
            self.witness.rests(Rest::TooLate);
            return Worth::proven(soonest);
        }

        // 5. Perhaps the transposition table knows.
        let game = self.judge.game;
        let table_key = game.table_key(position) ^ self.salt;
        let memory = if depth >= self.least_depth_in_table {
            self.table.recall(table_key)
        } else {
            None
        };
        if window.is_null()
            && let Some(memory) = memory
            && let Some(worth) = self.recollection(table_key, memory, node)
        {
            return worth;
        }

        // 6. A selective search may be content with less.
        let remembered = memory.map_or(NO_MOVE, |memory| memory.best);
        if self.is_selective {
            if let Some(worth) = self.shortcut(node) {
                self.witness.rests(Rest::Futile);
                return worth;
            }
            let is_unknown = remembered == NO_MOVE && depth >= LEAST_DEPTH_TO_BE_UNKNOWN;
            if is_unknown && self.shortcuts.internal_iterative_reduction {
                // What comes of it answers the full depth's question: who asks it
                // again, another thread above all, would else search it twice.
                child_depth -= 1;
            }
        }

        // 7. The first choice may decide before there is a list of moves.
        let choice = match remembered {
            NO_MOVE => self.judge.first_choice(position),
            _ => None,
        };
        let mut of_choice = None;
        if let Some(mv) = choice
            && depth >= self.least_depth_in_table
            && depth < LEAST_DEPTH_FOR_LOOKING_AHEAD
            && window.is_null()
            && self.busy.is_none()
        {
            let worth = self.below(position, |worker| worker.after(node, mv, child_depth, 0));
            if worth.score >= window.beta && !self.meter.is_stopped() {
                let player = game.to_move(position);
                self.experience.learn(player, ply, child_depth + 1, mv);
                return self.settled(table_key, node, worth, NO_MOVE);
            }
            of_choice = Some(worth);
        }

        // 8. Generate the moves.
        let base = self.moves.len();
        game.legal_moves(position, &mut self.moves);
        if self.moves.len() == base {
            self.witness.rests(Rest::Stuck);
            return Worth::proven(self.judge.stuck(position, ply as u32));
        }

        // 9. Perhaps the table knows that one of them decides.
        if depth >= self.least_depth_in_table.max(LEAST_DEPTH_FOR_LOOKING_AHEAD)
            && window.is_null()
            && let Some(worth) = self.enhanced_transposition_cutoff(node, child_depth, base)
        {
            self.moves.truncate(base);
            return worth;
        }

        // 10. Search them, the remembered one first.
        let list = List {
            moves: base,
            candidates: self.candidates.len(),
        };
        let index = match choice {
            Some(mv) => self.index_of(mv, base),
            None => remembered,
        };
        let first_try = FirstTry {
            index,
            worth: of_choice.filter(|_| index != NO_MOVE),
        };
        let (best, best_index) = self.below(position, |worker| {
            worker.best_child(node, child_depth, list, first_try)
        });
        self.moves.truncate(list.moves);
        self.candidates.truncate(list.candidates);
        if let Some(worth) = self.first_answer(table_key, node, best) {
            return worth;
        }
        self.settled(table_key, node, best, best_index)
    }

    /// The index of a move among those from `base` on.
    #[inline]
    fn index_of(&self, mv: G::Move, base: usize) -> u16 {
        let index = self.moves[base..].iter().position(|&listed| listed == mv);
        index.map_or(NO_MOVE, |index| index as u16)
    }

    /// The best of the listed moves, and its index. The others are ranked only
    /// once the first try has failed to decide.
    #[inline]
    fn best_child(
        &mut self,
        node: &Node<'_, G::Position>,
        child_depth: i32,
        list: List,
        first_try: FirstTry,
    ) -> (Worth, u16) {
        let mut node = *node;
        let mut known = first_try.worth;
        let is_principal = !node.window.is_null();
        let count = self.moves.len() - list.moves;
        let has_first = (first_try.index as usize) < count;
        let mut best = Worth::proven(Score::MIN);
        let mut best_index = NO_MOVE;
        let (mut complete, mut anchor) = (true, FREE);
        let (mut tried, mut waiting) = (0, 0);
        while tried < count {
            let index = if tried == 0 && has_first {
                first_try.index
            } else {
                if self.candidates.len() == list.candidates {
                    let tried = if has_first { first_try.index } else { NO_MOVE };
                    self.rank(&node, list, tried);
                }
                let taken = tried - usize::from(has_first);
                let candidate = ordering::next_best(&mut self.candidates[list.candidates..], taken);
                if candidate.was_put_off() {
                    waiting -= 1;
                } else if tried > 0 {
                    let mv = self.moves[list.moves + candidate.index() as usize];
                    if self.is_taken(node.position, mv, child_depth) {
                        self.candidates.remove(list.candidates + taken);
                        self.candidates.push(candidate.put_off());
                        waiting += 1;
                        continue;
                    }
                }
                candidate.index()
            };
            // A move comes no earlier because others before it wait.
            let place = tried + waiting;
            let mv = self.moves[list.moves + index as usize];
            let worth = known.take().unwrap_or_else(|| {
                let mark = self.take(node.position, mv, child_depth);
                let worth = self.after(&node, mv, child_depth, place);
                self.release(mark);
                worth
            });
            tried += 1;
            if self.meter.is_stopped() {
                return (best, best_index);
            }
            complete &= worth.complete;
            anchor = anchor.min(worth.anchor);
            if worth.score > best.score {
                best = worth;
                best_index = index;
                if worth.score >= node.window.beta {
                    self.learn(&node, child_depth + 1, list, index);
                    return (best, best_index);
                }
                if worth.score > node.window.alpha {
                    node.window.alpha = worth.score;
                    if is_principal {
                        self.variations.extend(node.ply, mv);
                    }
                }
            }
        }
        if !best.score.is_decisive() {
            (best.complete, best.anchor) = (complete, anchor);
            return (best, best_index);
        }
        (Worth::proven(best.score), best_index)
    }

    /// A move decided the node after the candidates before it had not.
    fn learn(&mut self, node: &Node<'_, G::Position>, depth: i32, list: List, best: u16) {
        let player = self.judge.game.to_move(node.position);
        let mv = self.moves[list.moves + best as usize];
        self.experience.learn(player, node.ply, depth, mv);
        for candidate in &self.candidates[list.candidates..] {
            if candidate.index() == best {
                break;
            }
            let mv = self.moves[list.moves + candidate.index() as usize];
            self.experience.doubt(player, depth, mv);
        }
    }

    /// Makes candidates of the listed moves but the one that was tried already.
    fn rank(&mut self, node: &Node<'_, G::Position>, list: List, tried: u16) {
        let moves = &self.moves[list.moves..];
        if !self.is_ordered {
            ordering::keep_order(moves.len(), tried, &mut self.candidates);
            return;
        }
        ordering::rank(
            &self.judge,
            &self.experience,
            node,
            moves,
            tried,
            &mut self.candidates,
        );
    }

    /// How much less deeply a late move is looked at first.
    #[inline]
    fn reduction(
        &self,
        node: &Node<'_, G::Position>,
        mv: G::Move,
        child_depth: i32,
        place: usize,
    ) -> i32 {
        if !self.shortcuts.late_move_reductions || place == 0 || node.window.is_decisive() {
            return 0;
        }
        match reduction(child_depth, place, !node.window.is_null()) {
            0 => 0,
            _ if self.judge.is_noisy(node.position, mv) => 0,
            less => less,
        }
    }

    /// What a move is worth: asked with a null window first, unless it is the
    /// first of its node, and again with the whole one when that says "more".
    #[inline]
    pub(super) fn after(
        &mut self,
        node: &Node<'_, G::Position>,
        mv: G::Move,
        child_depth: i32,
        place: usize,
    ) -> Worth {
        let game = self.judge.game;
        let window = node.window;
        let child = game.after(node.position, mv);
        if child_depth >= self.least_depth_in_table {
            self.table.prefetch(game.table_key(&child) ^ self.salt);
        }
        let (child, perspective) = node.child(&child, self.judge.is_root_camp(&child));
        let less = self.reduction(node, mv, child_depth, place);
        let needs_scout = place >= self.first_scouted && !window.is_null();
        let mut ask = |depth: i32, asked: Window, asking: Asking| {
            self.witness.asks(mv, asking);
            let worth = self.value(&Node {
                depth,
                window: perspective.window(asked),
                ..child
            });
            self.witness.answers(worth);
            worth.seen_by_parent(perspective)
        };
        if less > 0 {
            let worth = ask(child_depth - less, window.null(), Asking::Reduced);
            if worth.score <= window.alpha || worth.score.is_win() {
                return worth;
            }
        }
        let mut asked = if needs_scout { window.null() } else { window };
        let mut asking = match needs_scout {
            true => Asking::Scout,
            false => Asking::Openly,
        };
        loop {
            let worth = ask(child_depth, asked, asking);
            let is_answered = asked.beta == window.beta
                || worth.score <= window.alpha
                || worth.score >= window.beta;
            if is_answered {
                return worth;
            }
            (asked, asking) = (window, Asking::Again);
        }
    }
}
