//! Every law can fail: a small game with one fault at a time is refused, with one
//! line that names the game and the fault.

use plyground_engine::explain::Part;
use plyground_engine::game::{Game, Heuristics, Horizon, MAX_PLAYERS, Outcome, Player};
use plyground_engine::message;
use plyground_engine::message::Message;
use plyground_engine::notation::{Notation, ParseError};
use plyground_engine::random::Random;
use plyground_engine::refused;
use plyground_engine::view::{ClickPath, Depict, Piece, View, square_board, square_name};
use plyground_kit::laws::Laws;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    Sign,
    Text,
    Twice,
    RandomMove,
    TableKey,
    Reversible,
    Path,
    Antisymmetric,
    Each,
    Choice,
    Foreseen,
    Noise,
    Foregone,
    Parts,
    Cells,
    Tabled,
}

const FIELDS: u8 = 10;

/// A token on a row of fields: back and forth, or one or two steps forward. Who
/// moves it off the middle of the row has won.
#[derive(Clone, Copy, Debug)]
struct Token<const REPEATS: bool>(Fault);

impl<const REPEATS: bool> Game for Token<REPEATS> {
    type Position = (u8, Player);
    type Move = u8;
    const CAN_REPEAT: bool = REPEATS;

    fn start(&self) -> (u8, Player) {
        (4, Player::FIRST)
    }

    fn to_move(&self, position: &(u8, Player)) -> Player {
        position.1
    }

    fn legal_moves(&self, position: &(u8, Player), moves: &mut Vec<u8>) {
        let at = position.0;
        moves.extend(if REPEATS {
            [at - 1, at + 1]
        } else {
            [at + 1, at + 2]
        });
        if self.0 == Fault::Twice {
            moves.push(at + 1);
        }
    }

    fn random_move(
        &self,
        position: &(u8, Player),
        _random: &mut Random,
        _scratch: &mut Vec<u8>,
    ) -> Option<u8> {
        Some(if self.0 == Fault::RandomMove {
            77
        } else {
            position.0 + 1
        })
    }

    fn after(&self, position: &(u8, Player), to: u8) -> (u8, Player) {
        (to, position.1.opponent())
    }

    fn outcome(&self, position: &(u8, Player)) -> Option<Outcome> {
        let is_over = position.0 == 0 || position.0 >= FIELDS - 2;
        is_over.then(|| Outcome::Win(position.1.opponent()))
    }

    fn table_key(&self, position: &(u8, Player)) -> u64 {
        if self.0 == Fault::TableKey {
            1
        } else {
            self.key(position)
        }
    }

    fn reversible_plies(&self, _position: &(u8, Player)) -> u32 {
        if self.0 == Fault::Reversible {
            1
        } else {
            u32::MAX
        }
    }
}

impl<const REPEATS: bool> Notation for Token<REPEATS> {
    fn sign(&self, player: Player) -> char {
        if player == Player::FIRST || self.0 == Fault::Sign {
            'x'
        } else {
            'o'
        }
    }

    fn player_name(&self, _player: Player) -> &'static str {
        "somebody"
    }

    fn write_position(&self, position: &(u8, Player)) -> String {
        let slip = u8::from(self.0 == Fault::Text);
        format!("{} {}", position.0 + slip, position.1.index())
    }

    fn read_position(
        &self,
        text: &str,
        _to_move: Option<Player>,
    ) -> Result<(Self, (u8, Player)), ParseError> {
        let read = text
            .split_once(' ')
            .and_then(|(at, seat)| Some((at.parse().ok()?, Player::seat(seat.parse().ok()?))));
        let position = read.ok_or_else(|| refused!("toy", "expected two numbers"))?;
        Ok((*self, position))
    }

    fn write_move(&self, _position: &(u8, Player), to: u8) -> String {
        to.to_string()
    }

    fn reason(&self, _position: &(u8, Player), _outcome: Outcome) -> Message {
        message!("toy", "the end of the row")
    }
}

impl<const REPEATS: bool> Depict for Token<REPEATS> {
    fn board(&self, position: &(u8, Player)) -> View {
        let (cells, labels) = square_board(FIELDS as usize, 1, |_, _| "light");
        View {
            palette: "plain",
            cells,
            pieces: vec![Piece {
                cell: square_name(position.0 as usize, 0),
                owner: 0,
                kind: "token",
                letter: 't',
                count: None,
            }],
            labels,
            last: Vec::new(),
            moves: Vec::new(),
            owners: vec!["nobody"],
            words: vec![("token", "token")],
        }
    }

