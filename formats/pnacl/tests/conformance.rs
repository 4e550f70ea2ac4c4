//! Compares `corpora/conformance/pnacl` with other programs: records with those that llvm-bcanalyzer reads, and results with those that lli
//! computes for the same functions written in LLVM's language.

use irsmith_pnacl::interpret::{Bits, Budget, End, Machine, Options, Program};
use irsmith_pnacl::stream::{Item, ItemKind};
use irsmith_pnacl::{Limits, Module, Stream, text};
use irsmith_testdata::{Data, read};

/// Returns the records of a module without the abbreviations block, which the tool does not print.
fn records(bytes: &[u8]) -> String {
    let stream = Stream::read(bytes, &Limits::default()).unwrap();
    let line = |item: &Item| match &item.kind {
        ItemKind::Enter { block, width } => format!("65535,{block},{width};\n"),
        ItemKind::Record(record) => {
            let operands: String = stream.operands(record).iter().map(|operand| format!(",{operand}")).collect();
            format!("{}{operands};\n", record.code)
        }
        ItemKind::End | ItemKind::Define(_) => "65534;\n".to_owned(),
    };
    stream.content().map(|(_, item)| line(item)).collect()
}

#[test]
fn records_are_those_that_llvm_reads() {
    let data = Data::conformance();
    let golden = data.files("pnacl/records", "txt");
    assert!(golden.len() > 10, "{}", golden.len());
    for path in golden {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let (ours, theirs) = (records(&read(&data.path(&format!("../pnacl/seeds/{name}.pexe")))), String::from_utf8(read(&path)).unwrap());
        for (number, (ours, theirs)) in ours.lines().zip(theirs.lines()).enumerate() {
            assert_eq!(ours, theirs, "{name}, line {}", number + 1);
        }
        assert_eq!(ours, theirs, "{name}: one is longer");
    }
}

#[test]
fn functions_have_the_results_that_llvm_computes() {
    let data = Data::conformance();
    let bytes = text::assemble(&data.text("pnacl/functions.pnaclasm")).unwrap_or_else(|error| panic!("{error}"));
    let module = Module::read(&bytes, &Limits::default()).unwrap();
    let program = Program::new(&module, &Options::default()).unwrap();
    let rows = data.table("pnacl/results.tsv");
    assert!(rows.len() > 50, "{}", rows.len());
    for row in rows {
        let function: u32 = row[0].strip_prefix('f').unwrap().parse().unwrap();
        let arguments: Vec<Bits> = row[1].split(' ').map(bits).collect();
        // Each call starts with fresh memory.
        let execution = Machine::new(&program).call(function, &arguments, &Budget { blocks: 100_000, depth: 2_000 });
        assert_eq!(execution.end, End::Return(bits(&row[2])), "@{}({})", row[0], row[1]);
    }
}

/// Returns the bits of a number; negative numbers have 32 bits.
fn bits(number: &str) -> Bits {
    number.parse().unwrap_or_else(|_| Bits::from(number.parse::<i32>().unwrap() as u32))
}
