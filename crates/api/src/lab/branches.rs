//! A tree that somebody has drawn, as a game: `((3 5)(2 9))`. Every leaf lies on the
//! same ply and says what it is worth to the player who begins.

use plyground_engine::algorithm::{Stop, Task};
use plyground_engine::engines::Evaluation;
use plyground_engine::game::{Game, Heuristics, Outcome, Player};
use plyground_engine::notation::ParseError;
use plyground_engine::refused;
use plyground_engine::spec::Spec;
use plyground_engine::witness::record::Room;
use plyground_engine::witness::told::{self, Watched};
use std::str::FromStr;
use std::sync::Arc;

const MOST_LEAVES: usize = 4096;
const MOST_PLIES: u32 = 12;
const LARGEST: i32 = 9999;

#[derive(Clone, Debug)]
enum Branch {
    Leaf(i32),
    Fork(Vec<u32>),
}

#[derive(Clone, Debug)]
pub(super) struct Branches {
    branches: Arc<[Branch]>,
    depth: u32,
    leaves: usize,
}

/// Where one is in the tree, and how far down.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Place {
    branch: u32,
    ply: u32,
}

fn bad(place: usize) -> ParseError {
    refused!(
        "tree.text",
        "expected a tree such as ((3 5)(2 9)); it cannot be read on from character {n}",
        n = place + 1
    )
}

impl FromStr for Branches {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Branches, ParseError> {
        let mut branches = vec![Branch::Fork(Vec::new())];
        let mut open: Vec<u32> = Vec::new();
        let (mut depth, mut leaves, mut is_closed) = (None, 0, false);
        let mut rest = text.char_indices().peekable();
        while let Some((place, sign)) = rest.next() {
            if sign.is_whitespace() || sign == ',' {
                continue;
            }
            if is_closed {
                return Err(bad(place));
            }
            match sign {
                '(' => {
                    let own = match open.last() {
                        None => 0,
                        Some(&parent) => grown(&mut branches, parent, Branch::Fork(Vec::new())),
                    };
                    open.push(own);
                    if open.len() as u32 > MOST_PLIES {
                        return Err(refused!(
                            "tree.deep",
                            "expected a tree of at most {n} plies",
                            n = MOST_PLIES
                        ));
                    }
                }
                ')' => {
                    let closed = open.pop().ok_or_else(|| bad(place))?;
                    if matches!(&branches[closed as usize], Branch::Fork(below) if below.is_empty())
                    {
                        return Err(bad(place));
                    }
                    is_closed = open.is_empty();
                }
                '-' | '−' | '0'..='9' => {
                    let mut digits = sign.to_string().replace('−', "-");
                    while let Some((_, digit)) = rest.next_if(|(_, next)| next.is_ascii_digit()) {
                        digits.push(digit);
                    }
                    let value = digits.parse::<i32>().ok();
                    let value = value.filter(|value| value.abs() <= LARGEST);
                    let value = value.ok_or_else(|| bad(place))?;
                    let &parent = open.last().ok_or_else(|| bad(place))?;
                    if *depth.get_or_insert(open.len()) != open.len() {
                        return Err(refused!(
                            "tree.uneven",
                            "expected all leaves on the same ply, found one on ply {n} at character {n2}",
                            n = open.len(),
                            n2 = place + 1
                        ));
                    }
                    grown(&mut branches, parent, Branch::Leaf(value));
                    leaves += 1;
                }
                _ => return Err(bad(place)),
            }
            if leaves > MOST_LEAVES {
                return Err(refused!(
                    "tree.large",
                    "expected a tree of at most {n} leaves",
                    n = MOST_LEAVES
                ));
            }
        }
        let end = text.chars().count();
        let depth = depth.filter(|_| is_closed).ok_or_else(|| bad(end))?;
        Ok(Branches {
            branches: branches.into(),
            depth: depth as u32,
            leaves,
        })
    }
}

fn grown(branches: &mut Vec<Branch>, parent: u32, branch: Branch) -> u32 {
    let own = branches.len() as u32;
    branches.push(branch);
    if let Branch::Fork(below) = &mut branches[parent as usize] {
        below.push(own);
    }
    own
}

impl Branches {
    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    pub(super) fn branching(&self) -> f64 {
        (self.leaves as f64).powf(1.0 / f64::from(self.depth))
    }

    pub(super) fn watch(
        &self,
        spec: &Spec,
        room: Room,
        stop: &Stop<'_>,
    ) -> Result<Watched, ParseError> {
        let root = self.start();
        let task = Task {
            limits: spec.limits(),
            ..Task::new(self, &root, stop)
        };
        let (report, record) = Evaluation::new("leaves", Leaves).watch(spec, &task, room)?;
        let write = |place: &Place, moves: &[u32]| {
            let below = self.below(place);
            let name = |mv: &u32| letter(below.iter().position(|branch| branch == mv));
            moves.iter().map(name).collect()
        };
        Ok(told::tell(self, &root, (&report, record), 1, &write))
    }

    fn below(&self, place: &Place) -> &[u32] {
        match &self.branches[place.branch as usize] {
            Branch::Fork(below) => below,
            Branch::Leaf(_) => &[],
        }
    }

    fn worth(&self, place: &Place) -> i32 {
        match self.branches[place.branch as usize] {
            Branch::Leaf(value) => value,
            Branch::Fork(_) => 0,
        }
    }
}

/// Branches are called a, b, c … and by numbers beyond z.
fn letter(place: Option<usize>) -> String {
    let place = place.unwrap_or_default();
    match u8::try_from(place) {
        Ok(place @ 0..26) => char::from(b'a' + place).to_string(),
        _ => (place + 1).to_string(),
    }
}

impl Game for Branches {
    type Position = Place;
    type Move = u32;

    const CAN_REPEAT: bool = false;

    fn start(&self) -> Place {
        Place { branch: 0, ply: 0 }
    }

    fn to_move(&self, place: &Place) -> Player {
        Player::seat(place.ply as usize % 2)
    }

    fn legal_moves(&self, place: &Place, moves: &mut Vec<u32>) {
        moves.extend(self.below(place));
    }

    fn after(&self, place: &Place, mv: u32) -> Place {
        Place {
            branch: mv,
            ply: place.ply + 1,
        }
    }

    fn outcome(&self, _place: &Place) -> Option<Outcome> {
        None
    }

    /// For what plays to the end: who is ahead at a leaf has won.
    fn outcome_when_stuck(&self, place: &Place) -> Outcome {
        match self.worth(place).signum() {
            1 => Outcome::Win(Player::FIRST),
            -1 => Outcome::Win(Player::SECOND),
            _ => Outcome::Draw,
        }
    }
}

/// What is written at the leaves.
#[derive(Clone, Copy, Debug)]
struct Leaves;

impl Heuristics<Branches> for Leaves {
    fn evaluate(&self, game: &Branches, place: &Place, player: Player) -> i32 {
        match player {
            Player::FIRST => game.worth(place),
            _ => -game.worth(place),
        }
    }
}
