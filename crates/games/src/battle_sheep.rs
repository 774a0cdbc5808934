//! Battle Sheep, for two to four players on any pasture of hexes.

mod classic;
pub mod endings;
mod explain;
mod filling;
pub mod heuristics;
mod learned;
mod notation;
pub mod pasture;
pub mod regions;
pub mod rules;
mod text;
pub mod tiles;
mod view;

pub use rules::BattleSheep;

use crate::Entry;
use crate::options::{Choice, GameOption, Options};
use plyground_engine::engines::Evaluation;
use plyground_engine::message;
use plyground_engine::refused;
use plyground_engine::session::GameSession;
use rules::Ending;
use std::sync::Arc;

pub const ENTRY: Entry = Entry::new(heuristics::ID, "Battle Sheep", |options, _| {
    let opinions = vec![
        heuristics::Opinion::by_default().named("default"),
        heuristics::Opinion::territory().named("territory"),
        Evaluation::new("classic", heuristics::Classic)
            .with_unit(heuristics::CLASSIC_UNIT)
            .with_about(message!(
                "eval.sheep.classic",
                "1 a free side of a free sheep, minus half the difference of largest and smallest stack"
            )),
    ];
    Box::new(GameSession::new(rules_of(options), opinions))
})
.with_players(2, 4)
.with_options(&[
    GameOption {
        name: "players",
        about: "how many play",
        choice: Choice::Number {
            min: 2,
            max: 4,
            default: 2,
        },
    },
    GameOption {
        name: "sheep",
        about: "how many sheep each player places",
        choice: Choice::Number {
            min: 1,
            max: rules::MOST_SHEEP as u64,
            default: 16,
        },
    },
    GameOption {
        name: "ending",
        about: "what happens to a player who cannot move: passes, or has lost (two players only)",
        choice: Choice::Words(&["official", "splits"]),
    },
    GameOption {
        name: "pasture",
        about: "the guide's, or a random one; three and four players always get a random one",
        choice: Choice::Words(&["guide", "random"]),
    },
    GameOption {
        name: "seed",
        about: "which random pasture",
        choice: Choice::Number {
            min: 0,
            max: u32::MAX as u64,
            default: 1,
        },
    },
])
.with_check(|options| {
    if rules_of(options).ending == Ending::Splits && options.number("players") > 2 {
        return Err(refused!(
            "sheep.splitsOption",
            "option ending=splits is for two players, found players={n}",
            n = options.number("players")
        ));
    }
    Ok(())
})
.with_rules(include_str!("../rules/battle-sheep.md"))
.with_bench_depth(4)
.with_trainer(|| Box::new(heuristics::Opinion::course()));

fn rules_of(options: &Options) -> BattleSheep {
    let players = options.number("players") as usize;
    let is_guide = options.word("pasture") == 0 && players == 2;
    let pasture = if is_guide {
        tiles::guide()
    } else {
        tiles::random(players, options.number("seed"))
    };
    BattleSheep {
        pasture: Arc::new(pasture),
        players,
        sheep: options.number("sheep") as u8,
        ending: [Ending::Official, Ending::Splits][options.word("ending")],
    }
}
