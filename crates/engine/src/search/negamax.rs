//! The tree below the root: principal variation search with a table.

use super::Without;
use super::experience::Experience;
use super::ordering::{self, Candidate};
use super::pv::{MAX_PLY, Variations};
use super::shortcuts::reduction;
use super::table::{NO_MOVE, Table};
use crate::algorithm::{Meter, Task};
use crate::busy::Busy;
use crate::deepening::Window;
use crate::game::{Game, Heuristics, Shortcuts};
use crate::judge::Judge;
use crate::path::{Anchor, FREE, Path};
use crate::score::Score;

/// Nodes nearer to the horizon are searched faster than they are looked up.
const LEAST_DEPTH_IN_TABLE: i32 = 2;

/// Nodes with less depth are searched faster than all their children are looked up.
const LEAST_DEPTH_FOR_LOOKING_AHEAD: i32 = 4;

/// From this depth on it is worth knowing a good move before looking closely.
const LEAST_DEPTH_TO_BE_UNKNOWN: i32 = 4;

/// Keeps what an exact search has learnt apart from what a selective one has.
pub(super) const EXACT: u64 = 0x5851_f42d_4c95_7f2d;

/// What a node tells its parent, seen by the node's camp to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    pub(super) score: Score,
    /// The horizon played no part in it.
    pub(super) complete: bool,
    /// The earliest ply on which it depends through a repetition: above that
    /// ply it is no truth about the position, and must not be remembered.
    pub(super) anchor: Anchor,
}

impl Worth {
    pub(super) fn proven(score: Score) -> Worth {
        Worth {
            score,
            complete: true,
            anchor: FREE,
        }
    }

    pub(super) fn estimate(score: Score) -> Worth {
        Worth {
            score,
            complete: false,
            anchor: FREE,
        }
    }

    fn repetition(anchor: Anchor) -> Worth {
        Worth {
            score: Score::DRAW,
            complete: true,
            anchor,
        }
    }
}

#[derive(Debug)]
pub(super) struct Worker<'a, G: Game, H> {
    pub(super) judge: Judge<'a, G, H>,
    pub(super) table: &'a Table,
    /// Mixed into every key, so that what one seat of many learnt misleads no other,
    /// nor what was learnt before some position had been there twice.
    pub(super) salt: u64,
    pub(super) root: &'a G::Position,
    /// The depth of the iteration.
    pub(super) root_depth: usize,
    /// Whether the search is free to leave things out, and what.
    pub(super) is_selective: bool,
    pub(super) shortcuts: Shortcuts,
    pub(super) least_depth_in_table: i32,
    is_ordered: bool,
    /// Somebody has given the turn away on the way here.
    pub(super) has_passed: bool,
    pub(super) path: Path,
    pub(super) meter: Meter<'a>,
    /// One growing stack of moves serves all plies, and one of candidates.
    pub(super) moves: Vec<G::Move>,
    candidates: Vec<Candidate>,
    pub(super) variations: Variations<G::Move>,
    pub(super) experience: Experience<G::Move>,
    /// What the other threads are at, where they are told apart by that.
    pub(super) busy: Option<&'a Busy>,
}

impl<'a, G: Game, H: Heuristics<G>> Worker<'a, G, H> {
    pub(super) fn new(
        task: &'a Task<'a, G>,
        judge: Judge<'a, G, H>,
        table: &'a Table,
        is_selective: bool,
        without: Without,
    ) -> Self {
        let seat = task.game.to_move(task.position).index() as u64;
        let of_seat = if task.game.players() > 2 {
            crate::random::mix(seat + 1)
        } else {
            0
        };
        let path = Path::of(task);
        let of_game = of_seat ^ path.salt();
        Worker {
            salt: if is_selective {
                of_game
            } else {
                of_game ^ EXACT
            },
            is_selective,
            shortcuts: if is_selective {
                let shortcuts = judge.heuristics.shortcuts();
                Shortcuts {
                    late_moves: shortcuts.late_moves && !without.reductions,
                    ..shortcuts
                }
            } else {
                Shortcuts::NONE
            },
            least_depth_in_table: if without.table {
                i32::MAX
            } else {
                LEAST_DEPTH_IN_TABLE
            },
            is_ordered: !without.order,
            has_passed: false,
            judge,
            table,
            root: task.position,
            root_depth: 0,
            path,
            meter: Meter::new(task.limits, task.stop),
            moves: Vec::with_capacity(4096),
            candidates: Vec::with_capacity(4096),
            variations: Variations::new(),
            experience: Experience::new(),
            busy: None,
        }
    }

