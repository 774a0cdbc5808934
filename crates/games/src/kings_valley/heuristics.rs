//! Two opinions about King's Valley.

use super::board::{CENTRE_BIT, NEIGHBOURS, ones, slides};
use super::notation::name as name_of;
use super::rules::{KingsValley, Move, Position};
use plyground_engine::explain::{Case, Part};
use plyground_engine::game::{Game, Heuristics, Player};
use plyground_engine::level::{Levels, levels};
use plyground_engine::message;
use plyground_engine::message::Message;

/// The worth of the best move of the side to move, each move judged by a list
/// of reasons of which the first that holds counts.
#[derive(Clone, Copy, Debug)]
pub struct Classic;

/// The cases by which a move is judged; the first that holds counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    Wins,
    Loses,
    LetsIn,
    OpensWay,
    ClosesWay,
    Frees,
    CrowdsOwn,
    CrowdsOther,
    Nothing,
}

impl Reason {
    const fn points(self) -> i32 {
        match self {
            Reason::Wins => 1_000_000,
            Reason::Loses => -1_000_000,
            Reason::LetsIn => -900_000,
            Reason::OpensWay => 900_000,
            Reason::ClosesWay | Reason::Frees => 250_000,
            Reason::CrowdsOwn => -500_000,
            Reason::CrowdsOther => 500_000,
            Reason::Nothing => 0,
        }
    }

    fn name(self) -> Message {
        match self {
            Reason::Wins => message!("case.wins", "wins"),
            Reason::Loses => message!("case.loses", "loses"),
            Reason::LetsIn => message!("case.letsIn", "lets the other king reach the centre"),
            Reason::OpensWay => message!("case.opensWay", "opens the own king's way to the centre"),
            Reason::ClosesWay => message!("case.closesWay", "closes the other king's way"),
            Reason::Frees => message!("case.frees", "frees the own king"),
            Reason::CrowdsOwn => message!("case.crowdsOwn", "crowds the own king"),
            Reason::CrowdsOther => message!("case.crowdsOther", "crowds the other king"),
            Reason::Nothing => message!("case.nothing", "none of the eight cases"),
        }
    }
}

impl Classic {
    fn reason(game: &KingsValley, position: &Position, mv: Move) -> Reason {
        let me = position.to_move;
        let enemy = me.opponent();
        let next = game.after(position, mv);
        let (own_reach, enemy_reach) = (next.king_moves(me), next.king_moves(enemy));
        let own_round = NEIGHBOURS[next.kings[me.index()] as usize];
        let enemy_round = NEIGHBOURS[next.kings[enemy.index()] as usize];
        let is_soldier = mv.from != position.kings[me.index()];
        let comes_beside =
            |round: u32| is_soldier && round >> mv.to & 1 == 1 && round >> mv.from & 1 == 0;
        let leaves = is_soldier && own_round >> mv.from & 1 == 1 && own_round >> mv.to & 1 == 0;
        let had_reach = position.king_moves(enemy) & CENTRE_BIT != 0;
        if next.kings[me.index()] == super::board::CENTRE || enemy_reach == 0 {
            Reason::Wins
        } else if own_reach == 0 {
            Reason::Loses
        } else if enemy_reach & CENTRE_BIT != 0 {
            Reason::LetsIn
        } else if own_reach & CENTRE_BIT != 0 {
            Reason::OpensWay
        } else if had_reach {
            Reason::ClosesWay
        } else if leaves {
            Reason::Frees
        } else if comes_beside(own_round) {
            Reason::CrowdsOwn
        } else if comes_beside(enemy_round) {
            Reason::CrowdsOther
        } else {
            Reason::Nothing
        }
    }

    /// The first of the best moves and why it is.
    fn best(game: &KingsValley, position: &Position) -> Option<(Move, Reason)> {
        let mut best: Option<(Move, Reason)> = None;
        position.slides().for_each(|(from, targets)| {
            for to in ones(targets) {
                let mv = Move { from, to };
                let reason = Classic::reason(game, position, mv);
                if best.is_none_or(|(_, known)| reason.points() > known.points()) {
                    best = Some((mv, reason));
                }
            }
        });
        best
    }
}

impl Heuristics<KingsValley> for Classic {
    fn is_self_defeating(&self, _game: &KingsValley, position: &Position) -> bool {
        has_walled_itself_in(position)
    }

    fn evaluate(&self, game: &KingsValley, position: &Position, player: Player) -> i32 {
        let best = Classic::best(game, position).map_or(Reason::Loses, |(_, reason)| reason);
        match position.to_move == player {
            true => best.points(),
            false => -best.points(),
        }
    }

