//! Rules of records, each broken by a change of the records of the base module's file.

use super::{RuleTest, base};
use irsmith_pnacl::stream::{ItemKind, UNABBREV_RECORD};
use irsmith_pnacl::tables::{BlockKind, constant, function, global, module, symbol, type_code};
use irsmith_pnacl::validate::RuleId::{self, *};
use irsmith_pnacl::{Limits, Stream};

/// An item of a file, without abbreviations.
#[derive(Clone)]
enum Item {
    Enter(u32, u32),
    End,
    Record(u32, Vec<u64>),
}

use Item::{End, Enter, Record};

/// The items of the base module's file.
struct Items(Vec<Item>);

impl Items {
    fn base() -> Self {
        let stream = base::module().to_stream();
        let item = |item: &irsmith_pnacl::stream::Item| match &item.kind {
            ItemKind::Enter { block, .. } => Some(Enter(*block, 4)),
            ItemKind::End => Some(End),
            ItemKind::Define(_) => None,
            ItemKind::Record(record) => Some(Record(record.code, stream.operands(record).to_vec())),
        };
        let mut items = Self(stream.items().iter().filter_map(item).collect());
        // Nothing in the block is needed without the definitions.
        let start = items.position(Abbreviations);
        items.0.drain(start + 1..items.end(start));
        items
    }

    fn bytes(&self) -> Vec<u8> {
        let mut stream = Stream::new();
        for item in &self.0 {
            match item {
                Enter(block, width) => stream.enter(*block, *width),
                End => stream.end(),
                Record(code, operands) => stream.record(UNABBREV_RECORD, *code, operands),
            }
        }
        stream.write().unwrap()
    }

    /// Returns the position where a block is first entered.
    fn position(&self, block: BlockKind) -> usize {
        self.0.iter().position(|item| matches!(item, Enter(id, _) if u64::from(*id) == block.code())).unwrap()
    }

    /// Returns the position of the end of the block that is entered at `start`.
    fn end(&self, start: usize) -> usize {
        let mut depth = 0;
        for (index, item) in self.0.iter().enumerate().skip(start) {
            match item {
                Enter(..) => depth += 1,
                End => depth -= 1,
                Record(..) => {}
            }
            if depth == 0 {
                return index;
            }
        }
        unreachable!("the writer closes every block");
    }

    /// Returns the position of the first record with a code in a block, without the blocks within it.
    fn find(&self, block: BlockKind, code: u32) -> usize {
        let mut index = self.position(block) + 1;
        loop {
            match &self.0[index] {
                Record(found, _) if *found == code => return index,
                Record(..) => index += 1,
                Enter(..) => index = self.end(index) + 1,
                End => unreachable!("no record {code} in the {} block", block.name()),
            }
        }
    }

    /// Returns the operands of the first record with a code in a block.
    fn operands(&mut self, block: BlockKind, code: u32) -> &mut Vec<u64> {
        let index = self.find(block, code);
        match &mut self.0[index] {
            Record(_, operands) => operands,
            Enter(..) | End => unreachable!("found as a record"),
        }
    }

    /// Inserts items after the enter of a block.
    fn begin(&mut self, block: BlockKind, items: &[Item]) {
        let start = self.position(block);
        self.0.splice(start + 1..start + 1, items.iter().cloned());
    }

    /// Inserts items before the end of a block.
    fn finish(&mut self, block: BlockKind, items: &[Item]) {
        let end = self.end(self.position(block));
        self.0.splice(end..end, items.iter().cloned());
    }

    /// Moves an item.
    fn shift(&mut self, from: usize, to: usize) {
        let item = self.0.remove(from);
        self.0.insert(to, item);
    }

    /// Removes a whole block and returns it.
    fn take(&mut self, block: BlockKind) -> Vec<Item> {
        let start = self.position(block);
        let end = self.end(start);
        self.0.drain(start..=end).collect()
    }
}

