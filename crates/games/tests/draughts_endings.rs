//! Endings of draughts: the numbering, the solver's values and what the program brings
//! along. `UPDATE_EXPECT=1` solves and packs the latter anew.

// Not all that twins can do is needed here.
#[allow(dead_code)]
mod twins {
    pub(crate) mod draughts;
}

use plyground_engine::algorithm::Stop;
use plyground_engine::game::{Game, Outcome, WinDrawLoss};
use plyground_engine::notation::Notation;
use plyground_engine::oracle::Oracle;
use plyground_engine::random::Random;
use plyground_engine::score::Score;
use plyground_engine::solve::retrograde::{Cell, DistanceLevel, LevelObserver};
use plyground_games::draughts::board::{Board, Board8, Board10, Board12};
use plyground_games::draughts::endings::{
    AllSlices, Ending, Exact, Numbering, Place, SliceStates, State,
};
use plyground_games::draughts::{
    Brazilian, Canadian, Draughts, English, English12, International, Ruleset, Russian,
};
use plyground_games::draughts::{Position, ruleset::WordOf};
use plyground_games::sliced::Sliced;
use plyground_kit::twin::Twin as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU8;
use twins::draughts::{ENGLISH, ENGLISH_12, INTERNATIONAL, RUSSIAN, Twin};

fn is_deep() -> bool {
    std::env::var_os("PLYGROUND_DEEP").is_some()
}

/// As many pieces as an ordinary run has time for.
fn few<R: Ruleset>() -> usize {
    match R::Board::SIZE {
        12 => 2,
        _ => 3,
    }
}

/// All slices with at most so many pieces.
struct Solved {
    numbering: Numbering,
    tables: Vec<Vec<u8>>,
}

impl Solved {
    fn new<R: Ruleset>(pieces: usize) -> Solved {
        let numbering = Numbering::new::<R::Board>(pieces);
        let mut tables: Vec<Vec<u8>> = Vec::new();
        for slice in 0..numbering.slices().len() {
            let states = SliceStates::<R, _>::new(&numbering, slice, &tables[..]);
            let table = states.solve(2);
            tables.push(table);
        }
        Solved { numbering, tables }
    }

    /// `None` where one side has no pieces.
    fn cell<R: Ruleset>(&self, position: &Position<WordOf<R>>) -> Option<Cell> {
        let state = State::of::<R::Board>(position);
        let material = state.material();
        let has_both = material.own_men + material.own_kings > 0
            && material.enemy_men + material.enemy_kings > 0;
        let place = has_both.then(|| self.numbering.place::<R::Board>(&state))?;
        Some(Cell(self.tables[place.slice][place.index as usize]))
    }
}

fn counts<B: Board>(pieces: usize) -> Vec<u64> {
    let numbering = Numbering::new::<B>(pieces);
    let of = |wanted: usize| {
        let slices = numbering.slices().iter();
        let slices = slices.filter(|slice| slice.material.pieces() == wanted);
        slices.map(|slice| slice.count).sum()
    };
    (2..=pieces).map(of).collect()
}

/// Published totals; both sides have pieces and no man stands where it is crowned.
#[test]
fn there_are_as_many_states_as_are_published() {
    let of_8 = [
        3_488,
        196_032,
        6_209_316,
        139_450_808,
        2_426_085_676,
        34_243_113_624,
    ];
    assert_eq!(counts::<Board8>(7), of_8);
    let of_10 = [8_845, 806_300, 41_971_200, 1_570_600_750, 46_198_758_750];
    assert_eq!(counts::<Board10>(6), of_10);
    let of_12 = [18_780, 2_518_980, 194_246_505, 10_843_904_820];
    assert_eq!(counts::<Board12>(5), of_12);
    let three_against_three = Numbering::new::<Board8>(6);
    let slices = three_against_three.slices().iter().filter(|slice| {
        let own = slice.material.own_men + slice.material.own_kings;
        slice.material.pieces() == 6 && own == 3
    });
    assert_eq!(slices.map(|slice| slice.count).sum::<u64>(), 783_806_128);
}

