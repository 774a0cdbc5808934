//! The description at /api/openapi.json against what the server really says: every
//! answer has the fields that are promised, of the kinds that are promised, and no
//! others.

#[allow(dead_code)]
#[path = "common/http.rs"]
mod http;

use http::{Json, Server, events};
use serde_json::json;
use std::collections::BTreeSet;

/// What is wrong with a value by a schema, each fault with its place.
struct Judge<'a> {
    description: &'a Json,
    faults: Vec<String>,
}

impl<'a> Judge<'a> {
    fn resolved(&self, schema: &'a Json) -> &'a Json {
        match schema["$ref"].as_str() {
            Some(name) => {
                let found = self.description.pointer(name.trim_start_matches('#'));
                found.unwrap_or_else(|| panic!("{name} is not there"))
            }
            None => schema,
        }
    }

    fn judge(&mut self, place: &str, value: &Json, schema: &'a Json) {
        let schema = self.resolved(schema);
        if let Some(choices) = schema["anyOf"].as_array() {
            let fits = |choice: &'a Json| {
                let mut inner = Judge {
                    description: self.description,
                    faults: Vec::new(),
                };
                inner.judge(place, value, choice);
                inner.faults.is_empty()
            };
            if !choices.iter().any(fits) {
                self.faults.push(format!("{place}: {value} fits none"));
            }
            return;
        }
        if let Some(known) = schema["enum"].as_array() {
            if !known.contains(value) {
                self.faults.push(format!("{place}: {value} is not listed"));
            }
            return;
        }
        if !is_of_type(value, &schema["type"]) {
            let wanted = &schema["type"];
            self.faults
                .push(format!("{place}: expected {wanted}, found {value}"));
            return;
        }
        for (index, item) in value.as_array().into_iter().flatten().enumerate() {
            self.judge(&format!("{place}[{index}]"), item, &schema["items"]);
        }
        self.judge_object(place, value, schema);
    }

    /// All that is required, and nothing that is not described.
    fn judge_object(&mut self, place: &str, value: &Json, schema: &'a Json) {
        let (Some(object), Some(known)) = (value.as_object(), schema["properties"].as_object())
        else {
            return;
        };
        for name in schema["required"].as_array().into_iter().flatten() {
            if !object.contains_key(name.as_str().unwrap()) {
                self.faults.push(format!("{place}: {name} is missing"));
            }
        }
        for (name, value) in object {
            match known.get(name) {
                Some(schema) => self.judge(&format!("{place}.{name}"), value, schema),
                None => self
                    .faults
                    .push(format!("{place}: {name} is not described")),
            }
        }
    }
}

fn is_of_type(value: &Json, wanted: &Json) -> bool {
    let is = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        other => panic!("no type of JSON: {other}"),
    };
    match wanted {
        Json::Null => true,
        Json::Array(names) => names.iter().any(|name| is(name.as_str().unwrap())),
        name => is(name.as_str().unwrap()),
    }
}

/// Asks the server, and holds its answers to the description.
struct Examiner<'a> {
    server: &'a Server,
    description: &'a Json,
    seen: BTreeSet<(String, String)>,
}

impl Examiner<'_> {
    /// One request to an address as the description writes it, `{id}` standing for `id`.
    fn ask(&mut self, method: &str, path: &str, id: &str, body: &Json) -> Json {
        let (bare, query) = path.split_once('?').unwrap_or((path, ""));
        let address = format!("{}?{query}", bare.replace("{id}", id));
        let answer = self.server.send(method, &address, &body.to_string());
        let operation = &self.description["paths"][bare][method.to_lowercase()];
        let told = operation["responses"].get(answer.status.to_string());
        let place = format!("{method} {bare}");
        self.seen.insert((bare.to_owned(), method.to_lowercase()));
        let text = String::from_utf8_lossy(&answer.body);
        let response = told.unwrap_or_else(|| {
            assert!(answer.status >= 400, "{place}: {} {text}", answer.status);
            &operation["responses"]["default"]
        });
        let content = &response["content"];
        if let Some(schema) = content["application/json"].get("schema") {
            let value = answer.json();
            self.hold(&place, &value, schema);
            return value;
        }
        if let Some(known) = content["text/event-stream"].get("x-events") {
            for (name, data) in events(&answer.body) {
                let schema = known
                    .get(&name)
                    .unwrap_or_else(|| panic!("{place}: {name}"));
                self.hold(&format!("{place}, {name}"), &data, schema);
            }
        }
        Json::Null
    }

    fn hold(&self, place: &str, value: &Json, schema: &Json) {
        let mut judge = Judge {
            description: self.description,
            faults: Vec::new(),
        };
        judge.judge(place, value, schema);
        assert!(judge.faults.is_empty(), "{:#?}", judge.faults);
    }
}

