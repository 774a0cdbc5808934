//! `plyground train`: learns an evaluation from games of the engine against itself,
//! generation by generation. All of it is kept on disk, so that it goes on where it
//! was interrupted.

use crate::arguments::{TrainArguments, TrainPart};
use crate::failure::{Failure, Outcome};
use crate::files::whole;
use crate::matches::elo::Tally;
use crate::matches::sprt::Verdict;
use crate::training::pupil::Pupil;
use crate::{interrupt, machine, training, words};
use anyhow::{Context, anyhow};
use indicatif::{ProgressBar, ProgressStyle};
use plyground_engine::algorithm::Stop;
use plyground_engine::learn::fit;
use plyground_engine::learn::games::Conditions;
use plyground_games::Games;
use std::io::{Write, stdout};

pub(crate) fn run(games: Games, arguments: &TrainArguments) -> Outcome {
    let entry = games.find(&arguments.game)?;
    let Some(trainer) = entry.trainer() else {
        let learnt = games.iter().filter(|entry| entry.trainer().is_some());
        let ids: Vec<&str> = learnt.map(|entry| entry.id).collect();
        return Err(Failure::input(format!(
            "nothing is learnt in {}: expected one of {}",
            entry.id,
            ids.join(", ")
        )));
    };
    let directory = training::directory(arguments.dir.as_deref(), entry.id)?;
    let _lock = training::locked(&directory)?;
    let pupil = Pupil {
        id: entry.id,
        trainer: trainer.as_ref(),
        directory,
        conditions: Conditions {
            seed: arguments.seed,
            nodes: arguments.nodes,
        },
        place: &arguments.place,
        games,
        threads: arguments
            .threads
            .map_or_else(machine::cores, |threads| threads as usize),
        command: format!(
            "plyground train {} --games {} --nodes {} --generations {} --seed {}",
            entry.id, arguments.games, arguments.nodes, arguments.generations, arguments.seed
        ),
    };
    interrupt::guarded(|stop| {
        let first = match arguments.only {
            None => 1,
            Some(_) => arguments.generations,
        };
        for generation in first..=arguments.generations {
            if !learn(&pupil, generation, arguments, stop)? {
                break;
            }
        }
        Ok(())
    })
}

/// One generation; `false` where it was interrupted or is no better than the last.
fn learn(
    pupil: &Pupil<'_>,
    generation: u32,
    arguments: &TrainArguments,
    stop: &Stop<'_>,
) -> Outcome<bool> {
    let does = |part| arguments.only.is_none_or(|only| only == part);
    let is_settled = pupil.is_settled(generation);
    if does(TrainPart::Games) && (!is_settled || arguments.only.is_some()) {
        play(pupil, generation, arguments.games, stop)?;
    }
    if stop.is_raised() {
        return Err(anyhow!("stopped; the same command goes on from here").into());
    }
    if does(TrainPart::Fit) && (!is_settled || arguments.only.is_some()) {
        fit_weights(pupil, generation, arguments)?;
    }
    if does(TrainPart::Test) && !is_settled {
        return test(pupil, generation, arguments, stop);
    }
    Ok(true)
}

fn play(pupil: &Pupil<'_>, generation: u32, games: u64, stop: &Stop<'_>) -> Outcome {
    let template = "generation {msg}: {bar:30} {pos}/{len} games, {per_sec}, {eta} to go";
    let style = ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar());
    let bar = ProgressBar::new(games)
        .with_style(style)
        .with_message(generation.to_string());
    let mut first = true;
    let played = pupil.play(generation, games, stop, &mut |count| {
        if std::mem::take(&mut first) {
            bar.set_position(count);
            bar.reset_eta();
        }
        bar.set_position(count);
    });
    bar.finish_and_clear();
    played
}

fn fit_weights(pupil: &Pupil<'_>, generation: u32, arguments: &TrainArguments) -> Outcome {
    let settings = fit::Settings {
        epochs: arguments.epochs as usize,
        seed: arguments.seed,
        ..fit::Settings::default()
    };
    let (weights, fitted) = pupil.fit(generation, settings, &mut |epoch, loss| {
        eprintln!("epoch {epoch}: held-out loss {loss:.5}");
    })?;
    let path = pupil.candidate(generation);
    whole::write(&path, &weights.write())
        .with_context(|| format!("cannot write {}", path.display()))?;
    writeln!(
        stdout(),
        "generation {generation}: {} positions of {} games, held-out loss {:.5} ({:.5} by hand)",
        words::grouped(fitted.positions as u64),
        words::grouped(fitted.games),
        fitted.held_out,
        fitted.by_hand
    )?;
    Ok(())
}

fn test(
    pupil: &Pupil<'_>,
    generation: u32,
    arguments: &TrainArguments,
    stop: &Stop<'_>,
) -> Outcome<bool> {
    let style = ProgressStyle::with_template("test: {bar:30} {pos}/{len} games, {msg}")
        .unwrap_or(ProgressStyle::default_bar());
    let bar = ProgressBar::new(arguments.test_games).with_style(style);
    let (tally, verdict) = pupil.test(
        generation,
        arguments.sprt,
        arguments.test_games,
        stop,
        &mut |tally, llr| {
            bar.set_position(u64::from(tally.games()));
            bar.set_message(format!("{:.1} %, LLR {llr:+.2}", 100.0 * tally.score()));
        },
    )?;
    bar.finish_and_clear();
    if stop.is_raised() {
        return Err(anyhow!("stopped; the same command goes on from here").into());
    }
    let is_better = match verdict {
        Verdict::Accepted => true,
        Verdict::Rejected => false,
        Verdict::Open => tally.score() > 0.5,
    };
    let path = pupil.settle(generation, is_better)?;
    let said = if is_better {
        "adopted"
    } else {
        "no better than the last one: kept aside, not adopted"
    };
    let path = path.display();
    writeln!(
        stdout(),
        "generation {generation}: {said}, {} ({path})",
        in_words(&tally)
    )?;
    Ok(is_better)
}

fn in_words(tally: &Tally) -> String {
    let elo = match (tally.elo(), tally.elo_error()) {
        (Some(elo), Some(error)) => format!("{elo:+.0} ± {error:.0} Elo"),
        _ => "Elo beyond measure".to_owned(),
    };
    format!(
        "{} wins, {} draws, {} losses: {:.1} %, {elo}",
        tally.wins,
        tally.draws,
        tally.losses,
        100.0 * tally.score()
    )
}
