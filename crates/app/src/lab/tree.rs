//! The tree that a search looks at, drawn: every move with its value to the side that
//! is to move at the root, and the moves that need not be looked at.

use crate::words;
use plyground_engine::score::Value;
use plyground_engine::witness::told::{Node, Watched};
use std::fmt::Write;

/// The last pass of a search, as far as it is written down.
pub(crate) fn drawn(watched: &Watched, name: &str) -> String {
    let Some(layer) = watched.layers.last() else {
        return "nothing is written down of this search\n".to_owned();
    };
    let mut below: Vec<Vec<u32>> = vec![Vec::new(); watched.nodes.len()];
    for (id, node) in watched.nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            below[parent as usize].push(id as u32);
        }
    }
    let drawing = Drawing { watched, below };
    let root = &watched.nodes[layer.root as usize];
    let mut text = format!("{}  {name} to move\n", drawing.label(root));
    for line in drawing.lines(layer.root) {
        let _ = writeln!(text, "{line}");
    }
    text
}

struct Drawing<'a> {
    watched: &'a Watched,
    below: Vec<Vec<u32>>,
}

impl Drawing<'_> {
    /// A value, and whether a cut made it only a bound.
    fn label(&self, node: &Node) -> String {
        let Some(score) = node.score else {
            return "stopped".to_owned();
        };
        let bound = match node.bound() {
            Some(true) => "at least ",
            Some(false) => "at most ",
            None => "",
        };
        let value: Value = score.value(node.complete);
        format!(
            "{bound}{}",
            words::value(value, self.watched.points_per_unit)
        )
    }

    fn lines(&self, id: u32) -> Vec<String> {
        let node = &self.watched.nodes[id as usize];
        let children = &self.below[id as usize];
        let mut parts: Vec<(String, Vec<String>)> = children
            .iter()
            .map(|&child| {
                let told = &self.watched.nodes[child as usize];
                let mv = told.mv.as_deref().unwrap_or_default();
                (format!("{mv}  {}", self.label(told)), self.lines(child))
            })
            .collect();
        if !children.is_empty() && !node.left_out_moves.is_empty() {
            let moves = node.left_out_moves.join(" ");
            parts.push((format!("({moves} need not be looked at)"), Vec::new()));
        }
        indented(parts)
    }
}

/// The children of a node, joined by lines.
fn indented(parts: Vec<(String, Vec<String>)>) -> Vec<String> {
    let mut lines = Vec::new();
    let last = parts.len().saturating_sub(1);
    for (place, (label, below)) in parts.into_iter().enumerate() {
        let (joint, space) = if place == last {
            ("└─", "   ")
        } else {
            ("├─", "│  ")
        };
        lines.push(format!("{joint} {label}"));
        lines.extend(below.into_iter().map(|line| format!("{space}{line}")));
    }
    lines
}
