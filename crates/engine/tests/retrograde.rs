//! The retrograde solver against plain repetition of the definition, on random
//! graphs with every kind of end, and on a tiny game against plain minimax.

use plyground_engine::algorithm::Stop;
use plyground_engine::random::Random;
use plyground_engine::solve::retrograde::{
    Cell, DistanceLevel, Fault, Indexed, LevelObserver, Next, Solver, Stopped, Sweep, SweepBack,
    Unmoves, verify, verify_states,
};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// States with ends, exits to known values at any distance, and cycles.
struct Graph {
    ends: Vec<Option<Cell>>,
    exits: Vec<Vec<Cell>>,
    next: Vec<Vec<u64>>,
    before: Vec<Vec<u64>>,
}

impl Graph {
    fn random(states: usize, farthest_exit: usize, seed: u64) -> Graph {
        let mut random = Random::new(seed);
        let mut graph = Graph {
            ends: vec![None; states],
            exits: vec![Vec::new(); states],
            next: vec![Vec::new(); states],
            before: vec![Vec::new(); states],
        };
        for state in 0..states {
            match random.below(20) {
                0 => graph.ends[state] = Some(Cell::lost(0)),
                1 => graph.ends[state] = Some([Cell::won(0), Cell::OPEN][random.below(2)]),
                2 => {
                    for _ in 0..=random.below(2) {
                        let plies = random.below(farthest_exit + 1) as u8;
                        let cells = [Cell::won(plies), Cell::lost(plies), Cell::OPEN];
                        graph.exits[state].push(cells[random.below(3)]);
                    }
                }
                _ => {}
            }
            let fewest = usize::from(graph.exits[state].is_empty());
            for _ in 0..fewest + random.below(3) {
                let next = random.below(states) as u64;
                graph.next[state].push(next);
                graph.before[next as usize].push(state as u64);
            }
        }
        graph
    }

    /// The definition, repeated until nothing changes: level by level, no tricks.
    fn by_definition(&self) -> Vec<Cell> {
        let mut cells: Vec<Cell> = self
            .ends
            .iter()
            .map(|end| end.unwrap_or_default())
            .collect();
        for level in 1..=Cell::LONGEST {
            let known = cells.clone();
            for state in (0..cells.len()).filter(|&state| self.ends[state].is_none()) {
                let successors = || {
                    let states = self.next[state].iter().map(|&next| known[next as usize]);
                    self.exits[state].iter().copied().chain(states)
                };
                if !known[state].is_open() {
                    continue;
                }
                if successors().any(|cell| cell == Cell::lost(level - 1)) {
                    cells[state] = Cell::won(level);
                } else if successors().all(|cell| cell.is_won() && cell.plies() < Some(level)) {
                    cells[state] = Cell::lost(level);
                }
            }
        }
        cells
    }
}

impl Indexed for Graph {
    fn count(&self) -> u64 {
        self.ends.len() as u64
    }

    fn ended(&self, index: u64) -> Option<Cell> {
        self.ends[index as usize]
    }

    fn successors(
        &self,
        index: u64,
        tell: &mut impl FnMut(Next) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for &cell in &self.exits[index as usize] {
            tell(Next::Known(cell))?;
        }
        for &next in &self.next[index as usize] {
            tell(Next::State(next))?;
        }
        ControlFlow::Continue(())
    }
}

impl Unmoves for Graph {
    /// With some that do not lead here, as far as that is allowed.
    fn predecessors(&self, index: u64, predecessors: &mut Vec<u64>) {
        predecessors.extend(&self.before[index as usize]);
        let leads_nowhere = |&state: &u64| self.next[state as usize].is_empty();
        predecessors.extend((0..self.count()).filter(leads_nowhere).take(9));
    }
}

/// The same graph with slots of its own: the reverse order, with gaps, and sweeps back.
struct Slotted(Graph);

const GAP: u64 = 3;
const PARTS: u64 = 4;

impl Slotted {
    fn wanted_states(&self, part: u64, sweep: &impl Sweep) -> Vec<(u64, u64)> {
        let words = self.slots().div_ceil(64);
        let slots = (0..words)
            .filter(|word| word % PARTS == part)
            .flat_map(|word| (0..64).map(move |bit| (word, bit)))
            .filter(|&(word, bit)| sweep.wanted(word) >> bit & 1 == 1)
            .map(|(word, bit)| 64 * word + bit);
        slots
            .filter(|slot| slot % GAP == 0 && slot / GAP < self.count())
            .map(|slot| (slot, self.count() - 1 - slot / GAP))
            .collect()
    }

