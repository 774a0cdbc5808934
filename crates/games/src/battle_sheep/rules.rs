//! The rules: stacks are split and slide as far as they can, a player who
//! cannot move passes, and whoever holds the most hexes at the end has won.

use super::pasture::{Hex, Hexes, MOST_HEXES, Pasture, index, ones};
use plyground_engine::game::{Game, MAX_PLAYERS, Outcome, Player};
use plyground_engine::random::{Random, mix};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The tallest stack there can be.
pub const MOST_SHEEP: u8 = 32;

/// What happens to a player who cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The player passes, and hexes are counted when nobody can move.
    Official,
    /// The player has lost. For two only.
    Splits,
}

#[derive(Clone, Debug)]
pub struct BattleSheep {
    pub pasture: Arc<Pasture>,
    pub players: usize,
    /// How many sheep each player places.
    pub sheep: u8,
    pub ending: Ending,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// The hexes of each player.
    pub stacks: [Hexes; MAX_PLAYERS],
    /// Those of them from which sheep can be taken: two high or more.
    pub tall: Hexes,
    pub heights: [u8; MOST_HEXES],
    key: u64,
    pub to_move: Player,
}

impl Position {
    /// A pasture without sheep.
    pub fn bare(to_move: Player) -> Position {
        Position {
            stacks: [0; MAX_PLAYERS],
            tall: 0,
            heights: [0; MOST_HEXES],
            key: turn_key(to_move),
            to_move,
        }
    }

    #[inline]
    pub fn occupied(&self) -> Hexes {
        self.stacks[0] | self.stacks[1] | self.stacks[2] | self.stacks[3]
    }

    #[inline]
    pub fn height(&self, hex: Hex) -> u8 {
        self.heights[index(hex)]
    }

    /// The owner of the stack on a hex.
    pub fn owner(&self, hex: Hex) -> Option<Player> {
        let seat = self.stacks.iter().position(|set| set >> hex & 1 == 1);
        seat.map(Player::seat)
    }

    pub fn sheep_of(&self, player: Player) -> u32 {
        let stacks = ones(self.stacks[player.index()]);
        stacks.map(|hex| u32::from(self.height(hex))).sum()
    }

    /// Puts a stack on an empty hex.
    #[inline]
    pub(super) fn put(&mut self, player: Player, hex: Hex, height: u8) {
        self.stacks[player.index()] |= 1 << hex;
        self.tall |= Hexes::from(height > 1) << hex;
        self.heights[index(hex)] = height;
        self.key = self.key.wrapping_add(stack_key(player, hex, height));
    }

    #[inline]
    fn take(&mut self, player: Player, hex: Hex, count: u8) {
        let height = &mut self.heights[index(hex)];
        *height -= count;
        self.tall &= !(Hexes::from(*height < 2) << hex);
        self.key = self.key.wrapping_sub(stack_key(player, hex, count));
    }

    #[inline]
    fn turn_to(&mut self, player: Player) {
        let passed_on = turn_key(player).wrapping_sub(turn_key(self.to_move));
        self.key = self.key.wrapping_add(passed_on);
        self.to_move = player;
    }
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "turn of {}:", self.to_move.index())?;
        for hex in ones(self.occupied()) {
            let owner = self.owner(hex).map_or(0, Player::index);
            write!(f, " {hex}={owner}x{}", self.height(hex))?;
        }
        Ok(())
    }
}

/// A number for each owner and hex; the key sums them, each as often as there
/// are sheep, so that a move costs two multiplications and a small table.
const WEIGHTS: [[u64; MOST_HEXES]; MAX_PLAYERS] = {
    let mut random = Random::new(0x5eed_5eed);
    let mut weights = [[0; MOST_HEXES]; MAX_PLAYERS];
    let mut player = 0;
    while player < MAX_PLAYERS {
        let mut hex = 0;
        while hex < MOST_HEXES {
            weights[player][hex] = random.next() | 1;
            hex += 1;
        }
        player += 1;
    }
    weights
};

#[inline]
fn stack_key(player: Player, hex: Hex, count: u8) -> u64 {
    WEIGHTS[player.index()][index(hex)].wrapping_mul(u64::from(count))
}

const TURNS: [u64; MAX_PLAYERS] = [mix(1), mix(2), mix(3), mix(4)];

