//! Writes down what a search does. A search is a stack of questions; the recorder
//! keeps the same stack, with the window of every node as it is at the moment and
//! who set its edges. So it can say of a cut whose answer it rests on.

use super::record::{Edge, Grown, Growth, Layer, Record, Room, Seen, Source};
use super::{Asking, Rest, Witness};
use crate::game::{Game, MAX_PLAYERS, Outcome, Player, WinDrawLoss};
use crate::path::FREE;
use crate::proof::Numbers;
use crate::score::Score;
use crate::window::{Perspective, Window};
use crate::worth::Worth;
use std::collections::HashMap;

/// A question under way.
struct Open<M> {
    /// Its place in the record, if it is written down.
    id: Option<u32>,
    mv: Option<M>,
    asking: Asking,
    is_entered: bool,
    player: Player,
    is_root_camp: bool,
    alpha: Edge,
    beta: Edge,
    /// The answer of the child asked last: it counts unless that is asked again.
    latest: Option<(M, Edge)>,
    best: Option<Edge>,
    answers: u32,
    /// How many nodes were counted before this one.
    before: u64,
    key: Option<u64>,
}

const UNSET: Edge = Edge {
    score: Score::DRAW,
    by: Source::Root,
};

/// The witness that writes down.
pub(crate) struct Recorder<'a, G: Game> {
    game: &'a G,
    root_player: Player,
    room: Room,
    open: Vec<Open<G::Move>>,
    hoper: Option<Player>,
    /// A question was not let in: what is answered from now on means nothing.
    is_stopped: bool,
    /// Who wrote into the table last under a key.
    writers: HashMap<u64, Source>,
    record: Record<G>,
}