    fn tell_slot(&self, slot: u64, index: u64, sweep: &mut impl Sweep) {
        match self.ended(index) {
            Some(cell) => sweep.ended(slot, index, cell),
            None => {
                let _ = self.successors(index, &mut |next| sweep.successor(next));
                sweep.finished(slot, index);
            }
        }
    }
}

impl Indexed for Slotted {
    fn count(&self) -> u64 {
        self.0.count()
    }

    fn slots(&self) -> u64 {
        GAP * self.count()
    }

    fn slot(&self, index: u64) -> u64 {
        GAP * (self.count() - 1 - index)
    }

    fn ended(&self, index: u64) -> Option<Cell> {
        self.0.ended(index)
    }

    fn successors(
        &self,
        index: u64,
        tell: &mut impl FnMut(Next) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.0.successors(index, tell)
    }

    fn parts(&self) -> u64 {
        PARTS
    }

    fn sweep(&self, part: u64, sweep: &mut impl Sweep) {
        for (slot, index) in self.wanted_states(part, sweep) {
            self.tell_slot(slot, index, sweep);
        }
    }
}

impl Unmoves for Slotted {
    fn predecessors(&self, index: u64, predecessors: &mut Vec<u64>) {
        self.0.predecessors(index, predecessors);
    }

    fn sweep_back(&self, part: u64, sweep: &mut impl SweepBack) {
        for (slot, index) in self.wanted_states(part, sweep) {
            let is_fresh = |&next: &u64| sweep.fresh(next / 64) >> (next % 64) & 1 == 1;
            if self.0.next[index as usize].iter().any(is_fresh) && sweep.reached(slot, index) {
                self.tell_slot(slot, index, sweep);
            }
        }
    }

    fn can_sweep_back(&self) -> bool {
        true
    }
}

/// Keeps the table as it was after each level.
struct Snapshots<'t> {
    table: &'t [AtomicU8],
    levels: Vec<(DistanceLevel, Vec<u8>)>,
}

impl LevelObserver for Snapshots<'_> {
    fn part(&self, _level: u8, _parts: u64) {}

    fn level(&mut self, level: &DistanceLevel, decided: Option<&[u64]>) -> ControlFlow<()> {
        if let Some(decided) = decided
            && level.number < Cell::LONGEST
        {
            assert_eq!(decided.len() as u64, level.won + level.lost);
        }
        self.levels.push((*level, plain(self.table)));
        ControlFlow::Continue(())
    }
}

fn plain(table: &[AtomicU8]) -> Vec<u8> {
    table.iter().map(|cell| cell.load(Relaxed)).collect()
}

fn solve<G: Indexed>(
    solver: &Solver<'_, G>,
    from: Vec<u8>,
    done: Option<u8>,
) -> (Vec<u8>, Vec<(DistanceLevel, Vec<u8>)>) {
    let table: Vec<AtomicU8> = from.into_iter().map(AtomicU8::new).collect();
    let mut snapshots = Snapshots {
        table: &table,
        levels: Vec::new(),
    };
    solver
        .solve(&table, done, &Stop::new(), &mut snapshots)
        .unwrap();
    let levels = snapshots.levels;
    (plain(&table), levels)
}

fn bytes(cells: &[Cell]) -> Vec<u8> {
    cells.iter().map(|cell| cell.0).collect()
}

#[test]
fn every_way_of_solving_gives_what_the_definition_says() {
    for seed in 0..60 {
        let states = [40, 300, 2000][seed as usize % 3];
        let graph = Graph::random(states, [0, 1, 9][seed as usize / 3 % 3], seed);
        let expected = bytes(&graph.by_definition());
        let open = vec![0; states];
        for threads in 1..=3 {
            let (found, _) = solve(&Solver::new(&graph, threads), open.clone(), None);
            assert_eq!(found, expected, "sweeps, seed {seed}");
            let (found, _) = solve(&Solver::with_unmoves(&graph, threads), open.clone(), None);
            assert_eq!(found, expected, "steps back, seed {seed}");
        }
        let slotted = Slotted(graph);
        for threads in 1..=3 {
            let (found, _) = solve(&Solver::with_unmoves(&slotted, threads), open.clone(), None);
            assert_eq!(found, expected, "sweeps back, seed {seed}");
        }
    }
}

