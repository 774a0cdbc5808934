//! What is told to people, as data: a code, named values, and the English that is
//! made of them in this one place. A program that speaks another language, or that
//! wants to know what happened, reads the code and the values.
//!
//! ```
//! use plyground_engine::message;
//!
//! let full = message!("move.full", "column {n} is full", n = 3);
//! assert_eq!(full.to_string(), "column 3 is full");
//! assert_eq!(full.code(), "move.full");
//! ```

use std::fmt;

/// A sentence with its code and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message(Box<Parts>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Parts {
    code: &'static str,
    values: Vec<(&'static str, Value)>,
    english: String,
}

/// A value in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Text(String),
    Number(i64),
    /// How the players compare: "12 to 9".
    Numbers(Vec<u32>),
    /// A sentence within another: why something was refused, how a game ended.
    Message(Message),
}

/// A [`Message`] by its code, its English with `{names}`,
/// and a value for each name. The compiler sees to it that none is missing or idle.
#[macro_export]
macro_rules! message {
    ($code:literal, $english:literal $(, $name:ident = $value:expr)* $(,)?) => {{
        $(let $name = $crate::message::Value::from($value);)*
        let english = format!($english $(, $name = $name)*);
        $crate::message::Message::new($code, english, vec![$((stringify!($name), $name)),*])
    }};
}

/// A refusal, made as a [`message!`] is.
#[macro_export]
macro_rules! refused {
    ($($told:tt)*) => {
        $crate::notation::ParseError::new($crate::message!($($told)*))
    };
}

impl Message {
    /// What [`message!`] calls.
    pub fn new(code: &'static str, english: String, values: Vec<(&'static str, Value)>) -> Message {
        Message(Box::new(Parts {
            code,
            values,
            english,
        }))
    }

    pub fn code(&self) -> &'static str {
        self.0.code
    }

    pub fn values(&self) -> &[(&'static str, Value)] {
        &self.0.values
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.english)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Text(text) => f.write_str(text),
            Value::Number(number) => write!(f, "{number}"),
            Value::Numbers(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
                f.write_str(&numbers.join(" to "))
            }
            Value::Message(message) => write!(f, "{message}"),
        }
    }
}

/// Words that nobody needs to tell apart or translate.
impl From<String> for Message {
    fn from(english: String) -> Message {
        Message::new("other", english, Vec::new())
    }
}

impl From<&str> for Message {
    fn from(english: &str) -> Message {
        Message::from(english.to_owned())
    }
}

impl From<Vec<u32>> for Value {
    fn from(numbers: Vec<u32>) -> Value {
        Value::Numbers(numbers)
    }
}

impl From<Message> for Value {
    fn from(message: Message) -> Value {
        Value::Message(message)
    }
}

macro_rules! texts {
    ($($kind:ty),*) => {
        $(impl From<$kind> for Value {
            fn from(text: $kind) -> Value {
                Value::Text(text.to_string())
            }
        })*
    };
}

macro_rules! numbers {
    ($($kind:ty),*) => {
        $(impl From<$kind> for Value {
            fn from(number: $kind) -> Value {
                Value::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        })*
    };
}

texts!(&str, String, &String, char);
numbers!(u8, u16, u32, u64, usize, i32, i64);

#[cfg(test)]
mod tests {
    #[test]
    fn a_sentence_within_another_is_told_whole_and_kept_apart() {
        let inner = message!("move.full", "column {n} is full", n = 3_u8);
        let outer = message!("at", "ply {n}: {reason}", n = 7, reason = inner.clone());
        assert_eq!(outer.to_string(), "ply 7: column 3 is full");
        assert_eq!(outer.values()[1], ("reason", inner.into()));
    }
}