impl<'a, G: Game> Recorder<'a, G> {
    pub(crate) fn new(game: &'a G, root: &G::Position, room: Room) -> Recorder<'a, G> {
        Recorder {
            game,
            root_player: game.to_move(root),
            room,
            open: Vec::new(),
            hoper: None,
            is_stopped: false,
            writers: HashMap::new(),
            record: Record {
                layers: Vec::new(),
                seen: Vec::new(),
                growth: Growth {
                    nodes: Vec::new(),
                    playouts: Vec::new(),
                    proofs: Vec::new(),
                },
                counted: 0,
                by_ply: Vec::new(),
                cutoffs: 0,
                first_move_cutoffs: 0,
                recollections: 0,
            },
        }
    }

    /// The record, whole. What was stopped before it answered has no score.
    pub(crate) fn finish(mut self) -> Record<G> {
        self.close_root();
        self.record
    }

    /// The root answers with the best of its moves.
    fn close_root(&mut self) {
        if self.open.len() == 1 {
            self.count_latest();
            let best = self.open[0].best.map(|best| best.score);
            self.close(best);
        }
    }

    /// Leaves the position entered last, with what it answers.
    fn close(&mut self, score: Option<Score>) -> Option<(Open<G::Move>, Source)> {
        let open = self.open.pop()?;
        let score = score.filter(|_| !self.is_stopped);
        let cut_by = open.best.filter(|best| best.score >= open.beta.score);
        let cut_by = cut_by.filter(|_| score.is_some());
        if cut_by.is_some() {
            self.record.cutoffs += 1;
            self.record.first_move_cutoffs += u64::from(open.answers == 1);
        }
        if let Some(id) = open.id {
            let seen = &mut self.record.seen[id as usize];
            seen.nodes = self.record.counted - open.before;
            seen.score = score;
            seen.answers = open.answers;
            seen.cut_by = cut_by.map(|best| best.by);
        }
        let by = open.id.map_or(Source::Unwritten, Source::Node);
        Some((open, by))
    }

    /// Enters a position, which is the root if nothing was asked.
    fn push(&mut self, position: &G::Position, depth: i32, window: Window) {
        let asked = match self.open.last() {
            Some(open) if !open.is_entered => self.open.pop(),
            _ => None,
        };
        let player = self.game.to_move(position);
        let is_root_camp = player == self.root_player;
        let ply = self.open.len();
        let (alpha, beta) = self.edges(is_root_camp, window);
        let parent = self.open.last();
        let has_room = self.record.seen.len() < self.room.nodes && ply as u32 <= self.room.plies;
        let is_written = has_room && parent.is_none_or(|parent| parent.id.is_some());
        let asking = asked.as_ref().map_or(Asking::Openly, |asked| asked.asking);
        let mv = asked.as_ref().and_then(|asked| asked.mv);
        let id = is_written.then_some(self.record.seen.len() as u32);
        if let (Some(root), 0) = (id, ply) {
            let hoper = self.hoper;
            self.record.layers.push(Layer {
                root,
                depth: depth as u32,
                hoper,
            });
        }
        if is_written {
            self.record.seen.push(Seen {
                parent: parent.and_then(|parent| parent.id),
                mv,
                position: position.clone(),
                ply: ply as u32,
                depth,
                is_root_camp,
                asking,
                alpha,
                beta,
                rest: None,
                recalled_from: None,
                score: None,
                complete: false,
                is_repetition: false,
                cut_by: None,
                answers: 0,
                scores: None,
                limit: None,
                numbers: None,
                weighed: Vec::new(),
                nodes: 1,
            });
        }
        self.open.push(Open {
            id,
            mv,
            asking,
            is_entered: true,
            player,
            is_root_camp,
            alpha,
            beta,
            latest: None,
            best: None,
            answers: 0,
            before: self.record.counted,
            key: None,
        });
        self.record.counted += 1;
        if self.record.by_ply.len() <= ply {
            self.record.by_ply.resize(ply + 1, 0);
        }
        self.record.by_ply[ply] += 1;
    }

    /// The edges of a window that a child is asked with, and who set them: its
    /// parent's edges where they are the same, and nobody's in a null window.
    fn edges(&self, is_root_camp: bool, window: Window) -> (Edge, Edge) {
        let Some(parent) = self.open.last() else {
            let of_root = |score| Edge {
                score,
                by: Source::Root,
            };
            return (of_root(window.alpha), of_root(window.beta));
        };
        let is_turned = parent.is_root_camp != is_root_camp;
        let asked = Perspective { is_turned }.window(window);
        let inherited = |score: Score, edge: Edge| Edge {
            score,
            by: match score == edge.score {
                true => edge.by,
                false => Source::Null,
            },
        };
        let low = inherited(asked.alpha, parent.alpha);
        let high = inherited(asked.beta, parent.beta);
        let (alpha, beta) = match is_turned {
            true => (high, low),
            false => (low, high),
        };
        (
            Edge {
                score: window.alpha,
                ..alpha
            },
            Edge {
                score: window.beta,
                ..beta
            },
        )
    }

    /// The latest answer is the last word on its move.
    fn count_latest(&mut self) {
        let Some(open) = self.open.last_mut() else {
            return;
        };
        let Some((_, edge)) = open.latest.take() else {
            return;
        };
        open.answers += 1;
        if open.best.is_none_or(|best| edge.score > best.score) {
            open.best = Some(edge);
        }
        if edge.score > open.alpha.score {
            open.alpha = edge;
        }
    }

    /// The question asked last is answered; its asker hears of it, in its own view.
    fn answer(&mut self, own: Score, of_asker: Score) -> Option<&mut Seen<G>> {
        if !self.open.last()?.is_entered {
            self.open.pop();
            self.is_stopped = true;
            return None;
        }
        self.count_latest();
        let (open, by) = self.close(Some(own))?;
        if let Some(key) = open.key {
            self.writers.insert(key, by);
        }
        if let (Some(asker), Some(mv), false) = (self.open.last_mut(), open.mv, self.is_stopped) {
            let score = of_asker;
            asker.latest = Some((mv, Edge { score, by }));
        }
        let seen = &mut self.record.seen[open.id? as usize];
        (!self.is_stopped).then_some(seen)
    }

    /// Who asked the question that is answered next, as long as anybody did.
    fn asker(&self) -> Option<&Open<G::Move>> {
        self.open.iter().rev().nth(1)
    }

    fn latest_seen(&mut self) -> Option<&mut Seen<G>> {
        let id = self.open.last()?.id?;
        self.record.seen.get_mut(id as usize)
    }
}

impl<G: Game> Witness<G> for &mut Recorder<'_, G> {
    const LOOKS: bool = true;

