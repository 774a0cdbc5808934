//! Endings of draughts: the numbering, the solver's values and what the program brings
//! along. `UPDATE_EXPECT=1` solves and packs the latter anew.

use plyground_engine::algorithm::Stop;
use plyground_engine::game::WinDrawLoss;
use plyground_engine::solve::retrograde::{Cell, verify};
use plyground_games::draughts::board::{Board, Board8, Board10, Board12};
use plyground_games::draughts::endings::{Ending, Numbering, Place, SliceStates, pack};
use plyground_games::draughts::{
    Brazilian, Canadian, English, English12, International, Ruleset, Russian,
};
use std::path::Path;

fn is_deep() -> bool {
    std::env::var_os("PLYGROUND_DEEP").is_some()
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

/// What the program brings along is what the solver finds, and every value follows from
/// those of its successors.
fn inside_is_right<R: Ending>(id: &str) {
    let most = match R::Board::SIZE {
        12 => 3,
        _ => 4,
    };
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    let pieces = if update || is_deep() { most } else { 3 };
    let solved = Solved::new::<R>(pieces);
    let numbering = &solved.numbering;
    if update {
        let file = format!("src/draughts/endings/packed/{id}.endings");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        std::fs::write(path, pack::<R>(numbering, &solved.tables)).unwrap();
        return;
    }
    let endings = R::endings();
    assert_eq!(endings.most_pieces(), most as u32);
    for (slice, table) in solved.tables.iter().enumerate() {
        let states = SliceStates::<R, _>::new(numbering, slice, &solved.tables[..slice]);
        let (checked, faults) = verify(&states, table, 2, &Stop::new(), &|_| {}).unwrap();
        assert_eq!((checked, faults.len()), (table.len() as u64, 0));
        let mut untold = 0;
        for (index, &byte) in table.iter().enumerate() {
            let index = index as u64;
            let state = numbering.state::<R::Board>(Place { slice, index });
            let cell = Cell(byte);
            let expected = match cell.plies() {
                None => WinDrawLoss::Draw,
                Some(_) if cell.is_won() => WinDrawLoss::Win,
                Some(_) => WinDrawLoss::Loss,
            };
            match endings.result(&state.position()) {
                Some(result) => assert_eq!(result, expected, "{id}, slice {slice}, {index}"),
                None => untold += 1,
            }
        }
        assert!(untold < table.len(), "{id}, slice {slice}");
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
