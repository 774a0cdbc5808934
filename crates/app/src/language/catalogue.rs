//! The page's files of words, read as what they are: one object of strings each.

use std::collections::BTreeMap;

/// Sentences by their keys.
#[derive(Debug, Default)]
pub(super) struct Catalogue(BTreeMap<String, String>);

impl Catalogue {
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(key, words)| (key.as_str(), words.as_str()))
    }

    /// Takes up `export default { key: 'words', … }`, and nothing that is more than that.
    pub(super) fn read(&mut self, text: &str, file: &str) -> anyhow::Result<()> {
        let mut reader = Reader { rest: text };
        reader.entries(self).map_err(|wanted| {
            let line = text[..text.len() - reader.rest.len()].lines().count();
            anyhow::anyhow!("{file}, line {line}: expected {wanted}")
        })
    }
}

struct Reader<'a> {
    rest: &'a str,
}

type Wanted<T = ()> = Result<T, &'static str>;

impl Reader<'_> {
    /// Past blanks and comments.
    fn skip(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            if !self.rest.starts_with("//") {
                return;
            }
            self.rest = self.rest.split_once('\n').map_or("", |(_, rest)| rest);
        }
    }

    fn take(&mut self, sign: &str) -> bool {
        self.skip();
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn entries(&mut self, catalogue: &mut Catalogue) -> Wanted {
        if !(self.take("export") && self.take("default") && self.take("{")) {
            return Err("export default {");
        }
        while !self.take("}") {
            let key = self.key()?;
            if !self.take(":") {
                return Err("a colon");
            }
            let words = self.string()?;
            catalogue.0.insert(key, words);
            if !self.take(",") && !self.rest.trim_start().starts_with('}') {
                return Err("a comma");
            }
        }
        self.skip();
        match self.rest {
            "" => Ok(()),
            _ => Err("the end"),
        }
    }

    fn key(&mut self) -> Wanted<String> {
        self.skip();
        if self.rest.starts_with(['\'', '"']) {
            return self.string();
        }
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        let length = self.rest.find(|letter| !is_letter(letter)).unwrap_or(0);
        let (key, rest) = self.rest.split_at(length);
        self.rest = rest;
        match key {
            "" => Err("a key"),
            _ => Ok(key.to_owned()),
        }
    }

    fn string(&mut self) -> Wanted<String> {
        self.skip();
        let mut letters = self.rest.chars();
        let quote = letters
            .next()
            .filter(|sign| ['\'', '"', '`'].contains(sign));
        let quote = quote.ok_or("a string")?;
        let mut text = String::new();
        while let Some(letter) = letters.next() {
            match letter {
                _ if letter == quote => {
                    self.rest = letters.as_str();
                    return Ok(text);
                }
                '\\' => match letters.next() {
                    Some('n') => text.push('\n'),
                    Some(plain @ ('\\' | '\'' | '"' | '`')) => text.push(plain),
                    _ => return Err("a plain character after \\"),
                },
                '$' if quote == '`' && letters.as_str().starts_with('{') => {
                    return Err("a string without code in it");
                }
                _ => text.push(letter),
            }
        }
        Err("the end of a string")
    }
}

/// A value by its name, as text and where it is one as a number.
type Named<'a> = (&'a str, String, Option<i64>);

/// A sentence with its values: `{name}`, and `{n, plural, one {# move} other {# moves}}`.
pub(super) fn filled(words: &str, values: &[Named<'_>], language: &str) -> String {
    let mut text = String::new();
    let mut rest = words;
    while let Some(open) = rest.find('{') {
        text.push_str(&rest[..open]);
        let length = inside(&rest[open..]);
        text.push_str(&replaced(&rest[open + 1..open + length], values, language));
        rest = rest.get(open + length + 1..).unwrap_or_default();
    }
    text + rest
}

/// How far the brace that begins a text reaches: the place of the one that closes it.
fn inside(text: &str) -> usize {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

fn replaced(inner: &str, values: &[Named<'_>], language: &str) -> String {
    let find = |name: &str| values.iter().find(|(known, ..)| *known == name.trim());
    let Some((name, forms)) = inner.split_once(", plural,") else {
        return find(inner).map_or(String::new(), |(_, text, _)| text.clone());
    };
    let Some((_, text, number)) = find(name) else {
        return String::new();
    };
    let wanted = plural(number.unwrap_or(0).unsigned_abs(), language);
    let form = form(forms, wanted).or_else(|| form(forms, "other"));
    filled(form.unwrap_or_default(), values, language).replace('#', text)
}

/// The words of one form of a plural.
fn form<'a>(mut forms: &'a str, wanted: &str) -> Option<&'a str> {
    while let Some(open) = forms.find('{') {
        let length = inside(&forms[open..]);
        if forms[..open].trim() == wanted {
            return forms.get(open + 1..open + length);
        }
        forms = forms.get(open + length + 1..)?;
    }
    None
}

/// The form of words that goes with a whole number, by its name in Unicode's tables.
fn plural(number: u64, language: &str) -> &'static str {
    let (tens, ones) = (number % 100, number % 10);
    let is_teen = (11..=19).contains(&tens);
    match (language, number) {
        ("fr", 0 | 1) | ("en" | "pl", 1) => "one",
        ("ru", _) if ones == 1 && !is_teen => "one",
        ("ru" | "pl", _) if (2..=4).contains(&ones) && !is_teen => "few",
        ("ru" | "pl", _) => "many",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_of_strings_is_read_and_nothing_else() {
        let mut words = Catalogue::default();
        let text =
            "// A language.\nexport default {\n  a: 'it\\'s',\n  'b.c':\n    `two\nlines`,\n}\n";
        words.read(text, "a.js").unwrap();
        assert_eq!(words.get("a"), Some("it's"));
        assert_eq!(words.get("b.c"), Some("two\nlines"));
        for wrong in [
            "export default { a: 1 }",
            "export default { a: 'x' ",
            "export default { a: `${x}` }",
            "export default { a: 'x' } more",
            "const a = 1",
        ] {
            assert!(Catalogue::default().read(wrong, "a.js").is_err(), "{wrong}");
        }
    }

    #[test]
    fn plurals_follow_the_language() {
        let words = "{n, plural, one {# ruch} few {# ruchy} many {# ruchów} other {# ruchu}}";
        let told = |n: i64| filled(words, &[("n", n.to_string(), Some(n))], "pl");
        assert_eq!(
            [1, 2, 5, 12, 22, 25].map(told),
            [
                "1 ruch",
                "2 ruchy",
                "5 ruchów",
                "12 ruchów",
                "22 ruchy",
                "25 ruchów"
            ]
        );
        assert_eq!(plural(21, "ru"), "one");
        assert_eq!(plural(21, "pl"), "many");
        assert_eq!(plural(0, "fr"), "one");
        assert_eq!(plural(0, "en"), "other");
    }
}