    fn begins(&mut self, root: &G::Position, depth: u32, window: Window) {
        self.close_root();
        self.push(root, depth as i32, window);
    }

    fn asks(&mut self, mv: G::Move, asking: Asking) {
        if let Some(open) = self.open.last_mut() {
            match open.latest {
                Some((latest, _)) if latest == mv => open.latest = None,
                _ => self.count_latest(),
            }
        }
        self.open.push(Open {
            id: None,
            mv: Some(mv),
            asking,
            is_entered: false,
            player: self.root_player,
            is_root_camp: false,
            alpha: UNSET,
            beta: UNSET,
            latest: None,
            best: None,
            answers: 0,
            before: 0,
            key: None,
        });
    }

    fn enters(&mut self, position: &G::Position, depth: i32, window: Window) {
        self.push(position, depth, window);
    }

    fn rests(&mut self, rest: Rest) {
        let recalled = match rest {
            Rest::Table(recalled) | Rest::Reply(recalled) => Some(recalled.key),
            _ => None,
        };
        self.record.recollections += u64::from(recalled.is_some());
        let writer = recalled.and_then(|key| self.writers.get(&key).copied());
        if let Some(seen) = self.latest_seen() {
            seen.rest = Some(rest);
            if let Some(Source::Node(id)) = writer {
                seen.recalled_from = Some(id);
            }
        }
    }

    fn remembers(&mut self, key: u64) {
        if let Some(open) = self.open.last_mut() {
            open.key = Some(key);
        }
    }

    fn answers(&mut self, worth: Worth) {
        let camp = |open: Option<&Open<G::Move>>| open.is_none_or(|open| open.is_root_camp);
        let is_turned = camp(self.asker()) != camp(self.open.last());
        let of_asker = Perspective { is_turned }.score(worth.score);
        if let Some(seen) = self.answer(worth.score, of_asker) {
            seen.complete = worth.complete;
            seen.is_repetition = seen.rest == Some(Rest::Ended) && worth.anchor != FREE;
        }
    }

    fn answers_each(&mut self, scores: [Score; MAX_PLAYERS], complete: bool) {
        let seat = |open: Option<&Open<G::Move>>| open.map_or(0, |open| open.player.index());
        let (asker, own) = (seat(self.asker()), seat(self.open.last()));
        if let Some(seen) = self.answer(scores[own], scores[asker]) {
            seen.complete = complete;
            seen.scores = Some(scores);
        }
    }

    fn hopes(&mut self, hoper: Player) {
        self.hoper = Some(hoper);
        self.is_stopped = false;
    }

    fn hunts(&mut self, position: &G::Position, limit: Numbers) {
        self.push(position, 0, Window::FULL);
        if let Some(seen) = self.latest_seen() {
            seen.limit = Some(limit);
        }
    }

    fn weighs(&mut self, numbers: &[Numbers]) {
        if let Some(seen) = self.latest_seen() {
            seen.weighed = numbers.to_vec();
        }
    }

    fn numbers(&mut self, numbers: Numbers) {
        if let Some(seen) = self.answer(Score::DRAW, Score::DRAW) {
            seen.numbers = Some(numbers);
        }
    }

    fn grows(&mut self, parent: usize, mv: Option<G::Move>, mover: Player) {
        let growth = &mut self.record.growth;
        if growth.nodes.len() < self.room.nodes {
            growth.nodes.push(Grown {
                parent: parent as u32,
                mv,
                mover,
                born: growth.playouts.len() as u32,
            });
        }
    }

    fn plays_out(&mut self, node: usize, outcome: Outcome) {
        self.record.counted += 1;
        let growth = &mut self.record.growth;
        // What comes after the first that is left out would count for the wrong nodes.
        let is_whole = growth.playouts.len() as u64 + 1 == self.record.counted;
        if is_whole && node < growth.nodes.len() && growth.playouts.len() < self.room.nodes {
            growth.playouts.push((node as u32, outcome));
        }
    }

    fn proves(&mut self, node: usize, result: WinDrawLoss) {
        let growth = &mut self.record.growth;
        let is_whole = growth.playouts.len() as u64 == self.record.counted;
        if is_whole && node < growth.nodes.len() {
            let after = growth.playouts.len() as u32;
            growth.proofs.push((node as u32, after, result));
        }
    }
}