fn enter(block: BlockKind) -> Item {
    Enter(block.code() as u32, 4)
}

fn record(code: u32, operands: &[u64]) -> Item {
    Record(code, operands.to_vec())
}

/// The record codes of direct calls and of forward declarations.
const CALL: u32 = 34;
const DECLARE: u32 = 43;

/// A change of the items: its name, the rules that it breaks, and how.
type Change = (&'static str, &'static [RuleId], fn(&mut Items));

use BlockKind::{Abbreviations, Constants, Function, Globals, Module, Types, ValueSymtab};

/// Changes after which the records can be interpreted, although some tool rejects them.
const LET_PASS: &[Change] = &[
    ("no change", &[], |_| {}),
    ("an operand behind float", &[ExtraOperands], |items| items.operands(Types, type_code::FLOAT).push(0)),
    ("an operand behind unreachable", &[ExtraOperands], |items| {
        let index = items.find(Function, 10);
        items.0[index] = record(15, &[0]);
    }),
    ("two operands behind a sum", &[ExtraOperands], |items| items.operands(Function, 2).extend([0, 0])),
    ("bits above those of a float", &[LiteralRange], |items| items.operands(Constants, constant::FLOAT)[0] |= 1 << 32),
    ("bits above those of an i8", &[LiteralRange], |items| {
        let start = items.position(Constants);
        let byte = items.0[start..]
            .iter()
            .position(|item| matches!(item, Record(code, operands) if *code == constant::INTEGER && *operands == [4]));
        items.0[start + byte.unwrap()] = record(constant::INTEGER, &[600]);
    }),
    ("flags of a sum", &[ExtraIgnored], |items| items.operands(Function, 2).push(1)),
    ("operands behind a switch", &[ExtraIgnored], |items| items.operands(Function, 12).extend([1, 2, 3])),
    ("the number of types behind them", &[CountLate], |items| {
        items.shift(items.find(Types, type_code::COUNT), items.end(items.position(Types)) - 1);
    }),
    ("the number of globals behind them", &[CountLate], |items| {
        items.shift(items.find(Globals, global::COUNT), items.end(items.position(Globals)) - 1);
    }),
    ("the number of types twice", &[CountLate], |items| {
        let count = items.0[items.find(Types, type_code::COUNT)].clone();
        items.begin(Types, &[count]);
    }),
    ("the number of globals behind another", &[CountLate], |items| items.begin(Globals, &[record(global::COUNT, &[7])])),
    ("the number of globals behind 0", &[], |items| items.begin(Globals, &[record(global::COUNT, &[0])])),
    ("no number of types", &[CountMissing], |items| {
        let index = items.find(Types, type_code::COUNT);
        items.0.remove(index);
    }),
    ("no number of globals", &[CountMissing], |items| {
        let index = items.find(Globals, global::COUNT);
        items.0.remove(index);
    }),
    ("no number of basic blocks before the first instruction", &[CountLate], |items| {
        items.shift(items.find(Function, function::BLOCKS), items.end(items.position(Function)) - 1);
    }),
    ("the number of basic blocks twice", &[CountRepeated], |items| items.begin(Function, &[record(function::BLOCKS, &[5])])),
    ("no version", &[VersionMissing], |items| {
        let index = items.find(Module, module::VERSION);
        items.0.remove(index);
    }),
    ("a declaration before the number of basic blocks", &[CountAfterDeclaration, CountAfterConstants], |items| {
        let declaration = items.0.remove(items.find(Function, DECLARE));
        items.begin(Function, &[declaration]);
        // The number is absolute, so that it is known only after the constants.
        let constants = items.take(Constants);
        let start = items.position(Function);
        items.0.splice(start + 1..start + 1, constants);
    }),
    ("constants before the number of basic blocks", &[CountAfterConstants], |items| {
        let constants = items.take(Constants);
        items.begin(Function, &constants);
    }),
    ("an empty constants block before the number of basic blocks", &[CountAfterConstants], |items| {
        items.begin(Function, &[enter(Constants), End]);
    }),
    ("a constant flag of 7", &[ConstantFlag], |items| items.operands(Globals, global::VARIABLE)[1] = 7),
    ("module version 2", &[ModuleVersion], |items| items.operands(Module, module::VERSION)[0] = 2),
    ("two globals blocks", &[GlobalsRepeated, AddressesLate, ValueNumbering], |items| {
        let variable = [record(global::COUNT, &[1]), record(global::VARIABLE, &[1, 0]), record(global::ZEROFILL, &[1])];
        items.finish(Module, &[[enter(Globals)].as_slice(), &variable, &[End]].concat());
    }),
    ("an empty globals block behind another", &[AddressesLate], |items| items.finish(Module, &[enter(Globals), End])),
    ("two types blocks", &[TypesRepeated], |items| {
        let at = items.find(Module, module::FUNCTION);
        items.0.splice(at..at, [enter(Types), record(type_code::COUNT, &[0]), End]);
    }),
    ("an empty types block before another", &[], |items| {
        let at = items.position(Types);
        items.0.splice(at..at, [enter(Types), End]);
    }),
    ("abbreviations for a block that is not known", &[SectionUnknown], |items| {
        items.begin(Abbreviations, &[record(1, &[13])]);
    }),
    ("abbreviations for abbreviations", &[SectionUnknown], |items| {
        items.begin(Abbreviations, &[record(1, &[0])]);
    }),
    ("abbreviations for a block that is not known, where they are skipped", &[AbbreviationsBlock], |items| {
        let end = items.end(items.position(Abbreviations));
        items.0.splice(end + 1..end + 1, [enter(Abbreviations), record(1, &[13]), End]);
    }),
    ("anything where abbreviations are skipped", &[AbbreviationsBlock], |items| {
        let anything = [record(1, &[]), record(7, &[9]), enter(Types), record(99, &[]), End, Enter(300, 5), End];
        let end = items.end(items.position(Abbreviations));
        items.0.splice(end + 1..end + 1, [&[enter(Abbreviations)], &anything[..], &[End]].concat());
    }),
    ("a case of kind 7", &[CaseKind], |items| items.operands(Function, 12)[5] = 7),
    // The tools read 32 bits of these operands.
    ("operands of 33 bits", &[], |items| {
        items.operands(Types, type_code::VECTOR).iter_mut().for_each(|operand| *operand += 1 << 32);
        items.operands(Types, type_code::FUNCTION)[1] += 1 << 32;
        items.operands(Module, module::FUNCTION)[0] += 1 << 32;
        items.operands(Globals, global::RELOCATION)[0] += 1 << 32;
        items.operands(ValueSymtab, symbol::ENTRY)[0] += 1 << 32;
        items.operands(Function, 3)[1] += 1 << 32;
        items.operands(Function, 12)[2] += 1 << 32;
        items.operands(Function, 16)[2] += 1 << 32;
        items.operands(Function, 43)[0] += 1 << 32;
    }),
    ("operands of 33 bits that the tools read whole", &[OperandRange], |items| {
        items.operands(Constants, constant::SET_TYPE)[0] += 1 << 32;
    }),
    ("globals before functions", &[GlobalsEarly, ValueNumbering], |items| {
        let globals = items.take(Globals);
        let at = items.find(Module, module::FUNCTION);
        items.0.splice(at..at, globals);
        // Values are numbered in the order of records, so the functions now come after the global, and its relocation can refer to the
        // global itself.
        for item in &mut items.0 {
            match item {
                Record(global::RELOCATION, operands) if operands == &[3, 4] => operands[0] = 0,
                Record(symbol::ENTRY, operands) if operands.len() > 5 => operands[0] += 1,
                Record(CALL, operands) => operands[1] -= 1,
                _ => {}
            }
        }
    }),
    ("a symbol table behind function bodies", &[SymbolsLate], |items| {
        let symbols = items.take(ValueSymtab);
        items.finish(Module, &symbols);
    }),
    ("two symbol tables", &[SymbolsRepeated], |items| {
        let at = items.position(Function);
        items.0.splice(at..at, [enter(ValueSymtab), End]);
    }),
    ("an unknown symbol record", &[SymbolRecord], |items| items.finish(ValueSymtab, &[record(3, &[])])),
    ("a byte of 256", &[WideCharacter], |items| items.operands(Globals, global::DATA)[0] = 256),
    ("a prototype flag of 2", &[PrototypeFlag], |items| {
        let index = items.find(Module, module::FUNCTION) + 2;
        items.0[index] = record(module::FUNCTION, &[u64::from(base::EXCHANGE.0), 0, 2, 0]);
    }),
    ("a varargs flag of 2", &[VarargsFlag, TypeVarargs], |items| items.operands(Types, type_code::FUNCTION)[0] = 2),
    ("abbreviation ids of 33 bits", &[AbbreviationIds], |items| {
        let index = items.position(Types);
        items.0[index] = Enter(Types.code() as u32, 33);
    }),
    ("a compound initializer of one part", &[CompoundSingle], |items| {
        items.operands(Globals, global::COMPOUND)[0] = 1;
        let data = items.find(Globals, global::DATA);
        items.0.drain(data + 1..data + 4);
    }),
];

