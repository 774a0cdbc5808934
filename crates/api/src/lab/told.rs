//! A watched search in JSON. Fields that say what is usual are left out, as there are
//! thousands of positions.

use super::theory::Trees;
use crate::json::{self, Score as JsonScore, units};
use plyground_engine::algorithm::Stop;
use plyground_engine::game::WinDrawLoss;
use plyground_engine::proof::Numbers;
use plyground_engine::score::{Score, Value};
use plyground_engine::search::Bound;
use plyground_engine::spec::Spec;
use plyground_engine::witness::record::{Edge, Source};
use plyground_engine::witness::told::{Grove, Node, Watched};
use plyground_engine::witness::{Asking, Recalled, Rest};
use serde::Serialize;
use serde_json::{Number, Value as Json, json};

/// One search: its figures, what theory says of them, and the tree.
#[derive(Debug, Serialize)]
pub struct Laboratory {
    algorithm: &'static str,
    /// The seat whose view all values are, and how many play.
    chooser: usize,
    players: usize,
    score: JsonScore,
    pv: Vec<String>,
    depth: u32,
    nodes: u64,
    leaves: u64,
    cutoffs: u64,
    first_move_cutoffs: u64,
    table_answers: u64,
    by_ply: Vec<u64>,
    /// Why the search was ended before its depth: `nodes` or `time`.
    stopped: Option<&'static str>,
    branching: f64,
    whole_tree: f64,
    least_tree: f64,
    /// How many of the nodes are in the tree below.
    drawn: usize,
    layers: Vec<LayerTold>,
    tree: Vec<NodeTold>,
    #[serde(skip_serializing_if = "Option::is_none")]
    growth: Option<Growth>,
}

#[derive(Debug, Serialize)]
struct LayerTold {
    root: u32,
    depth: u32,
    /// The seat whose win a proof-number search asks about.
    #[serde(skip_serializing_if = "Option::is_none")]
    hoper: Option<usize>,
}

/// A number is an estimate in units; `+5` is won and `-5` lost in five plies from the
/// root, a bare sign without the distance; `=` is a certain draw.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Mark {
    Estimate(Number),
    Certain(String),
}

/// Who set a bound: a node, or `root`, `null` (a null window) or `folded`.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Setter {
    Node(u32),
    Other(&'static str),
}

#[derive(Debug, Default, Serialize)]
struct NodeTold {
    #[serde(skip_serializing_if = "Option::is_none")]
    parent: Option<u32>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<String>,
    seat: usize,
    max: bool,
    depth: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    asking: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<Mark>,
    #[serde(skip_serializing_if = "Option::is_none")]
    low_by: Option<Setter>,
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<Mark>,
    #[serde(skip_serializing_if = "Option::is_none")]
    high_by: Option<Setter>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rest: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recalled: Option<RecalledTold>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Mark>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut_by: Option<Setter>,
    #[serde(skip_serializing_if = "is_zero")]
    left_out: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out_moves: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    each: Option<Vec<Mark>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<[u32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    numbers: Option<[u32; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    weighed: Vec<(String, u32, u32)>,
    nodes: u64,
}

#[derive(Debug, Serialize)]
struct RecalledTold {
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<u32>,
    bound: &'static str,
    depth: u8,
}

/// A tree that grew by playouts.
#[derive(Debug, Serialize)]
struct Growth {
    exploration: f64,
    nodes: Vec<Json>,
    /// Where each playout began, and the share of the point for every seat.
    playouts: Vec<Json>,
    /// Which node, after how many playouts, and the share for who moved into it.
    proofs: Vec<Json>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

pub(super) fn laboratory(
    spec: &Spec,
    watched: &Watched,
    trees: &Trees,
    stop: &Stop<'_>,
) -> Laboratory {
    let depth = trees.depth;
    let is_short = spec.has_depth() && watched.counted >= spec.nodes.unwrap_or(u64::MAX);
    let grows = !watched.grove.nodes.is_empty();
    let layers = watched.layers.iter().map(|layer| LayerTold {
        root: layer.root,
        depth: layer.depth,
        hoper: layer.hoper.map(|hoper| hoper.index()),
    });
    Laboratory {
        algorithm: spec.algorithm.name(),
        chooser: watched.chooser.index(),
        players: watched.players,
        score: json::score(watched.value, watched.points_per_unit),
        pv: watched.pv.clone(),
        depth: watched.depth,
        nodes: watched.reported_nodes,
        leaves: watched.leaves,
        cutoffs: watched.cutoffs,
        first_move_cutoffs: watched.first_move_cutoffs,
        table_answers: watched.recollections,
        by_ply: watched.by_ply.clone(),
        stopped: match (stop.is_raised(), is_short) {
            (true, _) => Some("time"),
            (false, true) => Some("nodes"),
            (false, false) => None,
        },
        branching: trees.branching(),
        whole_tree: trees.whole(depth),
        least_tree: trees.least(depth),
        drawn: watched.nodes.len(),
        layers: layers.collect(),
        tree: watched
            .nodes
            .iter()
            .map(|node| told(node, watched.points_per_unit))
            .collect(),
        growth: grows.then(|| growth(&watched.grove)),
    }
}

fn mark(score: Score, complete: bool, unit: i32) -> Mark {
    let plies = |plies: Option<u32>| plies.map_or(String::new(), |plies| plies.to_string());
    match score.value(complete) {
        Value::Win { plies: far } => Mark::Certain(format!("+{}", plies(far))),
        Value::Loss { plies: far } => Mark::Certain(format!("-{}", plies(far))),
        Value::Draw => Mark::Certain("=".to_owned()),
        Value::Estimate(points) => Mark::Estimate(units(points, unit)),
        Value::Unknown => Mark::Estimate(Number::from(0)),
    }
}

fn setter(source: Source) -> Setter {
    match source {
        Source::Root => Setter::Other("root"),
        Source::Null => Setter::Other("null"),
        Source::Node(id) => Setter::Node(id),
        Source::Unwritten => Setter::Other("folded"),
    }
}

/// An edge of a window; there is none beyond every score.
fn edge(edge: Edge, unit: i32) -> (Option<Mark>, Option<Setter>) {
    if edge.score <= Score::MIN || edge.score >= Score::MAX {
        return (None, None);
    }
    (Some(mark(edge.score, false, unit)), Some(setter(edge.by)))
}

fn asking(asking: Asking) -> Option<&'static str> {
    match asking {
        Asking::Openly => None,
        Asking::Scout => Some("scout"),
        Asking::Reduced => Some("reduced"),
        Asking::Again => Some("again"),
    }
}

fn rest(rest: Rest) -> &'static str {
    match rest {
        Rest::Ended => "ended",
        Rest::Stuck => "stuck",
        Rest::Leaf => "leaf",
        Rest::Foreseen => "foreseen",
        Rest::TooLate => "too-late",
        Rest::Futile => "futile",
        Rest::Table(_) => "table",
        Rest::Reply(_) => "reply",
    }
}

/// What the table said, in the view of the root's player.
fn recalled(node: &Node) -> Option<RecalledTold> {
    let told = |recalled: Recalled, bound| RecalledTold {
        from: node.recalled_from,
        bound,
        depth: recalled.depth,
    };
    let (least, most) = match node.is_max {
        true => ("least", "most"),
        false => ("most", "least"),
    };
    match node.rest? {
        Rest::Table(found) => Some(told(
            found,
            match found.bound {
                Bound::Lower => least,
                Bound::Upper => most,
                Bound::Exact | Bound::None => "exact",
            },
        )),
        Rest::Reply(found) => Some(told(found, least)),
        _ => None,
    }
}

fn bound(is_least: bool) -> &'static str {
    match is_least {
        true => "least",
        false => "most",
    }
}