#[inline]
fn turn_key(player: Player) -> u64 {
    TURNS[player.index()]
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// The whole flock on a hex of the rim.
    Place(Hex),
    /// So many sheep off the top of a stack.
    Slide {
        from: Hex,
        to: Hex,
        count: u8,
    },
    Pass,
}

/// One word, which is quicker to hash than three fields and a name.
impl Hash for Move {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let [from, to, count] = match *self {
            Move::Place(hex) => [hex, hex, 0],
            Move::Slide { from, to, count } => [from, to, count],
            Move::Pass => [u8::MAX; 3],
        };
        state.write_u32(u32::from_le_bytes([from, to, count, 0]));
    }
}

/// The sizes of a split of a stack, from the middle outwards: even splits are
/// mostly the better ones, and a search tries them first.
const SPLITS: [[u8; MOST_SHEEP as usize]; MOST_SHEEP as usize + 1] = {
    let mut splits = [[0; MOST_SHEEP as usize]; MOST_SHEEP as usize + 1];
    let mut height = 2;
    while height <= MOST_SHEEP as usize {
        let (mut low, mut high) = (height / 2, height / 2 + 1);
        let mut index = 0;
        while index < height - 1 {
            let takes_low = low >= 1 && (low + high >= height || high >= height);
            splits[height][index] = if takes_low { low } else { high } as u8;
            if takes_low {
                low -= 1;
            } else {
                high += 1;
            }
            index += 1;
        }
        height += 1;
    }
    splits
};

/// How many sheep may leave a stack of this height, from the middle outwards.
#[inline]
fn splits(height: u8) -> &'static [u8] {
    &SPLITS[height as usize][..height as usize - 1]
}

/// What counts at the end: hexes, and then the largest herd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Holding {
    pub hexes: u32,
    pub herd: u32,
}

impl BattleSheep {
    /// Two players on the guide's pasture.
    pub fn guide() -> BattleSheep {
        BattleSheep {
            pasture: Arc::new(super::tiles::guide()),
            players: 2,
            sheep: 16,
            ending: Ending::Official,
        }
    }

    pub fn seats(&self) -> impl Iterator<Item = Player> + use<> {
        (0..self.players).map(Player::seat)
    }

    #[inline]
    pub fn empty(&self, position: &Position) -> Hexes {
        self.pasture.all() & !position.occupied()
    }

    /// Whether the player has a move other than to pass.
    #[inline]
    pub fn can_move(&self, position: &Position, player: Player) -> bool {
        let own = position.stacks[player.index()];
        let empty = self.empty(position);
        if own == 0 {
            return empty & self.pasture.rim() != 0;
        }
        ones(own & position.tall).any(|hex| self.pasture.neighbours(hex) & empty != 0)
    }

    pub fn holding(&self, position: &Position, player: Player) -> Holding {
        let own = position.stacks[player.index()];
        Holding {
            hexes: own.count_ones(),
            herd: self.pasture.largest_part(own),
        }
    }

    /// The result of holdings that will not change any more.
    pub fn result(&self, holdings: &[Holding]) -> Outcome {
        if let [first, second] = holdings {
            return match first.cmp(second) {
                std::cmp::Ordering::Greater => Outcome::Win(Player::FIRST),
                std::cmp::Ordering::Less => Outcome::Win(Player::SECOND),
                std::cmp::Ordering::Equal => Outcome::Draw,
            };
        }
        let mut places = [0; MAX_PLAYERS];
        for (place, &own) in places.iter_mut().zip(holdings) {
            *place = 1 + holdings.iter().filter(|&&other| other > own).count() as u8;
        }
        Outcome::Places(places)
    }

    fn counted(&self, position: &Position) -> Outcome {
        let mut holdings = [Holding { hexes: 0, herd: 0 }; MAX_PLAYERS];
        for player in self.seats() {
            holdings[player.index()] = self.holding(position, player);
        }
        self.result(&holdings[..self.players])
    }

    /// Calls `found` with each slide that a stack can make, as often as there
    /// are directions.
    #[inline]
    fn each_slide(&self, position: &Position, mut found: impl FnMut(Hex, Hex, u8)) {
        let occupied = position.occupied();
        let own = position.stacks[position.to_move.index()];
        for from in ones(own & position.tall) {
            for direction in 0..6 {
                if let Some(to) = self.pasture.slide(from, direction, occupied) {
                    found(from, to, position.height(from));
                }
            }
        }
    }
}

impl Game for BattleSheep {
    type Position = Position;
    type Move = Move;

    /// A hex once taken is never left.
    const CAN_REPEAT: bool = false;

