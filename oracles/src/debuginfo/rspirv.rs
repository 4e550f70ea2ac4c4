//! The crate `rspirv` parses the same words and puts them together again.
//!
//! Its loader refuses debug instructions outside functions, but its parser takes them, operand by operand.

use super::{Case, Oracle, UNREADABLE};
use crate::{Failure, Family, Needs, Signature, Verdict};
use irsmith_debuginfo::grammar::string;
use irsmith_debuginfo::stream::MAGIC;
use irsmith_debuginfo::{ByteOrder, Stream};
use rspirv::binary::{Assemble, Consumer, ParseAction, ParseState, parse_words};
use rspirv::dr;
use rspirv::grammar::ext_inst_table;

/// The oracle.
pub const RSPIRV: Oracle = Oracle {
    name: "debuginfo-rspirv",
    family: Family::Agreement,
    about: "the crate rspirv parses the module, instruction by instruction, and assembles the same words",
    // It knows two of the three sets, which are drawn alike.
    floor: 60,
    needs: Needs::Nothing,
    check,
};

fn check(case: &Case) -> Verdict {
    let Ok(stream) = case.stream() else { return Verdict::Skip(UNREADABLE) };
    if stream.header().order == ByteOrder::Big {
        return Verdict::Skip("rspirv-reads-little-endian");
    }
    if !knows_sets(stream) {
        return Verdict::Skip("rspirv-lacks-the-set");
    }
    let header = stream.header();
    let mut again = Again { words: Vec::new(), generator: header.generator, schema: header.schema };
    match parse_words(stream.words(), &mut again) {
        Ok(()) => compare(stream, &again.words),
        // It takes what its grammar has, and any mutation leaves that.
        Err(ParseState::OpcodeUnknown(..)) => Verdict::Skip("rspirv-lacks-the-instruction"),
        Err(_) => Verdict::Skip("rspirv-refused"),
    }
}

/// It complains of unknown sets on standard error.
fn knows_sets(stream: &Stream) -> bool {
    let mut imports = stream.instructions().filter(|raw| raw.opcode == spirv::Op::ExtInstImport as u16);
    imports.all(|raw| {
        let name = raw.words.get(1..).and_then(string);
        name.is_some_and(|(name, _)| std::str::from_utf8(&name).is_ok_and(|name| ext_inst_table(name).is_some()))
    })
}

fn compare(stream: &Stream, theirs: &[u32]) -> Verdict {
    let ours = stream.words();
    if ours == theirs {
        return Verdict::Pass;
    }
    let at = ours.iter().zip(theirs).take_while(|(a, b)| a == b).count();
    let instruction = stream.instructions().take_while(|raw| raw.at <= at).last();
    let opcode = instruction.and_then(|raw| irsmith_debuginfo::grammar::row(raw.opcode)).map_or("header", |row| row.opname);
    let evidence = format!("word {at}\n  ours:   {:x?}\n  rspirv: {:x?}", ours.get(at), theirs.get(at));
    let signature = Signature {
        implementations: vec!["rspirv".into()],
        ..Signature::new(RSPIRV.name, "words-changed", if opcode == "header" { "header".into() } else { format!("Op{opcode}") })
    };
    Verdict::Fail(Box::new(Failure { signature, evidence }))
}

/// What it parses, assembled again. It puts its own name in place of the tool that made the module, and 0 in place of the schema.
struct Again {
    words: Vec<u32>,
    generator: u32,
    schema: u32,
}

impl Consumer for Again {
    fn initialize(&mut self) -> ParseAction {
        ParseAction::Continue
    }

    fn finalize(&mut self) -> ParseAction {
        ParseAction::Continue
    }

    fn consume_header(&mut self, header: dr::ModuleHeader) -> ParseAction {
        self.words.extend([MAGIC, header.version, self.generator, header.bound, self.schema]);
        ParseAction::Continue
    }

    fn consume_instruction(&mut self, instruction: dr::Instruction) -> ParseAction {
        instruction.assemble_into(&mut self.words);
        ParseAction::Continue
    }
}
