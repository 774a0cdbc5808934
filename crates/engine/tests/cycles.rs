//! Draws and cycles done right: one engine, with one memory, is asked about many
//! positions of a game full of cycles, each time with another game behind it.
//! What it proves must be what walking back from the ends says.

mod toys {
    pub(crate) mod graph;
}

use plyground_engine::algorithm::{Algorithm, Limits, Report, Share, Stop, Task};
use plyground_engine::alpha_beta::{AlphaBeta, Order};
use plyground_engine::game::Game;
use plyground_engine::mcts::Mcts;
use plyground_engine::proof::ProofSearch;
use plyground_engine::random::Random;
use plyground_engine::score::Score;
use plyground_engine::search::{Driver, Parallel, Search, Settings, Shortcuts};
use toys::graph::{Graph, Nonsense, Shape};

/// Leaves out whatever a search may leave out.
const HASTY: Shortcuts = Shortcuts {
    late_move_reductions: true,
    reverse_futility: Some(1),
    internal_iterative_reduction: true,
};

const NODES: usize = 24;

const SHAPE: Shape = Shape {
    players: 2,
    nodes: NODES,
    branching: 4,
    cyclic: true,
    alternating: true,
    one_end_in: 10,
};

fn search(selective: bool, threads: usize, driver: Driver) -> Box<dyn Algorithm<Graph>> {
    let settings = Settings {
        table_bytes: 1 << 14,
        quiescence: false,
        shortcuts: match selective {
            true => HASTY,
            false => Shortcuts::NONE,
        },
        driver,
        threads,
        parallel: Parallel::Abdada,
        ..Settings::default()
    };
    Box::new(Search::new(Nonsense, settings))
}

struct Contender {
    name: &'static str,
    algorithm: Box<dyn Algorithm<Graph>>,
    /// Finds every win and loss that lies within its depth.
    is_exact: bool,
}

fn contenders() -> Vec<Contender> {
    let alpha_beta = AlphaBeta {
        heuristics: Nonsense,
        order: Order::Generated,
        quiescence: false,
        threads: 1,
    };
    let all: [(&str, Box<dyn Algorithm<Graph>>, bool); 8] = [
        ("alpha-beta", Box::new(alpha_beta), true),
        ("exact", search(false, 1, Driver::Aspiration), true),
        ("mtdf", search(false, 1, Driver::NullWindows), true),
        ("selective", search(true, 1, Driver::Aspiration), false),
        ("hasty mtdf", search(true, 1, Driver::NullWindows), false),
        ("two threads", search(true, 2, Driver::Aspiration), false),
        ("pns", Box::new(ProofSearch::new(Some(1 << 16))), false),
        ("mcts", Box::new(Mcts::new(1, Some(1 << 18))), false),
    ];
    all.into_iter()
        .map(|(name, algorithm, is_exact)| Contender {
            name,
            algorithm,
            is_exact,
        })
        .collect()
}

/// A question about a node, when some other nodes have been there twice.
#[derive(Debug)]
struct Case {
    node: u16,
    twice: Vec<u16>,
    depth: u32,
    /// Every third time so few that it comes to no end.
    nodes: u64,
    lines: usize,
}

impl Case {
    fn random(game: &Graph, random: &mut Random) -> Option<Case> {
        let node = random.below(NODES) as u16;
        let is_over = game.outcome(&node).is_some();
        if is_over || game.legal_move_count(&node, &mut Vec::new()) == 0 {
            return None;
        }
        let mut twice = Vec::new();
        for _ in 0..random.below(4) {
            twice.push(random.below(NODES) as u16);
        }
        twice.retain(|&other| other != node);
        Some(Case {
            node,
            twice,
            depth: 1 + random.below(12) as u32,
            nodes: [3_000, 3_000, 1 + random.below(40) as u64][random.below(3)],
            lines: 1 + random.below(3),
        })
    }

    fn put_to(&self, contender: &mut Contender, game: &Graph) -> Report<u16> {
        // A node of the growing tree is a whole playout.
        let most_nodes = if contender.name == "mcts" { 100 } else { 3_000 };
        let stop = Stop::new();
        let twice = self.twice.iter().chain(&self.twice);
        let history: Vec<u64> = twice.map(|node| game.key(node)).collect();
        let task = Task {
            game,
            position: &self.node,
            history: &history,
            limits: Limits {
                depth: Some(self.depth),
                nodes: Some(self.nodes.min(most_nodes)),
            },
            lines: self.lines,
            shuffle: None,
            share: Share::WHOLE,
            stop: &stop,
        };
        contender.algorithm.think(&task, &mut |_| {})
    }
}

#[test]
fn what_is_proven_is_true_whatever_was_asked_before() {
    let mut proofs = [[0; 3]; 8];
    for seed in 0..400 {
        let game = Graph::random(SHAPE, seed);
        for (contender, proofs) in contenders().iter_mut().zip(&mut proofs) {
            let mut random = Random::new(seed);
            for _ in 0..8 {
                let Some(case) = Case::random(&game, &mut random) else {
                    continue;
                };
                let values = game.by_walking_back(&case.twice);
                let truth = values[case.node as usize];
                let report = case.put_to(contender, &game);
                let about = format!("{}, seed {seed}, {case:?}: {report:?}", contender.name);
                for line in report.lines.iter().filter(|line| line.proven) {
                    let next = line.pv[0];
                    let is_drawn = case.twice.contains(&next) && game.outcome(&next).is_none();
                    let reply = if is_drawn {
                        Score::DRAW
                    } else {
                        values[next as usize]
                    };
                    assert!(!line.score.is_win() || reply.is_loss(), "{about}");
                    assert!(!line.score.is_loss() || reply.is_win(), "{about}");
                }
                let line = &report.lines[0];
                if report.proven && !line.score.is_decisive() {
                    assert_eq!(truth, Score::DRAW, "{about}");
                    proofs[1] += 1;
                } else if line.score.is_decisive() {
                    assert_eq!(line.score.is_win(), truth.is_win(), "{about}");
                    assert_eq!(line.score.is_loss(), truth.is_loss(), "{about}");
                    assert!(!line.distance_known || line.score == truth, "{about}");
                    proofs[if truth.is_win() { 2 } else { 0 }] += 1;
                } else if contender.is_exact && report.depth == case.depth {
                    let is_within = |plies| plies < case.depth;
                    assert!(!truth.plies_to_end().is_some_and(is_within), "{about}");
                }
            }
        }
    }
    // Proof-number search proves no draws, and the growing tree knows no cycles.
    for (contender, [lost, drawn, won]) in contenders().iter().zip(proofs) {
        let proves_draws = !["pns", "mcts"].contains(&contender.name);
        assert!(
            lost > 100 && won > 100 && (drawn > 100 || !proves_draws),
            "{}: {lost} lost, {drawn} drawn, {won} won",
            contender.name
        );
    }
}
