//! The moves to choose from by ply, and how many games last so long, drawn.

use crate::arguments::PolicyName;
use crate::failure::Outcome;
use crate::plot::{self, Canvas, Drawn};
use plotters::prelude::*;
use plyground_engine::statistics::Tally;

/// Plies that fewer than one game in so many reaches are left out.
const RARE: u64 = 1000;

pub(super) fn svg(name: &str, policy: PolicyName, tally: &Tally) -> Outcome<String> {
    plot::svg((900, 420), |canvas| draw(canvas, name, policy, tally))
}

fn draw(canvas: &Canvas<'_>, name: &str, policy: PolicyName, tally: &Tally) -> Drawn {
    let policy = match policy {
        PolicyName::Uniform => "uniform",
        PolicyName::Careful => "careful",
    };
    let games = tally.games().max(1);
    let plies: Vec<(f64, f64)> = tally
        .by_ply
        .iter()
        .filter(|(times, _)| times * RARE >= games)
        .map(|&(times, moves)| {
            let mean = moves as f64 / times as f64;
            (mean, 100.0 * times as f64 / games as f64)
        })
        .collect();
    let last = plies.len().max(1) as f64;
    let most = plies.iter().map(|&(mean, _)| mean).fold(1.0, f64::max);
    let mut chart = ChartBuilder::on(canvas)
        .caption(
            format!("{name}: {games} {policy} games"),
            ("sans-serif", 18),
        )
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(48)
        .right_y_label_area_size(48)
        .build_cartesian_2d(0.0..last, 0.0..most * 1.1)?
        .set_secondary_coord(0.0..last, 0.0..110.0);
    chart
        .configure_mesh()
        .x_desc("ply")
        .y_desc("moves to choose from")
        .draw()?;
    chart
        .configure_secondary_axes()
        .y_desc("games still on, %")
        .draw()?;
    let numbered = |value: fn(&(f64, f64)) -> f64| {
        let points: Vec<(f64, f64)> = plies
            .iter()
            .enumerate()
            .map(|(ply, pair)| (ply as f64, value(pair)))
            .collect();
        points
    };
    let (blue, red) = (RGBColor(31, 119, 180), RGBColor(214, 39, 40));
    chart
        .draw_series(LineSeries::new(numbered(|pair| pair.0), &blue))?
        .label("moves to choose from")
        .legend(move |(x, y)| PathElement::new([(x, y), (x + 12, y)], blue));
    chart
        .draw_secondary_series(LineSeries::new(numbered(|pair| pair.1), &red))?
        .label("games still on")
        .legend(move |(x, y)| PathElement::new([(x, y), (x + 12, y)], red));
    chart
        .configure_series_labels()
        .border_style(BLACK)
        .background_style(WHITE)
        .draw()?;
    Ok(())
}