    fn players(&self) -> usize {
        self.players
    }

    fn start(&self) -> Position {
        Position::bare(Player::FIRST)
    }

    #[inline]
    fn to_move(&self, position: &Position) -> Player {
        position.to_move
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        let base = moves.len();
        if position.stacks[position.to_move.index()] == 0 {
            let free = self.empty(position) & self.pasture.rim();
            moves.extend(ones(free).map(Move::Place));
        } else {
            self.each_slide(position, |from, to, height| {
                moves.extend(
                    splits(height)
                        .iter()
                        .map(|&count| Move::Slide { from, to, count }),
                );
            });
        }
        if moves.len() == base && self.ending == Ending::Official {
            moves.push(Move::Pass);
        }
    }

    fn legal_move_count(&self, position: &Position, _scratch: &mut Vec<Move>) -> usize {
        let own = position.stacks[position.to_move.index()];
        let empty = self.empty(position);
        let count = if own == 0 {
            (empty & self.pasture.rim()).count_ones() as usize
        } else {
            let ways = |hex| (self.pasture.neighbours(hex) & empty).count_ones() as usize;
            let splits = |hex| position.height(hex) as usize - 1;
            ones(own & position.tall)
                .map(|hex| ways(hex) * splits(hex))
                .sum()
        };
        match self.ending {
            Ending::Official => count.max(1),
            Ending::Splits => count,
        }
    }

    /// Without a list of all moves: the number is drawn first, then looked up.
    #[inline]
    fn random_move(
        &self,
        position: &Position,
        random: &mut Random,
        scratch: &mut Vec<Move>,
    ) -> Option<Move> {
        let count = self.legal_move_count(position, scratch);
        if count == 0 {
            return None;
        }
        let mut number = random.below(count);
        let own = position.stacks[position.to_move.index()];
        if own == 0 {
            let mut free = ones(self.empty(position) & self.pasture.rim());
            return Some(free.nth(number).map_or(Move::Pass, Move::Place));
        }
        let mut chosen = Move::Pass;
        self.each_slide(position, |from, to, height| {
            let sizes = splits(height).len();
            if number < sizes {
                let count = splits(height)[number];
                chosen = Move::Slide { from, to, count };
                number = usize::MAX;
            } else if number != usize::MAX {
                number -= sizes;
            }
        });
        Some(chosen)
    }

    #[inline]
    fn after(&self, position: &Position, mv: Move) -> Position {
        let mut next = *position;
        match mv {
            Move::Place(hex) => next.put(position.to_move, hex, self.sheep),
            Move::Slide { from, to, count } => {
                next.take(position.to_move, from, count);
                next.put(position.to_move, to, count);
            }
            Move::Pass => {}
        }
        next.turn_to(position.to_move.next(self.players));
        next
    }

    #[inline]
    fn outcome(&self, position: &Position) -> Option<Outcome> {
        if self.can_move(position, position.to_move) {
            return None;
        }
        if self.ending == Ending::Splits {
            return Some(Outcome::Win(position.to_move.opponent()));
        }
        let goes_on = self.seats().any(|player| self.can_move(position, player));
        (!goes_on).then(|| self.counted(position))
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        mix(position.key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_sizes_go_from_the_middle_outwards_and_leave_none_out() {
        assert_eq!(SPLITS[16][..5], [8, 7, 9, 6, 10]);
        assert_eq!(SPLITS[5][..4], [2, 3, 1, 4]);
        for height in 2..=MOST_SHEEP as usize {
            let mut sizes = SPLITS[height][..height - 1].to_vec();
            sizes.sort_unstable();
            assert!(sizes.iter().copied().eq(1..height as u8), "{height}");
        }
    }

    #[test]
    fn a_random_move_is_any_legal_move_as_likely() {
        let game = BattleSheep::guide();
        let mut random = Random::new(3);
        let mut position = game.start();
        for _ in 0..6 {
            let mut moves = Vec::new();
            game.legal_moves(&position, &mut moves);
            let mut counts = vec![0; moves.len()];
            for _ in 0..200 * moves.len() {
                let mv = game.random_move(&position, &mut random, &mut Vec::new());
                let index = moves.iter().position(|&known| Some(known) == mv).unwrap();
                counts[index] += 1;
            }
            assert!(counts.iter().all(|count| (120..280).contains(count)));
            position = game.after(&position, moves[random.below(moves.len())]);
        }
    }
}