/// A line of states of which each has one move, to the one before.
fn line(states: usize) -> Graph {
    let mut graph = Graph {
        ends: vec![None; states],
        exits: vec![Vec::new(); states],
        next: vec![Vec::new(); states],
        before: vec![Vec::new(); states],
    };
    graph.ends[0] = Some(Cell::lost(0));
    for state in 1..states {
        graph.next[state].push(state as u64 - 1);
        graph.before[state - 1].push(state as u64);
    }
    graph
}

#[test]
fn beyond_the_longest_distance_the_result_is_still_told() {
    let graph = line(400);
    let distance = |state: usize| state.min(usize::from(Cell::LONGEST)) as u8;
    let value = |state: usize| match state % 2 {
        0 => Cell::lost(distance(state)),
        _ => Cell::won(distance(state)),
    };
    let expected: Vec<u8> = (0..400).map(|state| value(state).0).collect();
    for threads in 1..=2 {
        let (found, _) = solve(&Solver::new(&graph, threads), vec![0; 400], None);
        assert_eq!(found, expected, "sweeps");
        let solver = Solver::with_unmoves(&graph, threads);
        let (found, levels) = solve(&solver, vec![0; 400], None);
        assert_eq!(found, expected, "steps back");
        for (level, table) in levels.into_iter().skip(120) {
            let (found, _) = solve(&solver, table, Some(level.number));
            assert_eq!(found, expected, "resumed");
        }
    }
    let (_, faults) = verify(&graph, &expected, 1, &Stop::new(), &|_| {}).unwrap();
    assert_eq!(faults, []);
}

#[test]
fn a_solver_stopped_anywhere_goes_on_to_the_same_table() {
    for seed in 0..12 {
        let slotted = Slotted(Graph::random(700, [0, 9][seed as usize % 2], seed));
        let solver = Solver::with_unmoves(&slotted, 2);
        let (expected, levels) = solve(&solver, vec![0; 700], None);
        let mut random = Random::new(seed);
        for (level, mut table) in levels {
            for (cell, &end) in table.iter_mut().zip(&expected) {
                let is_next = Cell(end).plies() == Some(level.number + 1);
                if is_next && random.below(2) == 0 {
                    *cell = end;
                }
            }
            let (found, _) = solve(&solver, table, Some(level.number));
            assert_eq!(found, expected, "after level {}, seed {seed}", level.number);
        }
    }
}

#[test]
fn levels_count_what_the_table_holds() {
    let graph = Graph::random(2000, 9, 5);
    let (table, levels) = solve(&Solver::with_unmoves(&graph, 2), vec![0; 2000], None);
    let count = |cell: Cell| table.iter().filter(|&&byte| byte == cell.0).count() as u64;
    for (level, _) in &levels {
        assert_eq!(level.won, count(Cell::won(level.number)));
        assert_eq!(level.lost, count(Cell::lost(level.number)));
    }
    assert!(
        levels
            .iter()
            .any(|(level, _)| level.lost > 0 && level.number > 1)
    );
}

#[test]
fn a_raised_flag_stops_a_solver() {
    let graph = Graph::random(300, 0, 1);
    let table: Vec<AtomicU8> = (0..300).map(|_| AtomicU8::new(0)).collect();
    let stop = Stop::new();
    stop.raise();
    let mut snapshots = Snapshots {
        table: &table,
        levels: Vec::new(),
    };
    let solved = Solver::new(&graph, 2).solve(&table, None, &stop, &mut snapshots);
    assert_eq!(solved, Err(Stopped::ByFlag));
}

#[test]
fn a_wrong_cell_is_found_by_verifying() {
    let slotted = Slotted(Graph::random(700, 9, 3));
    let (mut table, _) = solve(&Solver::with_unmoves(&slotted, 1), vec![0; 700], None);
    let check = |table: &[u8]| verify(&slotted, table, 2, &Stop::new(), &|_| {}).unwrap();
    assert_eq!(check(&table), (700, Vec::new()));
    assert_eq!(verify_states(&slotted, &table, 0..700), Vec::new());
    for index in [0, 13, 699] {
        let right = table[index];
        table[index] = if right == 7 { 8 } else { 7 };
        let fault = Fault {
            index: index as u64,
            found: Cell(table[index]),
            expected: Cell(right),
        };
        assert!(check(&table).1.contains(&fault));
        assert!(verify_states(&slotted, &table, 0..700).contains(&fault));
        table[index] = right;
    }
}