/// Changes after which the records cannot be interpreted.
const REFUSED: &[Change] = &[
    ("a types block around all", &[ModuleMissing], |items| items.0[0] = enter(Types)),
    ("types in a function", &[BlockPlace], |items| items.begin(Function, &[enter(Types), End])),
    ("constants in the module", &[BlockPlace], |items| items.finish(Module, &[enter(Constants), End])),
    ("a local symbol table", &[BlockPlace], |items| items.begin(Function, &[enter(ValueSymtab), End])),
    ("types in types", &[BlockPlace], |items| items.begin(Types, &[enter(Types), End])),
    ("a block of an unknown kind", &[BlockPlace], |items| items.begin(Module, &[Enter(15, 4), End])),
    ("a pointer type", &[RecordUnknown], |items| items.begin(Types, &[record(8, &[0, 0])])),
    ("a module record 2", &[RecordUnknown], |items| items.begin(Module, &[record(2, &[])])),
    ("a null constant", &[RecordUnknown], |items| items.finish(Constants, &[record(2, &[])])),
    ("a name of a basic block", &[RecordUnknown], |items| items.finish(ValueSymtab, &[record(symbol::BLOCK_ENTRY, &[0, 97])])),
    ("a comparison of code 9", &[RecordUnknown], |items| {
        let index = items.find(Function, 28);
        items.0[index] = record(9, &[1, 2, 32]);
    }),
    ("a section record in the module", &[RecordUnknown], |items| items.begin(Abbreviations, &[record(2, &[])])),
    ("a load of one operand", &[OperandCount], |items| items.operands(Function, 20).truncate(1)),
    ("a phi of half an edge", &[OperandCount], |items| items.operands(Function, 16).truncate(2)),
    ("a function record of three operands", &[OperandCount], |items| items.operands(Module, module::FUNCTION).truncate(3)),
    ("an integer without its width", &[OperandCount], |items| items.operands(Types, type_code::INTEGER).clear()),
    ("an abbreviations section of nothing", &[OperandCount], |items| {
        items.begin(Abbreviations, &[record(1, &[])]);
    }),
    ("an operation of number 13", &[OperandRange], |items| items.operands(Function, 2)[2] = 13),
    ("a cast of number 9", &[OperandRange], |items| items.operands(Function, 3)[2] = 9),
    ("a predicate of number 16", &[OperandRange], |items| items.operands(Function, 28)[2] = 16),
    ("an alignment of 2^30", &[OperandRange], |items| items.operands(Function, 19)[1] = 31),
    ("a linkage of 1", &[OperandRange], |items| items.operands(Module, module::FUNCTION)[3] = 1),
    ("another calling convention", &[OperandRange], |items| items.operands(Module, module::FUNCTION)[1] = 8),
    ("a call of another convention", &[OperandRange], |items| items.operands(Function, 34)[0] = 2),
    ("a branch to a missing block", &[OperandRange], |items| items.operands(Function, 11)[0] = 5),
    ("a branch to two missing blocks", &[OperandRange], |items| {
        let operands = items.operands(Function, 11);
        (operands[0], operands[1]) = (7, 6);
    }),
    ("a cast to a missing type", &[OperandRange], |items| items.operands(Function, 3)[1] = 99),
    ("a constant of a missing type", &[OperandRange], |items| items.operands(Constants, constant::SET_TYPE)[0] = 99),
    ("a switch with a range", &[OperandRange], |items| items.operands(Function, 12)[5] = 0),
    ("more cases than operands", &[OperandRange], |items| items.operands(Function, 12)[3] = 3),
    ("a name of a missing value", &[OperandRange], |items| items.operands(ValueSymtab, symbol::ENTRY)[0] = 4),
    ("a value that is never defined", &[OperandUndefined], |items| items.operands(Function, 2)[0] = u64::from(u32::MAX) - 90),
    ("an address of a missing global", &[OperandUndefined], |items| items.operands(Globals, global::RELOCATION)[0] = 4),
    ("a call of a constant", &[CallTarget], |items| items.operands(Function, 34)[1] = 9),
    ("a function record of type i32", &[FunctionTypeId], |items| items.operands(Module, module::FUNCTION)[0] = u64::from(base::I32.0)),
    ("a constant before its type", &[ConstantUntyped], |items| items.begin(Constants, &[record(constant::UNDEF, &[])])),
    ("an initializer of no global", &[InitializerPlace], |items| items.finish(Globals, &[record(global::ZEROFILL, &[1])])),
    ("an initializer before all globals", &[InitializerPlace], |items| items.begin(Globals, &[record(global::ZEROFILL, &[1])])),
    ("a compound in a compound", &[InitializerPlace], |items| {
        let index = items.find(Globals, global::DATA);
        items.0[index] = record(global::COMPOUND, &[2]);
    }),
    ("fewer initializers than stated", &[InitializerPlace], |items| items.operands(Globals, global::COMPOUND)[0] = 5),
    ("fewer types than stated", &[CountMismatch], |items| items.operands(Types, type_code::COUNT)[0] = 12),
    ("more globals than stated", &[CountMismatch], |items| items.operands(Globals, global::COUNT)[0] = 0),
    ("more basic blocks than stated", &[CountMismatch], |items| items.operands(Function, function::BLOCKS)[0] = 4),
    ("no number of basic blocks", &[CountMismatch], |items| {
        let index = items.find(Function, function::BLOCKS);
        items.0.remove(index);
    }),
    ("a function without its body", &[BodyMismatch], |items| {
        items.take(Function);
    }),
    ("a body without its function", &[BodyMismatch], |items| {
        let body = [enter(Function), record(function::BLOCKS, &[1]), record(10, &[]), End];
        items.finish(Module, &body);
    }),
    ("instructions behind the last terminator", &[BodyMismatch], |items| items.finish(Function, &[record(2, &[1, 1, 0])])),
];

pub(crate) fn cases() -> Vec<RuleTest> {
    let judge = |&(name, expected, change): &Change| {
        let mut items = Items::base();
        change(&mut items);
        RuleTest::of_file(name, expected, &items.bytes(), &Limits::default())
    };
    LET_PASS.iter().chain(REFUSED).map(judge).collect()
}
