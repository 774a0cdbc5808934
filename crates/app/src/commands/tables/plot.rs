//! How many states there are at each distance, drawn.

use super::Subject;
use super::summary::Summary;
use crate::failure::Outcome;
use crate::plot::{self, Canvas, Drawn};
use plotters::prelude::*;

pub(super) fn svg(subject: &Subject, summary: &Summary) -> Outcome<String> {
    plot::svg((900, 420), |canvas| draw(canvas, subject, summary))
}

fn draw(canvas: &Canvas<'_>, subject: &Subject, summary: &Summary) -> Drawn {
    let distances = summary.by_distance();
    let farthest = i32::from(distances.last().map_or(1, |&(plies, ..)| plies));
    let most = distances
        .iter()
        .map(|(_, states, _)| states[0] + states[1])
        .max()
        .unwrap_or(1);
    let caption = format!(
        "{}, {}: states by distance",
        subject.entry.name, subject.identity.rules
    );
    let mut chart = ChartBuilder::on(canvas)
        .caption(caption, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(84)
        .build_cartesian_2d(0..farthest + 1, (1u64..most * 2).log_scale())?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .x_desc("plies to the end under best play")
        .y_desc("states (logarithmic)")
        .draw()?;
    for (name, side, colour) in [
        ("won", 0, RGBColor(31, 119, 180)),
        ("lost", 1, RGBColor(214, 39, 40)),
    ] {
        chart
            .draw_series(
                distances
                    .iter()
                    .filter(|(_, states, _)| states[side] > 0)
                    .map(|&(plies, states, _)| {
                        let plies = i32::from(plies);
                        Rectangle::new([(plies, 1), (plies + 1, states[side])], colour.filled())
                    }),
            )?
            .label(name)
            .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 10, y + 5)], colour.filled()));
    }
    chart
        .configure_series_labels()
        .border_style(BLACK)
        .background_style(WHITE)
        .draw()?;
    Ok(())
}