fn numbers_lead_there_and_back<B: Board>(pieces: usize) {
    let numbering = Numbering::new::<B>(pieces);
    for (slice, of) in numbering.slices().iter().enumerate() {
        let step = (of.count / 3_000).max(1);
        for index in (0..of.count).step_by(step as usize) {
            let place = Place { slice, index };
            let state = numbering.state::<B>(place);
            assert_eq!(numbering.place::<B>(&state), place);
        }
    }
}

#[test]
fn every_number_is_that_of_its_state() {
    numbers_lead_there_and_back::<Board8>(6);
    numbers_lead_there_and_back::<Board10>(5);
    numbers_lead_there_and_back::<Board12>(5);
}

/// All slices with at most so many pieces, solved under the draw rules.
fn by_the_draw_rules<R: Ruleset>(all: &AllSlices<R>) -> Vec<Vec<u8>> {
    let mut tables: Vec<Vec<u8>> = Vec::new();
    for (slice, facts) in all.slices().iter().enumerate() {
        let solved: Vec<&[u8]> = tables.iter().map(Vec::as_slice).collect();
        let cells: Vec<AtomicU8> = (0..facts.count).map(|_| AtomicU8::new(0)).collect();
        let never = Stop::new();
        all.solve(slice, &solved, &cells, 2, &never, &mut Unwatched)
            .unwrap();
        let table: Vec<u8> = cells.into_iter().map(AtomicU8::into_inner).collect();
        if std::env::var_os("UPDATE_EXPECT").is_none() {
            let checked = all.verify(slice, &solved, &table, 2, &never, &|_| {});
            let (checked, faults) = checked.unwrap();
            assert_eq!((checked, faults.len()), (facts.count, 0), "{}", facts.name);
        }
        tables.push(table);
    }
    tables
}

struct Unwatched;

impl LevelObserver for Unwatched {
    fn part(&self, _level: u8, _parts: u64) {}