    fn click_path(&self, _position: &(u8, Player), to: u8) -> ClickPath {
        let rank = usize::from(self.0 == Fault::Path);
        ClickPath {
            text: String::new(),
            path: vec![square_name(to as usize, rank)],
            takes: Vec::new(),
            count: None,
        }
    }
}

/// The further on, the better for the first player.
#[derive(Clone, Copy, Debug)]
struct Further(Fault);

impl<const REPEATS: bool> Heuristics<Token<REPEATS>> for Further {
    fn evaluate(&self, _game: &Token<REPEATS>, position: &(u8, Player), player: Player) -> i32 {
        let points = i32::from(position.0);
        match player {
            Player::FIRST => points,
            _ if self.0 == Fault::Antisymmetric => points,
            _ => -points,
        }
    }

    fn parts(&self, game: &Token<REPEATS>, position: &(u8, Player), player: Player) -> Vec<Part> {
        let points = self.evaluate(game, position, player);
        let part = Part::new(
            "the token".into(),
            points + i32::from(self.0 == Fault::Parts),
        );
        match self.0 {
            Fault::Cells => vec![part.with_cells([("z9".to_owned(), points)])],
            _ => vec![part],
        }
    }

    fn evaluate_each(&self, game: &Token<REPEATS>, position: &(u8, Player)) -> [i32; MAX_PLAYERS] {
        let slip = i32::from(self.0 == Fault::Each);
        let own = self.evaluate(game, position, Player::FIRST);
        [
            own + slip,
            self.evaluate(game, position, Player::SECOND),
            0,
            0,
        ]
    }

    fn foreseen(&self, _: &Token<REPEATS>, position: &(u8, Player), _: i32) -> Option<i32> {
        let slip = i32::from(self.0 == Fault::Foreseen);
        let at = i32::from(position.0);
        let best = if position.1 == Player::FIRST {
            at + 2
        } else {
            -at - 1
        };
        (position.0 + 2 < FIELDS - 2).then_some(best + slip)
    }

    fn first_choice(&self, _: &Token<REPEATS>, position: &(u8, Player)) -> Option<u8> {
        Some(if self.0 == Fault::Choice {
            77
        } else {
            position.0 + 1
        })
    }

    fn horizon(&self, _: &Token<REPEATS>, _: &(u8, Player)) -> Horizon {
        match self.0 {
            Fault::Noise => Horizon::Extend,
            _ => Horizon::Evaluate,
        }
    }

    fn foregone(&self, _: &Token<REPEATS>, _: &(u8, Player)) -> Option<Outcome> {
        (self.0 == Fault::Foregone).then_some(Outcome::Draw)
    }

    fn tabled(&self, _: &Token<REPEATS>, _: &(u8, Player)) -> Option<Outcome> {
        (self.0 == Fault::Tabled).then_some(Outcome::Draw)
    }
}

fn told<const REPEATS: bool>(fault: Fault) -> Option<String> {
    Laws::of("token", Token::<REPEATS>(fault))
        .with_heuristics("default", Further(fault))
        .fault()
}

#[test]
fn a_game_without_a_fault_holds() {
    assert_eq!(told::<true>(Fault::None), None);
    assert_eq!(told::<false>(Fault::None), None);
}

#[test]
fn every_fault_is_told_in_one_line_that_names_the_game() {
    for (fault, words) in [
        (Fault::Sign, "two players have the same sign"),
        (Fault::Text, "the text does not come back"),
        (Fault::Twice, "a move is listed twice"),
        (Fault::RandomMove, "random_move Some(77) is not legal"),
        (Fault::TableKey, "have the same table_key"),
        (Fault::Reversible, "reversible_plies says 1"),
        (Fault::Path, "which is no cell"),
        (Fault::Antisymmetric, "'default' is not antisymmetric"),
        (Fault::Each, "in evaluate_each"),
        (Fault::Choice, "illegal first_choice"),
        (Fault::Noise, "NOISY is false"),
        (Fault::Foregone, "FORETELLS is false"),
        (Fault::Parts, "has parts that sum to"),
        (Fault::Cells, "that the board has not"),
        (Fault::Tabled, "HAS_TABLES is false"),
    ] {
        let told = told::<true>(fault).unwrap_or_default();
        assert!(told.starts_with("token: "), "{fault:?}: {told}");
        assert!(told.contains(words), "{fault:?}: {told}");
        assert!(!told.contains('\n'), "{told}");
    }
    let told = told::<false>(Fault::Foreseen).unwrap_or_default();
    assert!(told.contains("but the best move brings"), "{told}");
}
