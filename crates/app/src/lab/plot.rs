//! Nodes against depth as a picture: depth to the right, nodes upwards, each
//! line of the grid ten times the one below.

use super::{Bounds, Subject};
use std::fmt::Write;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 560.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 320.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 50.0;

/// Colours that can be told apart by people who see few of them; dashes help too.
const COLOURS: [&str; 8] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#555555", "#000000",
];
const DASHES: [&str; 3] = ["none", "7 4", "2 3"];

struct Scale {
    depths: f64,
    powers: f64,
}

impl Scale {
    fn x(&self, depth: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * (depth - 1.0) / (self.depths - 1.0).max(1.0)
    }

    fn y(&self, nodes: f64) -> f64 {
        let share = nodes.max(1.0).log10() / self.powers.max(1.0);
        HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share
    }
}

pub(crate) fn svg(title: &str, subjects: &[Subject], bounds: &Bounds) -> String {
    let runs = subjects.iter().flat_map(|subject| &subject.runs);
    let most = runs.map(|run| run.nodes as f64).fold(10.0, f64::max);
    let scale = Scale {
        depths: f64::from(bounds.depth),
        powers: most.log10().ceil(),
    };
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <title>{title}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"26\" font-size=\"16\">{title}</text>\n"
    );
    grid(&mut picture, &scale, bounds.depth);
    let theory = [
        ("b^d", Bounds::whole as fn(&Bounds, u32) -> f64),
        ("smallest tree", Bounds::least),
    ];
    let mut place = 0;
    for (name, nodes) in theory {
        let points = (1..=bounds.depth)
            .map(|depth| (f64::from(depth), nodes(bounds, depth)))
            .take_while(|&(_, nodes)| nodes <= 10f64.powf(scale.powers));
        let points: Vec<(f64, f64)> = points.collect();
        line(
            &mut picture,
            &scale,
            place,
            name,
            &points,
            ("#999999", "1 4"),
        );
        place += 1;
    }
    for (index, subject) in subjects.iter().enumerate() {
        let points: Vec<(f64, f64)> = subject
            .runs
            .iter()
            .map(|run| (f64::from(run.depth), run.nodes as f64))
            .collect();
        let style = (
            COLOURS[index % COLOURS.len()],
            DASHES[index / COLOURS.len() % DASHES.len()],
        );
        line(&mut picture, &scale, place, &subject.name, &points, style);
        place += 1;
    }
    picture.push_str("</svg>\n");
    picture
}

fn grid(picture: &mut String, scale: &Scale, depth: u32) {
    let right = WIDTH - RIGHT;
    for power in 0..=scale.powers as i32 {
        let y = scale.y(10f64.powi(power));
        let _ = writeln!(
            picture,
            "<line x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">10<tspan dy=\"-5\" font-size=\"9\">{power}</tspan></text>",
            LEFT - 8.0,
            y + 4.0
        );
    }
    for depth in 1..=depth {
        let x = scale.x(f64::from(depth));
        let _ = writeln!(
            picture,
            "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{depth}</text>",
            HEIGHT - BOTTOM + 20.0
        );
    }
    let _ = writeln!(
        picture,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">depth</text>",
        (LEFT + right) / 2.0,
        HEIGHT - 10.0
    );
}

/// One line of the picture and its name in the list on the right.
fn line(
    picture: &mut String,
    scale: &Scale,
    place: usize,
    name: &str,
    points: &[(f64, f64)],
    (colour, dashes): (&str, &str),
) {
    let mut path = String::new();
    for &(depth, nodes) in points {
        let _ = write!(path, "{:.1},{:.1} ", scale.x(depth), scale.y(nodes));
    }
    let y = TOP + 10.0 + 20.0 * place as f64;
    let x = WIDTH - RIGHT + 16.0;
    let stroke = format!("stroke=\"{colour}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"");
    let _ = writeln!(
        picture,
        "<polyline points=\"{}\" fill=\"none\" {stroke}/>\
         <line x1=\"{x}\" x2=\"{}\" y1=\"{y}\" y2=\"{y}\" {stroke}/>\
         <text x=\"{}\" y=\"{}\">{name}</text>",
        path.trim_end(),
        x + 28.0,
        x + 36.0,
        y + 4.0
    );
}
