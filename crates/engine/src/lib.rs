//! Plays, analyses and solves any board game behind one trait, and knows none.
//!
//! A game's author writes the rules once, as a [`game::Game`]; counting, plain
//! minimax, alpha-beta, the table-driven search and exact solving follow from it.
//! Positions are values: playing returns a new one. Nothing in this crate reads
//! a clock, prints, or touches a file.
//!
//! ```
//! use plyground_engine::algorithm::{Algorithm, Stop, Task};
//! use plyground_engine::game::{Game, Outcome, Player};
//! use plyground_engine::perft::perft;
//! use plyground_engine::score::Value;
//! use plyground_engine::search::{Search, Settings};
//! use plyground_engine::solve::NoOpinion;
//!
//! /// Take one or two matches; whoever takes the last one wins.
//! #[derive(Clone)]
//! struct Matches(u8);
//!
//! impl Game for Matches {
//!     type Position = (u8, Player);
//!     type Move = u8;
//!     fn start(&self) -> (u8, Player) {
//!         (self.0, Player::FIRST)
//!     }
//!     fn to_move(&self, position: &(u8, Player)) -> Player {
//!         position.1
//!     }
//!     fn legal_moves(&self, position: &(u8, Player), moves: &mut Vec<u8>) {
//!         moves.extend((1..=2).filter(|&taken| taken <= position.0));
//!     }
//!     fn after(&self, position: &(u8, Player), taken: u8) -> (u8, Player) {
//!         (position.0 - taken, position.1.opponent())
//!     }
//!     fn outcome(&self, position: &(u8, Player)) -> Option<Outcome> {
//!         (position.0 == 0).then(|| Outcome::Win(position.1.opponent()))
//!     }
//! }
//!
//! let game = Matches(4);
//! // 1+1, 1+2, 2+1, 2+2.
//! assert_eq!(perft(&game, &game.start(), 2), 4);
//!
//! // Whoever leaves three wins: the first to move takes one, and the last one in three plies.
//! let (start, stop) = (game.start(), Stop::new());
//! let mut search = Search::new(NoOpinion, Settings::default());
//! let report = search.think(&Task::new(&game, &start, &stop), &mut |_| {});
//! assert_eq!(report.lines[0].pv[0], 1);
//! assert_eq!(report.lines[0].value(), Value::Win { plies: Some(3) });
//! ```
//!
//! Read [`game`] first, then [`score`] and [`algorithm`]; [`search`] is the
//! heart, and [`session`] the door to the rest of the program.

pub mod algorithm;
pub mod alpha_beta;
pub mod busy;
pub mod careful;
pub mod checked;
mod deepening;
mod descent;
pub mod engines;
pub mod explain;
pub mod game;
pub mod hash;
mod judge;
pub mod learn;
pub mod level;
pub mod lines;
pub mod maxn;
pub mod mcts;
pub mod message;
mod mind;
pub mod minimax;
pub mod monte_carlo;
pub mod notation;
pub mod oracle;
pub mod parts;
mod path;
pub mod perft;
pub mod playout;
pub mod prefetch;
pub mod proof;
mod pv;
pub mod random;
pub mod random_play;
pub mod rows;
pub mod score;
pub mod search;
pub mod session;
pub mod solve;
pub mod spec;
pub mod statistics;
pub mod view;
mod window;
pub mod witness;
mod worth;
