//! Games made of nothing but a graph, so that every shape of tree turns up:
//! transpositions, cycles, forced passes, three players, sudden ends.

use plyground_engine::game::{Game, Heuristics, Outcome, Player};
use plyground_engine::random::{Random, mix};
use plyground_engine::score::Score;

/// A position is a node; its number says nothing about where it leads.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) players: usize,
    nodes: Vec<Node>,
    can_repeat: bool,
}

#[derive(Clone, Debug)]
struct Node {
    to_move: Player,
    next: Vec<u16>,
    outcome: Option<Outcome>,
}

/// What a random graph is like.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    pub(crate) players: usize,
    pub(crate) nodes: usize,
    pub(crate) branching: usize,
    /// Edges may lead back.
    pub(crate) cyclic: bool,
    /// Turns alternate strictly; otherwise anybody may be to move anywhere.
    pub(crate) alternating: bool,
    /// One node in so many ends the game.
    pub(crate) one_end_in: usize,
}

impl Graph {
    pub(crate) fn random(shape: Shape, seed: u64) -> Graph {
        let mut random = Random::new(seed);
        let nodes = (0..shape.nodes)
            .map(|index| Node {
                to_move: Player::seat(if shape.alternating {
                    index % shape.players
                } else {
                    random.below(shape.players)
                }),
                next: Graph::edges(shape, index, &mut random),
                outcome: (index > 0 && random.below(shape.one_end_in) == 0)
                    .then(|| Graph::random_outcome(shape, &mut random)),
            })
            .collect();
        Graph {
            players: shape.players,
            nodes,
            can_repeat: shape.cyclic,
        }
    }

    /// Distinct targets; in an alternating graph the next player's turn.
    fn edges(shape: Shape, index: usize, random: &mut Random) -> Vec<u16> {
        let mut next = Vec::new();
        for _ in 0..random.below(shape.branching + 1) {
            let mut target = random.below(shape.nodes);
            if shape.alternating {
                target = target - target % shape.players + (index + 1) % shape.players;
            }
            let leads_on = shape.cyclic || target > index;
            if leads_on
                && target != index
                && target < shape.nodes
                && !next.contains(&(target as u16))
            {
                next.push(target as u16);
            }
        }
        next
    }

    fn random_outcome(shape: Shape, random: &mut Random) -> Outcome {
        if shape.players == 2 {
            return match random.below(3) {
                0 => Outcome::Draw,
                winner => Outcome::Win(Player::seat(winner - 1)),
            };
        }
        let mut places = [0; 4];
        for place in &mut places[..shape.players] {
            *place = 1 + random.below(shape.players) as u8;
        }
        places[random.below(shape.players)] = 1;
        Outcome::Places(places)
    }

    /// The value of every node by walking back from the ends until nothing
    /// changes: a second, unrelated way to solve a game with cycles. Whoever comes
    /// to one of the `drawn` nodes has drawn.
    pub(crate) fn by_walking_back(&self, drawn: &[u16]) -> Vec<Score> {
        let nodes = self.nodes.len();
        let mut values: Vec<Option<Score>> = vec![None; nodes];
        for level in 0..=nodes as u32 {
            let known = values.clone();
            for (node, value) in values.iter_mut().enumerate() {
                if value.is_none() {
                    *value = self.value_at_level(node as u16, drawn, &known, level);
                }
            }
        }
        let open_is_drawn = |value: Option<Score>| value.unwrap_or(Score::DRAW);
        values.into_iter().map(open_is_drawn).collect()
    }

    fn value_at_level(
        &self,
        node: u16,
        drawn: &[u16],
        known: &[Option<Score>],
        level: u32,
    ) -> Option<Score> {
        let mover = self.to_move(&node);
        let moves = &self.nodes[node as usize].next;
        let outcome = self
            .outcome(&node)
            .or_else(|| moves.is_empty().then(|| self.outcome_when_stuck(&node)));
        if let Some(outcome) = outcome {
            let score = Score::of_result(outcome.seen_by(mover), 0);
            return score.is_decisive().then_some(score);
        }
        let scores = moves.iter().map(|next| {
            if drawn.contains(next) && self.outcome(next).is_none() {
                return None;
            }
            let score = known[*next as usize]?.seen_from_earlier(1);
            Some(if self.to_move(next) == mover {
                score
            } else {
                -score
            })
        });
        let scores: Vec<Option<Score>> = scores.collect();
        let best = scores.iter().flatten().max().copied()?;
        let all_known = scores.iter().all(Option::is_some);
        let is_due = best.plies_to_end() == Some(level);
        (is_due && (best.is_win() || all_known)).then_some(best)
    }
}

impl Game for Graph {
    type Position = u16;
    type Move = u16;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self) -> u16 {
        0
    }

    fn to_move(&self, position: &u16) -> Player {
        self.nodes[*position as usize].to_move
    }

    fn legal_moves(&self, position: &u16, moves: &mut Vec<u16>) {
        moves.extend_from_slice(&self.nodes[*position as usize].next);
    }

    fn after(&self, _position: &u16, mv: u16) -> u16 {
        mv
    }

    fn outcome(&self, position: &u16) -> Option<Outcome> {
        self.nodes[*position as usize].outcome
    }

    fn outcome_when_stuck(&self, position: &u16) -> Outcome {
        if self.players == 2 {
            Outcome::Win(self.to_move(position).opponent())
        } else {
            Outcome::Places([1, 2, 3, 4].map(|place| {
                if place <= self.players as u8 {
                    place
                } else {
                    0
                }
            }))
        }
    }

    fn key(&self, position: &u16) -> u64 {
        mix(u64::from(*position) + 1)
    }

    fn reversible_plies(&self, _position: &u16) -> u32 {
        if self.can_repeat { u32::MAX } else { 0 }
    }
}

/// Nonsense with few different values, so that ties are common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nonsense;

impl<G: Game> Heuristics<G> for Nonsense {
    fn evaluate(&self, game: &G, position: &G::Position, player: Player) -> i32 {
        let key = game.key(position);
        if game.players() > 2 {
            return (mix(key ^ player.index() as u64) % 5) as i32 - 2;
        }
        let value = (mix(key) % 5) as i32 - 2;
        if game.to_move(position) == player {
            value
        } else {
            -value
        }
    }

    fn promise(&self, game: &G, position: &G::Position, _mv: G::Move) -> i32 {
        (mix(game.key(position)) % 3) as i32
    }
}
