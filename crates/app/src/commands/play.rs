//! `plyground play`: a game in the terminal, any seat human or engine.

mod orders;
mod table;

use crate::arguments::PlayArguments;
use crate::draw::{Look, Sight};
use crate::failure::{Failure, Outcome};
use crate::language::say;
use crate::positions::open_at;
use crate::{interrupt, machine};
use orders::Order;
use plyground_api::choice::Opened;
use plyground_engine::spec::Spec;
use plyground_games::Games;
use std::io::{BufRead, Write};
use std::time::Duration;
use table::{Seat, Table};

/// How long an engine thinks about a move unless told otherwise.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

pub(crate) fn run(games: Games, arguments: &PlayArguments) -> Outcome {
    let mut opened = open_at(games, &arguments.rules, &arguments.position)?;
    let format = usual_format(&mut opened, arguments)?;
    let seats = seats(&opened, arguments)?;
    let asks_tables = |seat: &Seat| match seat {
        Seat::Human => true,
        Seat::Engine(spec) => spec.allows_exact_answers(),
    };
    if seats.iter().any(asks_tables) {
        opened.hint_at_tables();
    }
    let seed = arguments.seed.unwrap_or_else(|| crate::clock::now().seed());
    let look = Look::of_terminal(arguments.ascii);
    let look = Sight {
        look,
        is_numbered: format == Some("numeric"),
    };
    let mut table = Table::new(opened, seats, arguments.clock, seed, look)?;
    table.shows_lines = arguments.rules.wants_board();
    talk(&mut table)
}

/// Moves are written as the players of the game write them, unless told otherwise.
fn usual_format<'a>(opened: &mut Opened, arguments: &'a PlayArguments) -> Outcome<Option<&'a str>> {
    if let Some(format) = &arguments.rules.format {
        return Ok(Some(format));
    }
    let usual = opened.session.move_formats().first().copied();
    if let Some(usual) = usual {
        opened.session.write_moves_as(usual)?;
    }
    Ok(usual)
}

/// Who sits where. Without any word of it a human begins and engines answer.
fn seats(opened: &Opened, arguments: &PlayArguments) -> Outcome<Vec<Seat>> {
    let players = opened.session.players();
    if arguments.seats.is_empty() {
        let engine = engine(Spec::default(), arguments);
        let mut seats = vec![Seat::Engine(engine); players];
        seats[0] = Seat::Human;
        return Ok(seats);
    }
    if arguments.seats.len() != players {
        let given = arguments.seats.len();
        return Err(Failure::input(say!("cli.seats", n = players, n2 = given)));
    }
    let mut seats = Vec::new();
    for text in &arguments.seats {
        seats.push(match text.as_str() {
            "human" => Seat::Human,
            text => Seat::Engine(engine(machine::spec(text)?, arguments)),
        });
    }
    Ok(seats)
}

/// The limits of the command line hold for every engine that has none of its own.
fn engine(mut spec: Spec, arguments: &PlayArguments) -> Spec {
    if spec.is_unlimited() {
        let limits = arguments.limits.counted();
        spec.depth = limits.depth;
        spec.nodes = limits.nodes;
        spec.time = arguments.limits.time;
    }
    if spec.is_unlimited() && arguments.clock.is_none() {
        spec.time = Some(DEFAULT_TIME);
    }
    spec.level = spec.level.or(arguments.level);
    spec.threads = spec.threads.or(Some(machine::cores()));
    spec
}

/// Turn after turn, until the game is over and nobody has anything left to say.
fn talk(table: &mut Table) -> Outcome {
    let mut input = std::io::stdin().lock();
    let mut line = Vec::new();
    table.show()?;
    loop {
        if interrupt::was_raised() {
            return Ok(());
        }
        if table.is_over() && !table.has_humans() {
            return Ok(());
        }
        if !table.is_over() && table.engine_to_move() {
            table.let_engine_move()?;
            continue;
        }
        table.prompt()?;
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            writeln!(anstream::stdout())?;
            return Ok(());
        }
        let text = String::from_utf8_lossy(&line);
        match Order::of(text.trim_end()) {
            Order::Quit => return Ok(()),
            Order::Play(begun) => {
                let text = whole_move(table, begun, &mut input)?;
                table.obey(Order::Play(text))?;
            }
            order => table.obey(order)?,
        }
    }
}

/// A move may take several lines: a board of its own does.
fn whole_move(table: &Table, mut text: String, input: &mut impl BufRead) -> Outcome<String> {
    let mut line = Vec::new();
    while table.is_unfinished_move(&text) {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 || line.trim_ascii().is_empty() {
            break;
        }
        text.push('\n');
        text.push_str(String::from_utf8_lossy(&line).trim_end());
    }
    Ok(text)
}