    /// The best move is all there is.
    fn parts(&self, game: &KingsValley, position: &Position, player: Player) -> Vec<Part> {
        let points = self.evaluate(game, position, player);
        let Some((mv, reason)) = Classic::best(game, position) else {
            return vec![Part::new(Reason::Loses.name(), points)];
        };
        let name = message!(
            "part.valley.best",
            "the best move {case}",
            case = reason.name()
        );
        vec![Part::new(name, points).with_cells([(name_of(mv.to), points)])]
    }

    fn case(&self, game: &KingsValley, position: &Position, mv: Move) -> Option<Case> {
        let reason = Classic::reason(game, position, mv);
        Some(Case {
            name: reason.name(),
            points: reason.points(),
        })
    }
}

/// Room for the kings, threats to reach the valley, and free soldiers.
#[derive(Clone, Copy, Debug)]
pub struct KingRoom;

/// A king that could slide into the valley if it were its turn.
const THREAT: i32 = 60;
/// A king beside the valley's lines has more to hope for with every way out.
const KING_WAY: i32 = 9;
/// Pieces beside a king that may wall it in.
const CROWD: i32 = 4;

/// What is counted round one king.
struct Room {
    threat: i32,
    ways: i32,
    crowd: i32,
}

impl Room {
    #[inline]
    fn points(&self) -> i32 {
        THREAT * self.threat + KING_WAY * self.ways - CROWD * self.crowd
    }
}

impl KingRoom {
    #[inline]
    fn of_side(position: &Position, player: Player) -> Room {
        let king = position.kings[player.index()];
        let occupied = position.occupied();
        let ways = slides(king, occupied);
        Room {
            threat: i32::from(ways & CENTRE_BIT != 0),
            ways: ways.count_ones() as i32,
            crowd: (NEIGHBOURS[king as usize] & occupied).count_ones() as i32,
        }
    }
}

/// Games are short, and one oversight decides many of them.
pub(super) const LEVELS: Levels =
    levels([(1, 100), (1, 89), (2, 75), (2, 58), (3, 42), (4, 26)], 13);

/// A king that was walled in by its own side, until something moves away.
fn has_walled_itself_in(position: &Position) -> bool {
    position.king_moves(position.to_move.opponent()) == 0
}

impl Heuristics<KingsValley> for KingRoom {
    fn is_self_defeating(&self, _game: &KingsValley, position: &Position) -> bool {
        has_walled_itself_in(position)
    }

    #[inline]
    fn evaluate(&self, _game: &KingsValley, position: &Position, player: Player) -> i32 {
        KingRoom::of_side(position, player).points()
            - KingRoom::of_side(position, player.opponent()).points()
    }

    fn parts(&self, _game: &KingsValley, position: &Position, player: Player) -> Vec<Part> {
        let seats = [player, player.opponent()];
        let [own, other] = seats.map(|seat| KingRoom::of_side(position, seat));
        let [king, rival] = seats.map(|seat| name_of(position.kings[seat.index()]));
        let part = |name, worth: i32, own: i32, other: i32| {
            let cells = [(king.clone(), worth * own), (rival.clone(), -worth * other)];
            Part::of_cells(name, cells).with_counts(own, other)
        };
        let threat = message!("part.valley.threat", "a king that could reach the valley");
        let ways = message!("part.valley.ways", "ways that the king can go");
        let crowd = message!("part.valley.crowd", "pieces beside the king");
        vec![
            part(threat, THREAT, own.threat, other.threat),
            part(ways, KING_WAY, own.ways, other.ways),
            part(crowd, -CROWD, own.crowd, other.crowd),
        ]
    }

    /// Into the valley first, then what changes a king's surroundings.
    #[inline]
    fn promise(&self, _game: &KingsValley, position: &Position, mv: Move) -> i32 {
        let me = position.to_move;
        let enemy_round = NEIGHBOURS[position.kings[me.opponent().index()] as usize];
        let own_round = NEIGHBOURS[position.kings[me.index()] as usize];
        let (from, to) = (1 << mv.from, 1 << mv.to);
        if to == CENTRE_BIT {
            return 100;
        }
        8 * i32::from(mv.from == position.kings[me.index()])
            + 6 * i32::from(enemy_round & to != 0)
            + 3 * i32::from(own_round & from != 0)
            - 4 * i32::from(own_round & to != 0)
    }
}
