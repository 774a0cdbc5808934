//! The guide's examples are run, and print what the guide says they print.
//! A line with `…` in it stands for any text in that place.

mod common;

use common::{plyground, words};

const GUIDE: &str = include_str!("../../../docs/guide.md");
/// Where it all comes from, in four languages.
const ORIGINS: [&str; 4] = [
    include_str!("../../../docs/origins.md"),
    include_str!("../../../docs/origins.ru.md"),
    include_str!("../../../docs/origins.fr.md"),
    include_str!("../../../docs/origins.pl.md"),
];

/// Commands and the output shown for them.
fn examples(document: &'static str) -> Vec<(&'static str, Vec<&'static str>)> {
    let mut examples: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut inside = false;
    for line in document.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if inside {
            match line.strip_prefix("$ ") {
                Some(command) => examples.push((command, Vec::new())),
                None => examples.last_mut().unwrap().1.push(line),
            }
        }
    }
    examples
}

fn fits(pattern: &str, mut line: &str) -> bool {
    let parts: Vec<&str> = pattern.split('…').collect();
    for (index, part) in parts.iter().enumerate() {
        let found = match index {
            0 => line.starts_with(part).then_some(0),
            _ if index + 1 == parts.len() => line.ends_with(part).then(|| line.len() - part.len()),
            _ => line.find(part),
        };
        match found {
            Some(at) => line = &line[at + part.len()..],
            None => return false,
        }
    }
    parts.len() > 1 || line.is_empty()
}

#[test]
fn every_example_prints_what_the_guide_shows() {
    examples_hold(examples(GUIDE));
}

#[test]
fn every_figure_of_the_origins_is_printed_in_every_language() {
    let of_each = ORIGINS.map(examples);
    let without_language = |command: &str| command.split(" --lang ").next().map(str::to_owned);
    let commands = of_each.each_ref().map(|examples| {
        let commands = examples
            .iter()
            .map(|(command, _)| without_language(command));
        commands.collect::<Vec<_>>()
    });
    assert!(commands.iter().all(|own| *own == commands[0]));
    std::thread::scope(|scope| {
        for examples in of_each {
            scope.spawn(|| examples_hold(examples));
        }
    });
}

fn examples_hold(examples: Vec<(&str, Vec<&str>)>) {
    for (command, shown) in examples {
        // A pipe feeds the first command's words to the second.
        let (input, command) = match command.split_once(" | ") {
            Some((printed, command)) => {
                let printed = words(printed.strip_prefix("printf ").expect(printed)).concat();
                (printed.replace("\\n", "\n"), command)
            }
            None => (String::new(), command),
        };
        let arguments = words(command);
        assert_eq!(arguments[0], "plyground", "{command}");
        let arguments: Vec<&str> = arguments[1..].iter().map(String::as_str).collect();
        let run = plyground(&arguments, input.as_bytes());
        assert_eq!(run.status, 0, "{command}: {}", run.err);
        let printed: Vec<&str> = run.out.lines().collect();
        let agrees = if shown.last() == Some(&"…") {
            let whole = &shown[..shown.len() - 1];
            printed.len() >= whole.len() && whole.iter().zip(&printed).all(|(a, b)| fits(a, b))
        } else {
            shown.len() == printed.len() && shown.iter().zip(&printed).all(|(a, b)| fits(a, b))
        };
        assert!(
            agrees,
            "{command} printed\n{}\nthe guide shows\n{}",
            run.out,
            shown.join("\n")
        );
    }
}

#[test]
fn every_command_has_an_example_in_the_guide() {
    let help = plyground(&["--help"], b"").out;
    let commands = help
        .lines()
        .skip_while(|line| !line.starts_with("Commands:"))
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .filter(|&command| command != "help");
    let mut count = 0;
    for command in commands {
        count += 1;
        let has_one = examples(GUIDE).iter().any(|(example, _)| {
            words(example)
                .windows(2)
                .any(|pair| pair == ["plyground", command])
        });
        assert!(has_one, "no example of {command}");
        let help = plyground(&[command, "--help"], b"").out;
        assert!(
            help.contains("Example: plyground"),
            "{command} --help has no example"
        );
    }
    assert!(count >= 10);
}

/// The tree of the explanation is what the program draws, and its root is worth
/// what minimax says.
#[test]
fn the_tree_of_the_explanation_is_drawn_by_the_program() {
    let explanation = include_str!("../../../docs/how-it-works.md");
    let start = explanation
        .find("$ plyground lab connect-four --tree")
        .unwrap();
    let block = explanation[start..].split("```").next().unwrap();
    let (command, tree) = block.split_once('\n').unwrap();
    let words: Vec<&str> = command.split_whitespace().skip(2).collect();
    let run = common::plyground(&words, b"");
    assert_eq!(run.out, tree);
    let position = words.last().unwrap();
    let minimax = [
        "analyse",
        "connect-four",
        "--algorithm",
        "minimax,exact=off,eval=classic",
        "--depth",
        "3",
        "--position",
        position,
    ];
    let run = common::plyground(&minimax, b"");
    assert!(run.out.starts_with("o to move: +6\n"), "{}", run.out);
}

/// What the explanation shows of the engine is what the engine does, and the game
/// that authors are shown is the game.
#[test]
fn every_excerpt_of_the_documents_is_in_the_code() {
    let engine = [
        include_str!("../../engine/src/minimax.rs"),
        include_str!("../../engine/src/alpha_beta.rs"),
        include_str!("../../engine/src/deepening.rs"),
        include_str!("../../engine/src/search/recall.rs"),
        include_str!("../../engine/src/search/ordering.rs"),
        include_str!("../../engine/src/search/shortcuts.rs"),
        include_str!("../../engine/src/search/negamax.rs"),
        include_str!("../../engine/src/maxn.rs"),
        include_str!("../../engine/src/mcts.rs"),
        include_str!("../../engine/src/proof.rs"),
        include_str!("../../games/src/tic_tac_toe/heuristics.rs"),
    ];
    let game = [
        include_str!("../../games/src/tic_tac_toe.rs"),
        include_str!("../../games/src/tic_tac_toe/rules.rs"),
        include_str!("../../games/src/tic_tac_toe/notation.rs"),
        include_str!("../../games/src/tic_tac_toe/view.rs"),
        include_str!("../../games/src/tic_tac_toe/heuristics.rs"),
        include_str!("../../games/tests/laws.rs"),
        include_str!("../../../examples/breakthrough/src/lib.rs"),
    ];
    let explanation = include_str!("../../../docs/how-it-works.md");
    let lesson = include_str!("../../../docs/add-a-game.md");
    for (document, sources, least) in [(explanation, &engine[..], 12), (lesson, &game[..], 20)] {
        let sources: Vec<String> = sources.iter().copied().map(without_indentation).collect();
        let excerpts: Vec<&str> = document.split("```rust\n").skip(1).collect();
        assert!(excerpts.len() >= least);
        for excerpt in excerpts {
            let excerpt = excerpt.split("```").next().unwrap_or_default();
            let wanted = without_indentation(excerpt);
            assert!(
                sources.iter().any(|source| source.contains(&wanted)),
                "not in the code:\n{excerpt}"
            );
        }
    }
}

fn without_indentation(text: &str) -> String {
    text.lines()
        .map(|line| format!("{}\n", line.trim()))
        .collect()
}