/// A hunter and a hare on a ring of squares, of which one is the hare's lair. The
/// hunter leaps two squares either way, the hare runs one or two squares on. The
/// hunter wins by landing on the hare, the hare by reaching the lair when the hunter
/// is not in it. Seen by the side to move, a state is both places and whose turn it is.
struct Hunt {
    length: i64,
}

#[derive(Clone, Copy, PartialEq)]
struct Chase {
    hunter: i64,
    hare: i64,
    hunter_moves: bool,
}

impl Hunt {
    fn unrank(&self, index: u64) -> Chase {
        let index = index as i64;
        Chase {
            hunter: index / 2 / self.length,
            hare: index / 2 % self.length,
            hunter_moves: index % 2 == 1,
        }
    }

    fn rank(&self, chase: Chase) -> u64 {
        (2 * (chase.hunter * self.length + chase.hare) + i64::from(chase.hunter_moves)) as u64
    }

    /// Whether the side to move has lost; the other side made the last step.
    fn is_over(&self, chase: Chase) -> bool {
        if chase.hunter_moves {
            chase.hare == 0 && chase.hunter != 0
        } else {
            chase.hare == chase.hunter
        }
    }

    fn after(&self, chase: Chase) -> Vec<Chase> {
        let Chase { hunter, hare, .. } = chase;
        let on_ring = |place: i64| place.rem_euclid(self.length);
        if chase.hunter_moves {
            let hunters = [-2, 2].map(|leap| on_ring(hunter + leap));
            hunters
                .map(|hunter| Chase {
                    hunter,
                    hare,
                    hunter_moves: false,
                })
                .to_vec()
        } else {
            let hares = [1, 2].map(|run| on_ring(hare + run)).into_iter();
            hares
                .filter(|&hare| hare != hunter)
                .map(|hare| Chase {
                    hunter,
                    hare,
                    hunter_moves: true,
                })
                .collect()
        }
    }

    /// Plain minimax: the value if the game is over within so many plies.
    fn within(&self, chase: Chase, plies: u8) -> Option<Cell> {
        if self.is_over(chase) {
            return Some(Cell::lost(0));
        }
        if plies == 0 {
            return None;
        }
        let moves = self.after(chase);
        if moves.is_empty() {
            return Some(Cell::lost(0));
        }
        let values: Vec<Option<Cell>> = moves
            .into_iter()
            .map(|next| self.within(next, plies - 1).map(Cell::before))
            .collect();
        let best = values.iter().flatten().max_by_key(|cell| cell.score())?;
        (best.is_won() || values.iter().all(Option::is_some)).then_some(*best)
    }
}

impl Indexed for Hunt {
    fn count(&self) -> u64 {
        (2 * self.length * self.length) as u64
    }

    fn ended(&self, index: u64) -> Option<Cell> {
        let chase = self.unrank(index);
        let is_over = self.is_over(chase) || self.after(chase).is_empty();
        is_over.then_some(Cell::lost(0))
    }

    fn successors(
        &self,
        index: u64,
        tell: &mut impl FnMut(Next) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for next in self.after(self.unrank(index)) {
            tell(Next::State(self.rank(next)))?;
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn a_tiny_game_has_the_values_that_plain_minimax_finds() {
    const DEPTH: u8 = 17;
    let hunt = Hunt { length: 10 };
    let count = hunt.count();
    let (table, _) = solve(&Solver::new(&hunt, 2), vec![0; count as usize], None);
    let mut results = [0; 3];
    for index in 0..count {
        let cell = Cell(table[index as usize]);
        assert_eq!(hunt.rank(hunt.unrank(index)), index);
        match hunt.within(hunt.unrank(index), DEPTH) {
            Some(expected) => assert_eq!(cell, expected, "state {index}"),
            None => assert!(
                cell.plies().is_none_or(|plies| plies > DEPTH),
                "state {index}"
            ),
        }
        results[usize::from(cell.is_won()) + 2 * usize::from(cell.is_lost())] += 1;
    }
    // Counted by a program of its own.
    assert_eq!(results, [22, 99, 79]);
}