    /// Enters a position: most lines end here, so this part is kept small.
    #[inline]
    pub(super) fn value(
        &mut self,
        position: &G::Position,
        depth: i32,
        window: Window,
        ply: usize,
    ) -> Worth {
        // 1. Count the node, or give up.
        if !self.meter.enter() {
            return Worth::estimate(Score::DRAW);
        }
        if !window.is_null() {
            self.variations.clear(ply);
        }

        // 2. The game may be over.
        if let Some(worth) = self.ended(position, ply) {
            return worth;
        }

        // 3. At the horizon the evaluation speaks.
        match self.judge.child_depth(position, depth) {
            Some(0) if window.is_null() && !self.judge.has_quiescence() => {
                self.frontier(position, window, ply)
            }
            Some(child_depth) if ply < MAX_PLY => {
                if depth > 0 {
                    self.interior(position, depth, child_depth, window, ply)
                } else {
                    self.restless(position, child_depth, window, ply)
                }
            }
            _ => self.rest(position),
        }
    }

    /// The end of the game, by its rules or by repetition.
    #[inline]
    pub(super) fn ended(&self, position: &G::Position, ply: usize) -> Option<Worth> {
        if let Some(score) = self.judge.ended(position, ply as u32) {
            return Some(Worth::proven(score));
        }
        let game = self.judge.game;
        let reversible = self.reversible(position);
        if reversible == 0 {
            return None;
        }
        let anchor = self.path.repetition(game.key(position), reversible)?;
        Some(Worth::repetition(anchor))
    }

    #[inline]
    pub(super) fn reversible(&self, position: &G::Position) -> u32 {
        if G::CAN_REPEAT {
            self.judge.game.reversible_plies(position)
        } else {
            0
        }
    }

    /// The value of a position that is looked at move by move.
    #[inline(never)]
    fn interior(
        &mut self,
        position: &G::Position,
        depth: i32,
        mut child_depth: i32,
        window: Window,
        ply: usize,
    ) -> Worth {
        // 4. No win can come sooner than by the next move.
        let soonest = Score::won_in(ply as u32 + 1);
        if window.alpha >= soonest {
            return Worth::proven(soonest);
        }

        // 5. Perhaps the table knows.
        let game = self.judge.game;
        let table_key = game.table_key(position) ^ self.salt;
        let memory = if depth >= self.least_depth_in_table {
            self.table.recall(table_key)
        } else {
            None
        };
        if window.is_null()
            && let Some(memory) = memory
            && let Some(worth) = self.believed(memory, position, depth, window, ply)
        {
            return worth;
        }

        // 6. A selective search may be content with less.
        let remembered = memory.map_or(NO_MOVE, |memory| memory.best);
        if self.is_selective {
            if let Some(worth) = self.shortcut(position, depth, window, ply) {
                return worth;
            }
            let is_unknown = remembered == NO_MOVE && depth >= LEAST_DEPTH_TO_BE_UNKNOWN;
            if is_unknown && self.shortcuts.unknown_nodes {
                // What comes of it answers the full depth's question: who asks it
                // again, another thread above all, would else search it twice.
                child_depth -= 1;
            }
        }

        // 7. The first choice may decide before there is a list of moves.
        let choice = match remembered {
            NO_MOVE => self.judge.heuristics.first_choice(game, position),
            _ => None,
        };
        let mut of_choice = None;
        if let Some(mv) = choice
            && depth >= self.least_depth_in_table
            && depth < LEAST_DEPTH_FOR_LOOKING_AHEAD
            && window.is_null()
            && self.busy.is_none()
            && !self.shortcuts.forced_replies
        {
            let worth = self.first(position, mv, child_depth, window, ply);
            if worth.score >= window.beta && !self.meter.is_stopped() {
                let player = game.to_move(position);
                self.experience.learn(player, ply, child_depth + 1, mv);
                return self.settled(table_key, depth, window, ply, (worth, NO_MOVE));
            }
            of_choice = Some(worth);
        }

        // 8. Generate the moves.
        let base = self.moves.len();
        game.legal_moves(position, &mut self.moves);
        if self.moves.len() == base {
            return Worth::proven(self.judge.stuck(position, ply as u32));
        }

        let is_forced = self.moves.len() == base + 1;
        if is_forced && self.shortcuts.forced_replies && ply < 2 * self.root_depth {
            child_depth += 1;
        }

        // 9. Perhaps the table knows that one of them decides.
        if depth >= self.least_depth_in_table.max(LEAST_DEPTH_FOR_LOOKING_AHEAD)
            && window.is_null()
            && let Some(worth) = self.known_decision(position, base, child_depth, window, ply)
        {
            self.moves.truncate(base);
            return worth;
        }

        // 10. Search them, the remembered one first.
        let first = self.candidates.len();
        if G::CAN_REPEAT {
            self.path.push(game.key(position));
        }
        let first_try = match choice {
            Some(mv) => self.index_of(mv, base),
            None => remembered,
        };
        let of_choice = of_choice.filter(|_| first_try != NO_MOVE);
        let found = self.best_child(
            position,
            child_depth,
            window,
            ply,
            base,
            (first_try, of_choice),
        );
        if G::CAN_REPEAT {
            self.path.pop();
        }
        self.moves.truncate(base);
        self.candidates.truncate(first);
        if let Some(worth) = self.first_answer(table_key, position, depth, window, ply, found.0) {
            return worth;
        }
        self.settled(table_key, depth, window, ply, found)
    }