#[test]
fn every_answer_is_as_it_is_described() {
    let server = Server::start();
    let description = server.get("/api/openapi.json").json();
    let mut examiner = Examiner {
        server: &server,
        description: &description,
        seen: BTreeSet::new(),
    };
    let none = json!({});
    let library = examiner.ask("GET", "/api/games", "", &none);
    for game in library["games"].as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        examiner.ask("GET", "/api/games/{id}/rules", id, &none);
        examiner.ask("GET", "/api/games/{id}/kit", id, &none);
        examiner.ask("POST", "/api/state", "", &json!({"game": id}));
        let engine = json!({"level": 2, "time_ms": 20, "clock": {"left_ms": 1000}});
        let asked = json!({"game": id, "engine": engine});
        let moved = examiner.ask("POST", "/api/move", "", &asked);
        let limits = json!({"depth": 2});
        let moves = json!([moved["move"]]);
        let asked = json!({"game": id, "moves": moves, "limits": limits, "lines": "all"});
        examiner.ask("POST", "/api/analysis", "", &asked);
        let asked = json!({"game": id, "moves": moves, "limits": limits});
        examiner.ask("POST", "/api/review", "", &asked);
    }
    let three = json!({"game": "battle-sheep", "options": {"players": 3}, "limits": {"depth": 1}});
    examiner.ask("POST", "/api/analysis", "", &three);
    let wrong = [
        json!({"game": "chess"}),
        json!({"game": "connect-four", "position": "7/7 x"}),
        json!({"game": "connect-four", "moves": ["1", "9"]}),
        json!({"game": "battle-sheep", "moves": ["0"]}),
        json!([]),
    ];
    for asked in &wrong {
        examiner.ask("POST", "/api/state", "", asked);
    }
    let won = json!(["1", "2", "1", "2", "1", "2", "1"]);
    let four = json!({"game": "connect-four", "moves": won});
    assert_eq!(
        examiner.ask("POST", "/api/state", "", &four)["outcome"]["code"],
        "reason.four"
    );
    let pieces = json!([{"cell": "a1", "owner": 0, "kind": "crowned"},
        {"cell": "h8", "owner": 1, "kind": "crowned"}]);
    let asked = json!({"game": "russian-draughts", "to_move": "w", "pieces": pieces});
    examiner.ask("POST", "/api/position", "", &asked);
    for query in ["/api/analysis?q=%7B%7D", "/api/review?q=%7B%7D"] {
        examiner.ask("GET", query, "", &none);
    }
    let asked = json!({"game": "connect-four", "seats": ["a", "b"], "tree":
        [{"move": "4", "comments": ["the centre"], "variations": [[{"move": "1"}]]}]});
    let written = examiner.ask("POST", "/api/record/write", "", &asked);
    let asked = json!({"text": written["record"]});
    examiner.ask("POST", "/api/record/read", "", &asked);
    let bad = json!({"text": "1. 4 (", "game": "connect-four"});
    examiner.ask("POST", "/api/record/read", "", &bad);

    let new = json!({"game": "connect-four", "moves": ["4"], "seats": [{"name": "a"}]});
    let saved = examiner.ask("POST", "/api/saved", "", &new);
    let id = saved["id"].to_string();
    examiner.ask("GET", "/api/saved", "", &none);
    examiner.ask(
        "POST",
        "/api/explorer",
        "",
        &json!({"game": "connect-four"}),
    );
    let asked = json!({"game": "kings-valley", "moves": ["a1-d4"], "eval": "classic"});
    examiner.ask("POST", "/api/evaluate", "", &asked);
    examiner.ask(
        "POST",
        "/api/evaluate",
        "",
        &json!({"game": "battle-sheep"}),
    );
    for spec in [
        "minimax",
        "alpha-beta,order=worst",
        "search",
        "mtdf",
        "maxn",
        "mcts",
        "pns",
    ] {
        let asked = json!({"game": "connect-four", "spec": spec, "limits": {"nodes": 300}});
        examiner.ask("POST", "/api/lab", "", &asked);
    }
    examiner.ask(
        "POST",
        "/api/lab",
        "",
        &json!({"game": "", "tree": "((3 5)(2 9))"}),
    );
    examiner.ask(
        "POST",
        "/api/lab",
        "",
        &json!({"game": "", "tree": "((3 5) 2)"}),
    );
    let asked = json!({"game": "tic-tac-toe"});
    examiner.ask("POST", "/api/complexity", "", &asked);
    let file = json!({"text": "1. 4 $1 *\n[A \"2\"]\n1. 9 *", "game": "connect-four"});
    examiner.ask("POST", "/api/saved/import", "", &file);
    examiner.ask("GET", "/api/saved/{id}", &id, &none);
    let moves = "/api/saved/{id}/moves";
    examiner.ask("POST", moves, &id, &json!({"ply": 1, "move": "4"}));
    examiner.ask("POST", moves, &id, &json!({"ply": 0, "move": "1"}));
    let wanted = json!({"ply": 2, "engine": {"level": 1, "time_ms": 20}});
    examiner.ask("POST", "/api/saved/{id}/reply", &id, &wanted);
    examiner.ask("POST", "/api/saved/{id}/hurry", &id, &none);
    examiner.ask("DELETE", "/api/saved/{id}/moves?from=1", &id, &none);
    examiner.ask("PUT", moves, &id, &json!({"moves": ["4", "4"]}));
    let ended = json!({"ended": {"winner": "x", "reason": "resigned"}, "title": "a"});
    examiner.ask("PATCH", "/api/saved/{id}", &id, &ended);
    examiner.ask("POST", moves, &id, &json!({"ply": 2, "move": "1"}));
    examiner.ask("GET", "/api/saved/{id}/record", &id, &none);
    examiner.ask("DELETE", "/api/saved/{id}", &id, &none);
    examiner.ask("GET", "/api/saved/{id}", &id, &none);
    for path in ["/api/openapi.json", "/healthz", "/metrics"] {
        examiner.ask("GET", path, "", &none);
    }
    for (path, methods) in description["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let was_asked = examiner.seen.contains(&(path.clone(), method.clone()));
            assert!(was_asked, "{method} {path} was never asked");
        }
    }
}

/// The judge must be able to say no.
#[test]
fn a_wrong_answer_would_be_noticed() {
    let description = json!({"components": {"schemas": {"Sign": {"type": "string"}}}});
    let sign = json!({"$ref": "#/components/schemas/Sign"});
    let schema = json!({
        "type": "object",
        "properties": {"sign": sign, "n": {"anyOf": [{"type": "integer"}, {"type": "null"}]}},
        "required": ["sign"],
    });
    let faults = |value: Json| {
        let mut judge = Judge {
            description: &description,
            faults: Vec::new(),
        };
        judge.judge("", &value, &schema);
        judge.faults.len()
    };
    assert_eq!(faults(json!({"sign": "x", "n": null})), 0);
    assert_eq!(faults(json!({"n": 1})), 1, "missing");
    assert_eq!(faults(json!({"sign": 1})), 1, "of another type");
    assert_eq!(faults(json!({"sign": "x", "n": "1"})), 1, "fits no choice");
    assert_eq!(faults(json!({"sign": "x", "more": 1})), 1, "not described");
}
