//! Draughts by any ruleset: the game itself.

use super::board::{Board, Word, bits};
use super::draws;
use super::moves::{self, Field, Move};
use super::position::{BLACK_TO_MOVE, Position, piece_key};
use super::ruleset::{Colour, Ruleset, WordOf};
use plyground_engine::game::{Game, Outcome, Player};
use plyground_engine::random::mix;
use std::marker::PhantomData;

#[derive(Debug)]
pub struct Draughts<R> {
    /// Whether games are drawn by counting moves.
    pub(super) counts_draws: bool,
    /// Whether a position that comes for the third time is a draw.
    repetition: bool,
    ruleset: PhantomData<R>,
}

impl<R> Clone for Draughts<R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Draughts<R> {}

impl<R: Ruleset> Default for Draughts<R> {
    fn default() -> Self {
        Draughts::new(true)
    }
}

impl<R: Ruleset> Draughts<R> {
    pub fn new(counts_draws: bool) -> Self {
        Draughts {
            counts_draws,
            repetition: true,
            ruleset: PhantomData,
        }
    }

    /// Without draws by repetition, as a program may play.
    pub fn without_repetition(self) -> Self {
        Draughts {
            repetition: false,
            ..self
        }
    }

    /// Seats are counted in turn order, and not everywhere does White begin.
    #[inline(always)]
    pub fn player(colour: Colour) -> Player {
        if colour == R::FIRST {
            Player::FIRST
        } else {
            Player::SECOND
        }
    }

    pub fn colour(player: Player) -> Colour {
        if player == Player::FIRST {
            R::FIRST
        } else {
            R::FIRST.other()
        }
    }

    /// How many men each side starts with.
    pub const MEN: usize = R::ROWS_OF_MEN * R::Board::SIZE / 2;

    /// Builds the next position field by field. Copying the old one and changing
    /// the copy is a third slower: wide loads of what was just stored in small
    /// pieces make the processor wait.
    #[inline(always)]
    fn after_move_of<const WHITE: bool>(
        position: &Position<WordOf<R>>,
        mv: Move<WordOf<R>>,
    ) -> Position<WordOf<R>> {
        let (mover, waiter) = if WHITE {
            (Colour::White, Colour::Black)
        } else {
            (Colour::Black, Colour::White)
        };
        let (from, to) = (WordOf::<R>::of(mv.from), WordOf::<R>::of(mv.to));
        let was_king = position.kings.meets(from);
        let is_king = was_king || moves::crowns::<R, WHITE>(&mv);
        let is_capture = mv.is_capture();

        let own = (position.pieces[mover.index()] & !from) | to;
        let enemy = position.pieces[waiter.index()] & !mv.captured;
        let crown = if is_king { to } else { WordOf::<R>::NONE };
        let mut key = position.key
            ^ BLACK_TO_MOVE
            ^ piece_key(mover, was_king, mv.from)
            ^ piece_key(mover, is_king, mv.to);
        for bit in bits(mv.captured) {
            key ^= piece_key(waiter, position.kings.meets(WordOf::<R>::of(bit)), bit);
        }
        let kings = (position.kings & !from & !mv.captured) | crown;
        let counts_balance =
            const { draws::counts_balance(R::DRAWS) } && own.meets(kings) && enemy.meets(kings);
        let balanced = if counts_balance && is_king == was_king && !is_capture {
            position.balanced.saturating_add(1)
        } else {
            0
        };
        let mut next = Position {
            pieces: if WHITE { [own, enemy] } else { [enemy, own] },
            kings,
            key,
            quiet: if was_king && !is_capture {
                position.quiet.saturating_add(1)
            } else {
                0
            },
            balanced,
            move_number: match position.move_number {
                0 => 0,
                number => number.saturating_add(u16::from(waiter == R::FIRST)),
            },
            on_diagonal: 0,
            to_move: waiter,
        };
        if let Some(pieces) = const { draws::long_diagonal_pieces(R::DRAWS) }
            && balanced > 0
            && !position.kings.is_empty()
            && position.long_diagonal_is_held::<R>(pieces)
            && next.long_diagonal_is_held::<R>(pieces)
        {
            next.on_diagonal = position.on_diagonal.saturating_add(1);
        }
        next
    }

    fn has_move(position: &Position<WordOf<R>>) -> bool {
        let field = Field::of::<R::Board>(position, position.to_move);
        match position.to_move {
            Colour::White => moves::exists::<R, true>(&field),
            Colour::Black => moves::exists::<R, false>(&field),
        }
    }
}

impl<R: Ruleset> Game for Draughts<R> {
    type Position = Position<WordOf<R>>;
    type Move = Move<WordOf<R>>;

    fn start(&self) -> Self::Position {
        let mut pieces = [WordOf::<R>::NONE; 2];
        for row in 0..R::ROWS_OF_MEN {
            pieces[0] |= R::Board::ROWS[row];
            pieces[1] |= R::Board::ROWS[R::Board::SIZE - 1 - row];
        }
        Position::new(pieces, WordOf::<R>::NONE, R::FIRST)
    }

    #[inline]
    fn to_move(&self, position: &Self::Position) -> Player {
        Self::player(position.to_move)
    }

    #[inline]
    fn legal_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) {
        let field = Field::of::<R::Board>(position, position.to_move);
        match position.to_move {
            Colour::White => moves::append::<R, true>(&field, moves),
            Colour::Black => moves::append::<R, false>(&field, moves),
        }
    }

    #[inline]
    fn legal_move_count(&self, position: &Self::Position, scratch: &mut Vec<Self::Move>) -> usize {
        let field = Field::of::<R::Board>(position, position.to_move);
        match position.to_move {
            Colour::White => moves::count::<R, true>(&field, scratch),
            Colour::Black => moves::count::<R, false>(&field, scratch),
        }
    }

    #[inline(never)]
    fn after(&self, position: &Self::Position, mv: Self::Move) -> Self::Position {
        match position.to_move {
            Colour::White => Self::after_move_of::<true>(position, mv),
            Colour::Black => Self::after_move_of::<false>(position, mv),
        }
    }

    /// A draw by counting does not save a side that is stuck at the same time.
    #[inline]
    fn outcome(&self, position: &Self::Position) -> Option<Outcome> {
        for colour in Colour::BOTH {
            if position.pieces[colour.index()].is_empty() {
                return Some(Outcome::Win(Self::player(colour.other())));
            }
        }
        if self.counts_draws && position.draw::<R>().is_some() && Self::has_move(position) {
            return Some(Outcome::Draw);
        }
        None
    }

    #[inline]
    fn key(&self, position: &Self::Position) -> u64 {
        position.key
    }

    #[inline]
    fn table_key(&self, position: &Self::Position) -> u64 {
        if !self.counts_draws {
            return position.key;
        }
        match position.clock::<R>() {
            0 => position.key,
            clock => position.key ^ mix(clock),
        }
    }

    /// A man's move and a capture cannot be undone.
    #[inline]
    fn reversible_plies(&self, position: &Self::Position) -> u32 {
        if self.repetition {
            u32::from(position.quiet)
        } else {
            0
        }
    }
}
