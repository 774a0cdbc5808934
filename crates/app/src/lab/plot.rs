//! Nodes against depth as a picture: depth to the right, nodes upwards, each
//! line of the grid ten times the one below.

use super::Subject;
use crate::failure::Outcome;
use crate::plot::{self, Canvas, Drawn};
use crate::words;
use plotters::prelude::*;
use plyground_api::lab::theory::Trees;

/// Colours that can be told apart by people who see few of them; the second
/// time round their lines have dots.
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(60, 60, 60),
];
const THEORY: RGBColor = RGBColor(170, 170, 170);

/// One line of the picture.
struct Curve<'a> {
    name: &'a str,
    colour: RGBColor,
    is_dotted: bool,
    points: Vec<(u32, f64)>,
}

pub(crate) fn svg(title: &str, subjects: &[Subject], bounds: &Trees) -> Outcome<String> {
    plot::svg((900, 640), |canvas| {
        draw(canvas, title, &curves(subjects, bounds), bounds.depth)
    })
}

/// What theory says first, as far as what was measured reaches.
fn curves<'a>(subjects: &'a [Subject], bounds: &Trees) -> Vec<Curve<'a>> {
    let measured = |subject: &Subject| -> Vec<(u32, f64)> {
        let runs = subject.runs.iter();
        runs.filter_map(|run| Some((run.depth?, run.nodes as f64)))
            .collect()
    };
    let nodes = subjects.iter().flat_map(measured).map(|(_, nodes)| nodes);
    let most = nodes.fold(10.0, f64::max);
    let theory = |name, is_dotted, nodes: fn(&Trees, u32) -> f64| {
        let points = (1..=bounds.depth).map(|depth| (depth, nodes(bounds, depth)));
        Curve {
            name,
            colour: THEORY,
            is_dotted,
            points: points.take_while(|&(_, nodes)| nodes <= most).collect(),
        }
    };
    let mut curves = vec![
        theory("b^d", false, Trees::whole),
        theory("smallest tree", true, Trees::least),
    ];
    curves.extend(subjects.iter().enumerate().map(|(index, subject)| Curve {
        name: &subject.name,
        colour: COLOURS[index % COLOURS.len()],
        is_dotted: index >= COLOURS.len(),
        points: measured(subject),
    }));
    curves.retain(|curve| !curve.points.is_empty());
    curves
}

fn draw(canvas: &Canvas<'_>, title: &str, curves: &[Curve<'_>], depth: u32) -> Drawn {
    let nodes = curves.iter().flat_map(|curve| &curve.points);
    let most = nodes.map(|&(_, nodes)| nodes).fold(10.0, f64::max);
    let mut chart = ChartBuilder::on(canvas)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(84)
        .build_cartesian_2d(1..depth.max(2), (1.0..most * 2.0).log_scale())?;
    chart
        .configure_mesh()
        .x_desc("depth")
        .y_desc("nodes (logarithmic)")
        .x_labels(depth as usize)
        .y_label_formatter(&|nodes| words::grouped(*nodes as u64))
        .draw()?;
    for curve in curves {
        let style = curve.colour.stroke_width(2);
        let dots = if curve.is_dotted { 4 } else { 0 };
        chart
            .draw_series(LineSeries::new(curve.points.iter().copied(), style).point_size(dots))?
            .label(curve.name)
            .legend(move |(x, y)| {
                EmptyElement::at((x, y))
                    + PathElement::new([(0, 0), (24, 0)], style)
                    + Circle::new((12, 0), dots, style)
            });
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .legend_area_size(32)
        .border_style(THEORY)
        .background_style(WHITE.mix(0.85))
        .draw()?;
    Ok(())
}