fn told(node: &Node, unit: i32) -> NodeTold {
    let (low, low_by) = edge(node.low, unit);
    let (high, high_by) = edge(node.high, unit);
    let pair = |numbers: Numbers| [numbers.proof, numbers.disproof];
    let is_proof = node.limit.is_some();
    let value = node.score.filter(|_| !is_proof);
    let weighed = node.weighed.iter();
    let each = node.scores.as_ref();
    NodeTold {
        parent: node.parent,
        mv: node.mv.clone(),
        seat: node.player.index(),
        max: node.is_max,
        depth: node.depth,
        asking: asking(node.asking),
        low,
        low_by,
        high,
        high_by,
        rest: match node.is_repetition {
            true => Some("repeated"),
            false => node.rest.map(rest),
        },
        recalled: recalled(node),
        value: value.map(|score| mark(score, node.complete, unit)),
        bound: node.bound().map(bound),
        cut_by: node.cut_by.map(setter),
        left_out: node.left_out,
        left_out_moves: node.left_out_moves.clone(),
        each: each.map(|scores| {
            let seats = scores.iter();
            seats
                .map(|&score| mark(score, node.complete, unit))
                .collect()
        }),
        limit: node.limit.map(pair),
        numbers: node.numbers.map(pair),
        weighed: weighed
            .map(|(mv, numbers)| (mv.clone(), numbers.proof, numbers.disproof))
            .collect(),
        nodes: node.nodes,
    }
}

fn share(result: WinDrawLoss) -> f64 {
    match result {
        WinDrawLoss::Win => 1.0,
        WinDrawLoss::Draw => 0.5,
        WinDrawLoss::Loss => 0.0,
    }
}

fn growth(grove: &Grove) -> Growth {
    let nodes = grove.nodes.iter().map(|node| {
        json!({
            "parent": node.parent,
            "move": node.mv,
            "mover": node.mover.index(),
            "born": node.born,
        })
    });
    let playouts = grove.playouts.iter().map(|playout| {
        let shares: Vec<f64> = playout
            .results
            .iter()
            .map(|&result| share(result))
            .collect();
        json!({"node": playout.node, "shares": shares})
    });
    let proofs = grove.proofs.iter().map(
        |&(node, after, result)| json!({"node": node, "after": after, "share": share(result)}),
    );
    Growth {
        exploration: plyground_engine::mcts::EXPLORATION,
        nodes: nodes.collect(),
        playouts: playouts.collect(),
        proofs: proofs.collect(),
    }
}
