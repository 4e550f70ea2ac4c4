//! Keys of the container, and the words of their values.

use super::question::Question;
use irsmith_mir::tables::{Absent, FUNCTION, Item, Key, Map, Target, Text, Value, Version, WordKind, function_info};
use irsmith_mir::{CalibratedWord, Dialect};

/// Returns the questions about the keys of functions, and about those of `machineFunctionInfo` of a target.
pub(super) fn questions(target: Target, release: Version) -> Vec<Question> {
    let mut walk = Walk { samples: Samples { target }, release, questions: Vec::new() };
    walk.map(FUNCTION, &|keys| keys.to_owned());
    walk.map(function_info(target), &|keys| format!("machineFunctionInfo: {{ {keys} }}"));
    walk.questions
}

/// The keys that every question has, or that have a value of their own kind.
const ASKED_BY_ALL: [&str; 2] = ["name", "body"];

/// A walk through mappings.
struct Walk {
    samples: Samples,
    release: Version,
    questions: Vec<Question>,
}

impl Walk {
    /// Asks about the keys of a mapping; `within` puts keys of the mapping into a document.
    fn map(&mut self, map: &'static Map, within: &dyn Fn(&str) -> String) {
        let (dialect, samples) = (Dialect::of_release(self.release), self.samples);
        for key in map.keys.iter().filter(|key| !ASKED_BY_ALL.contains(&key.name)) {
            let name = key.name_in(self.release);
            let with = |value: &str| within(&samples.with_required(map, name, value));
            let is_of_release = dialect.reads_key(map, key);
            let text = with(&samples.sample(key));
            self.push(CalibratedWord::of_key(map, name), is_of_release, &text);
            if !is_of_release {
                continue;
            }
            match key.value {
                Value::Choice(choices) => {
                    for choice in choices {
                        let word = CalibratedWord::new(WordKind::Key, format!("{}.{name}={}", map.name, choice.name));
                        let text = with(choice.name);
                        self.push(word, choice.since <= self.release, &text);
                    }
                }
                Value::Map(inner) => {
                    let required = samples.with_required(map, name, "{ ");
                    self.map(inner, &|keys| within(&format!("{required}{keys} }}")));
                }
                Value::List(Item::Map(inner)) => {
                    let required = samples.with_required(map, name, "[ { ");
                    self.map(inner, &|keys| within(&format!("{required}{keys} }} ]")));
                }
                _ => {}
            }
        }
    }

    fn push(&mut self, word: CalibratedWord, is_of_release: bool, keys: &str) {
        let text = format!("{keys}\nbody: |\n  bb.0:\n");
        self.questions.push(Question::of_document(word, is_of_release, text));
    }
}

/// Values of keys for a target.
#[derive(Clone, Copy)]
struct Samples {
    target: Target,
}

impl Samples {
    /// Returns the required keys of a mapping, and then a key with a value.
    fn with_required(self, map: &Map, name: &str, value: &str) -> String {
        let others = map.keys.iter().filter(|key| key.absent == Absent::Refused && key.name != name && !ASKED_BY_ALL.contains(&key.name));
        let others: String = others.map(|key| format!("{}: {}, ", key.name, self.sample(key))).collect();
        format!("{others}{name}: {value}")
    }

    /// Returns a value of a key.
    fn sample(self, key: &Key) -> String {
        let is_x86 = self.target == Target::X86;
        let text = |text| match text {
            Text::Register | Text::AnyRegister => if is_x86 { "'$rbx'" } else { "'$x19'" }.to_owned(),
            Text::ClassOrBank => if is_x86 { "gr64" } else { "gpr64" }.to_owned(),
            Text::Block => "'%bb.0'".to_owned(),
            Text::Constant => "'i32 5'".to_owned(),
            Text::MetadataDefinition => "'!0 = !{}'".to_owned(),
            Text::GlobalName => "f".to_owned(),
            _ => "''".to_owned(),
        };
        match key.value {
            Value::Bool => "false".to_owned(),
            Value::Unsigned(_) | Value::Signed(_) => "0".to_owned(),
            Value::Alignment => "4".to_owned(),
            Value::Text(shape) => text(shape),
            Value::FrameObject => "'%stack.0'".to_owned(),
            Value::Choice(choices) => choices[0].name.to_owned(),
            Value::Map(map) if map.keys.iter().any(|key| key.absent == Absent::Refused) => {
                let last = map.keys.iter().rev().find(|key| key.absent == Absent::Refused);
                last.map_or_else(String::new, |last| format!("{{ {} }}", self.with_required(map, last.name, &self.sample(last))))
            }
            Value::Map(_) | Value::TargetMap | Value::NumberMap => "{}".to_owned(),
            Value::List(_) => "[]".to_owned(),
            Value::Body => "''".to_owned(),
        }
    }
}