    /// What the first move is worth, looked at alone.
    #[inline]
    fn first(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        child_depth: i32,
        window: Window,
        ply: usize,
    ) -> Worth {
        if G::CAN_REPEAT {
            self.path.push(self.judge.game.key(position));
        }
        let is_root_camp = self.judge.is_root_camp(position);
        let worth = self.after(position, mv, is_root_camp, child_depth, window, ply, 0);
        if G::CAN_REPEAT {
            self.path.pop();
        }
        worth
    }

    /// The index of a move among those from `base` on.
    #[inline]
    fn index_of(&self, mv: G::Move, base: usize) -> u16 {
        let index = self.moves[base..].iter().position(|&listed| listed == mv);
        index.map_or(NO_MOVE, |index| index as u16)
    }

    /// The best of the moves that lie from `base` on, and its index. The others
    /// are ranked only once the remembered move, whose worth may be known
    /// already, has failed to decide.
    #[inline]
    fn best_child(
        &mut self,
        position: &G::Position,
        child_depth: i32,
        mut window: Window,
        ply: usize,
        base: usize,
        (remembered, mut known): (u16, Option<Worth>),
    ) -> (Worth, u16) {
        let is_principal = !window.is_null();
        let is_root_camp = self.judge.is_root_camp(position);
        let count = self.moves.len() - base;
        let has_remembered = (remembered as usize) < count;
        let first = self.candidates.len();
        let mut best = Worth::proven(Score::MIN);
        let mut best_index = NO_MOVE;
        let (mut complete, mut anchor) = (true, FREE);
        let (mut tried, mut waiting) = (0, 0);
        while tried < count {
            let index = if tried == 0 && has_remembered {
                remembered
            } else {
                if self.candidates.len() == first {
                    let tried = if has_remembered { remembered } else { NO_MOVE };
                    self.rank(position, ply, base, tried);
                }
                let taken = tried - usize::from(has_remembered);
                let candidate = ordering::next_best(&mut self.candidates[first..], taken);
                if candidate.was_put_off() {
                    waiting -= 1;
                } else if tried > 0 {
                    let mv = self.moves[base + candidate.index() as usize];
                    if self.is_taken(position, mv, child_depth) {
                        self.candidates.remove(first + taken);
                        self.candidates.push(candidate.put_off());
                        waiting += 1;
                        continue;
                    }
                }
                candidate.index()
            };
            // A move comes no earlier because others before it wait.
            let place = tried + waiting;
            let mv = self.moves[base + index as usize];
            let worth = known.take().unwrap_or_else(|| {
                let mark = self.take(position, mv, child_depth);
                let worth = self.after(position, mv, is_root_camp, child_depth, window, ply, place);
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
                if worth.score >= window.beta {
                    self.learn((position, ply), child_depth + 1, base, index, first);
                    return (best, best_index);
                }
                if worth.score > window.alpha {
                    window.alpha = worth.score;
                    if is_principal {
                        self.variations.extend(ply, mv);
                    }
                }
            }
        }
        if best.score.is_decisive() {
            return (Worth::proven(best.score), best_index);
        }
        let score = best.score;
        (
            Worth {
                score,
                complete,
                anchor,
            },
            best_index,
        )
    }

    /// A move decided the node after those that were tried before it had not:
    /// they are the first of the candidates from `first` on.
    fn learn(
        &mut self,
        node: (&G::Position, usize),
        depth: i32,
        base: usize,
        best: u16,
        first: usize,
    ) {
        let (position, ply) = node;
        let player = self.judge.game.to_move(position);
        let mv = self.moves[base + best as usize];
        self.experience.learn(player, ply, depth, mv);
        for candidate in &self.candidates[first..] {
            if candidate.index() == best {
                break;
            }
            let mv = self.moves[base + candidate.index() as usize];
            self.experience.doubt(player, depth, mv);
        }
    }

    fn rank(&mut self, position: &G::Position, ply: usize, base: usize, tried: u16) {
        if !self.is_ordered {
            ordering::keep_order(self.moves.len() - base, tried, &mut self.candidates);
            return;
        }
        ordering::rank(
            &self.judge,
            &self.experience,
            (position, ply),
            &self.moves[base..],
            tried,
            &mut self.candidates,
        );
    }

    /// How much less deeply a move is looked at first.
    #[inline]
    fn reduction(
        &self,
        position: &G::Position,
        mv: G::Move,
        child_depth: i32,
        window: Window,
        place: usize,
    ) -> i32 {
        if !self.shortcuts.late_moves || place == 0 || window.is_decisive() {
            return 0;
        }
        match reduction(child_depth, place, !window.is_null()) {
            0 => 0,
            _ if self
                .judge
                .heuristics
                .is_noisy(self.judge.game, position, mv) =>
            {
                0
            }
            less => less,
        }
    }

    /// What a move is worth: asked with a null window first, unless it is the
    /// first of its node, and again with the whole one when that says "more".
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub(super) fn after(
        &mut self,
        position: &G::Position,
        mv: G::Move,
        is_root_camp: bool,
        child_depth: i32,
        window: Window,
        ply: usize,
        place: usize,
    ) -> Worth {
        let game = self.judge.game;
        let child = game.after(position, mv);
        if child_depth >= self.least_depth_in_table {
            self.table.expect(game.table_key(&child) ^ self.salt);
        }
        let turns = is_root_camp != self.judge.is_root_camp(&child);
        let less = self.reduction(position, mv, child_depth, window, place);
        if less > 0 {
            let asked = window.null();
            let own_window = if turns { asked.turned() } else { asked };
            let mut worth = self.value(&child, child_depth - less, own_window, ply + 1);
            if turns {
                worth.score = -worth.score;
            }
            if worth.score <= window.alpha || worth.score.is_win() {
                return worth;
            }
        }
        let needs_scout = place > 0 && !window.is_null();
        let mut asked = if needs_scout { window.null() } else { window };
        loop {
            let own_window = if turns { asked.turned() } else { asked };
            let mut worth = self.value(&child, child_depth, own_window, ply + 1);
            if turns {
                worth.score = -worth.score;
            }
            let is_answered = asked.beta == window.beta
                || worth.score <= window.alpha
                || worth.score >= window.beta;
            if is_answered {
                return worth;
            }
            asked = window;
        }
    }
}

/// What is left of an anchor for the parent: one on this ply or below concerns
/// nobody above.
#[inline]
pub(super) fn anchor_above(anchor: Anchor, ply: usize) -> Anchor {
    if anchor >= ply as Anchor {
        FREE
    } else {
        anchor
    }
}
