//! Charts as SVG text: what all of them have in common.

use crate::failure::Outcome;
use anyhow::anyhow;
use plotters::coord::Shift;
use plotters::prelude::*;

pub(crate) type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;
pub(crate) type Drawn = Result<(), Box<dyn std::error::Error>>;

/// A white sheet of so many points, with what is drawn on it.
pub(crate) fn svg(size: (u32, u32), draw: impl FnOnce(&Canvas<'_>) -> Drawn) -> Outcome<String> {
    let mut text = String::new();
    on_canvas(&mut text, size, draw).map_err(|error| anyhow!("cannot draw: {error}"))?;
    Ok(text)
}

fn on_canvas(
    text: &mut String,
    size: (u32, u32),
    draw: impl FnOnce(&Canvas<'_>) -> Drawn,
) -> Drawn {
    let canvas = SVGBackend::with_string(text, size).into_drawing_area();
    canvas.fill(&WHITE)?;
    draw(&canvas)?;
    canvas.present()?;
    Ok(())
}