    fn level(&mut self, _level: &DistanceLevel, _decided: Option<&[u64]>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// What the program brings along is what the solver finds, every value follows from
/// those of its successors, and the draw rules turn wins into draws and do nothing else.
fn inside_is_right<R: Ending>(id: &str) {
    let most = match R::Board::SIZE {
        12 => 3,
        _ => 4,
    };
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let pieces = if update || is_deep() {
        most
    } else {
        few::<R>()
    };
    let all = AllSlices::<R>::new(pieces);
    let tables = by_the_draw_rules(&all);
    let pack = |(slice, table): (usize, &Vec<u8>)| all.pack(slice, table);
    let packed: Vec<Vec<u8>> = tables.iter().enumerate().map(pack).collect();
    if update {
        let file = format!("src/draughts/endings/packed/{id}.endings");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        std::fs::write(path, all.joined(&packed)).unwrap();
        return;
    }
    let endings = R::endings();
    assert_eq!(endings.most_pieces(), most as u32);
    let plain = Solved::new::<R>(pieces);
    let (mut lost_to_the_rules, mut in_doubt) = (0, 0);
    for (slice, table) in tables.iter().enumerate() {
        let mut untold = 0;
        for (index, &byte) in table.iter().enumerate() {
            let place = Place {
                slice,
                index: index as u64,
            };
            let position = plain.numbering.state::<R::Board>(place).position();
            let by_rules = result_of(Cell(byte));
            let without = result_of(Cell(plain.tables[slice][index]));
            assert!(by_rules == WinDrawLoss::Draw || by_rules == without);
            match endings.result(&position) {
                None => untold += 1,
                Some(WinDrawLoss::Draw) => {
                    lost_to_the_rules += u64::from(without != WinDrawLoss::Draw);
                }
                Some(result) => assert_eq!(result, by_rules, "{id}, slice {slice}, {index}"),
            }
            in_doubt += u64::from(Cell(byte).plies() == Some(Cell::LONGEST));
        }
        assert!(untold < table.len(), "{id}, slice {slice}");
    }
    println!("{id}: {lost_to_the_rules} drawn by a rule alone, {in_doubt} in doubt");
}

fn result_of(cell: Cell) -> WinDrawLoss {
    match cell.plies() {
        None => WinDrawLoss::Draw,
        Some(_) if cell.is_won() => WinDrawLoss::Win,
        Some(_) => WinDrawLoss::Loss,
    }
}

#[test]
fn what_the_program_knows_is_what_the_solver_finds() {
    inside_is_right::<Russian>("russian-draughts");
    inside_is_right::<English>("english-draughts");
    inside_is_right::<English12>("english-draughts-12");
    inside_is_right::<International>("international-draughts");
    inside_is_right::<Brazilian>("brazilian-draughts");
    inside_is_right::<Canadian>("canadian-draughts");
}

/// What a state is worth, by the twin's moves and the table's values of where they lead.
fn by_twin<R: Ruleset>(twin: &Twin, solved: &Solved, text: &str) -> Cell {
    let game = Draughts::<R>::default();
    if twin.end(text).is_some() {
        return Cell::lost(0);
    }
    let kings = |text: &str| text.matches('K').count();
    let mut best: Option<Cell> = None;
    for mv in twin.moves(text) {
        let after = twin.after(text, &mv);
        let (_, position) = game.read_position(&after, None).unwrap();
        let converts = mv.contains('x') || kings(&after) > kings(text);
        let cell = match solved.cell::<R>(&position) {
            Some(cell) if !converts => cell,
            Some(cell) if cell.is_open() => cell,
            Some(cell) if cell.is_won() => Cell::won(0),
            _ => Cell::lost(0),
        };
        let worth = cell.before();
        if best.is_none_or(|best| worth.score() > best.score()) {
            best = Some(worth);
        }
    }
    best.unwrap()
}

/// Every value follows from its successors' by the twin's rules: distances fall with
/// each move down to an end or a conversion, so what follows is right.
fn agrees_with_the_twin<R: Ruleset>(twin: Twin, id: &str) {
    let twin = Twin {
        draws: "none",
        ..twin
    };
    let solved = Solved::new::<R>(if is_deep() { 3 } else { few::<R>() });
    let game = Draughts::<R>::default();
    let mut random = Random::new(7);
    for (slice, table) in solved.tables.iter().enumerate() {
        let is_small = table.len() < 3_000 || is_deep();
        let states = if is_small { table.len() } else { 400 };
        for number in 0..states {
            let index = match is_small {
                true => number,
                false => random.below(table.len()),
            };
            let place = Place {
                slice,
                index: index as u64,
            };
            let state = solved.numbering.state::<R::Board>(place);
            let text = game.write_position(&state.position());
            let expected = by_twin::<R>(&twin, &solved, &text);
            assert_eq!(Cell(table[index]), expected, "{id}: {text}");
        }
    }
}

#[test]
fn the_twins_rules_lead_to_the_same_values() {
    agrees_with_the_twin::<Russian>(RUSSIAN, "russian");
    agrees_with_the_twin::<English>(ENGLISH, "english");
    agrees_with_the_twin::<English12>(ENGLISH_12, "english 12");
    agrees_with_the_twin::<International>(INTERNATIONAL, "international");
    let brazilian = Twin {
        size: 8,
        ..INTERNATIONAL
    };
    agrees_with_the_twin::<Brazilian>(brazilian, "brazilian");
    let canadian = Twin {
        size: 12,
        ..INTERNATIONAL
    };
    agrees_with_the_twin::<Canadian>(canadian, "canadian");
}

fn exact<R: Ending>() -> Exact<R> {
    Exact(Arc::clone(R::endings()))
}

fn told<R: Ending>(text: &str) -> String {
    let game = Draughts::<R>::default();
    let (game, position) = game.read_position(text, None).unwrap();
    let remark = exact::<R>().remark(&game, &position);
    remark.map_or_else(|| "nothing".to_owned(), |remark| remark.to_string())
}

/// From handbooks.
#[test]
fn what_handbooks_say_is_so() {
    // Two kings drive one out of a double corner; alone, the corner holds.
    assert!(told::<English>("W:WK18,K19:BK32").starts_with("table: won"));
    assert_eq!(told::<English>("W:WK18:BK32"), "table: drawn");
    // Petrov's triangle: three kings win unless the lone one holds the main road.
    assert!(told::<Russian>("W:WK29,K25,K22:BK3").starts_with("table: won"));
    assert_eq!(told::<Russian>("W:WK5,K13,K21:BK8"), "table: drawn");
    assert_eq!(told::<Russian>("W:WK30,K31:BK8"), "table: drawn");
    assert_eq!(told::<International>("W:WK6,K16,K26:BK5"), "table: drawn");
    // Five pieces are more than the program brings along.
    assert_eq!(told::<Russian>("W:WK1,K2,K3,K4:BK32"), "nothing");
}

/// Found by playing out: a man may be crowned at once, but then three pieces need more
/// than the 32 plies that they have against a king.
#[test]
fn a_win_that_a_rule_spoils_two_conversions_later_is_no_win() {
    let told = told::<Brazilian>("W:W16,25,31:BK6");
    assert!(!told.starts_with("table: won"), "{told}");
}

/// Three kings need ten plies and more; two of the thirty that they have are left.
#[test]
fn a_win_for_which_no_time_is_left_is_told_as_a_draw() {
    let told_then = told::<Russian>("W:WK29,K25,K22:BK3:H27:F40");
    assert!(told_then.starts_with("table: won"), "{told_then}");
    assert!(told_then.ends_with("drawn"), "{told_then}");
}

/// A game from a won position, the best move of the winner each time; whether it is won.
/// The other side goes by the table too, or by chance.
fn is_won_by_best_play<R: Ending>(text: &str, mut chance: Option<Random>) -> bool {
    let game = Draughts::<R>::default();
    let (game, mut position) = game.read_position(text, None).unwrap();
    let winner = game.to_move(&position);
    let mut moves = Vec::new();
    for _ in 0..400 {
        if let Some(outcome) = game.ended(&position, &mut Vec::new()) {
            return outcome == Outcome::Win(winner);
        }
        moves.clear();
        game.legal_moves(&position, &mut moves);
        if let Some(random) = &mut chance
            && game.to_move(&position) != winner
        {
            position = game.after(&position, moves[random.below(moves.len())]);
            continue;
        }
        let worth = |mv| {
            let score = exact::<R>().instant_after(&game, &position, mv);
            let ends = game.ended(&game.after(&position, mv), &mut Vec::new());
            let mover = game.to_move(&position);
            match ends {
                Some(outcome) => Score::of_result(outcome.seen_by(mover), 0),
                // What is in doubt is not what a winner needs.
                None => score.map_or(Score::DRAW, |score| -score),
            }
        };
        let best = *moves.iter().max_by_key(|&&mv| worth(mv)).unwrap();
        position = game.after(&position, best);
    }
    false
}

fn won_is_won<R: Ending>(id: &str) {
    let endings = R::endings();
    let game = Draughts::<R>::default();
    let numbering = Numbering::new::<R::Board>(endings.most_pieces() as usize);
    let mut random = Random::new(11);
    let wanted = if is_deep() { 1000 } else { 10 };
    let slices: Vec<usize> = (0..numbering.slices().len())
        .filter(|&slice| {
            let of = numbering.slices()[slice];
            of.material.pieces() as u32 == endings.most_pieces()
        })
        .collect();
    let (mut won, mut too_late, mut tries) = (0, 0, 0);
    while won < wanted {
        tries += 1;
        // A few slices are enough for an ordinary run: each must be solved.
        let few = if is_deep() { slices.len() } else { 3 };
        let slice = slices[random.below(few)];
        let index = random.below(numbering.slices()[slice].count as usize) as u64;
        let state = numbering.state::<R::Board>(Place { slice, index });
        let Some(verdict) = endings.verdict(&game, &state.position()) else {
            continue;
        };
        if !verdict.cell.is_won() || verdict.cell.plies() < Some(3) {
            continue;
        }
        let text = game.write_position(&state.position());
        if verdict.is_in_time != Some(true) {
            too_late += 1;
            continue;
        }
        for chance in [None, Some(Random::new(won)), Some(Random::new(!won))] {
            let is_won = is_won_by_best_play::<R>(&text, chance);
            assert!(is_won, "{id}: {text} {verdict:?}");
        }
        won += 1;
    }
    println!("{id}: {won} won, {too_late} too late, of {tries}");
}

#[test]
fn who_has_won_by_the_table_wins_against_the_best_defence() {
    won_is_won::<English>("english");
    won_is_won::<Russian>("russian");
    won_is_won::<Brazilian>("brazilian");
    won_is_won::<English12>("english 12");
    won_is_won::<Canadian>("canadian");
    if is_deep() {
        won_is_won::<International>("international");
    }
}
