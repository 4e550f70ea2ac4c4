//! A decoder of SPIR-V is plugged in: irsmith generates modules, and panics with the fault that is planted in it.
use irsmith_fuzz::{expect_pass, target};
use irsmith_oracles::external::{About, Linked, Objection, Role, plug_in};

struct Decoder;

impl Linked for Decoder {
    fn about(&self) -> About {
        About { name: "decoder", version: "0.1.0", format: "debuginfo", roles: &[Role::Read, Role::Write] }
    }

    fn rewrite(&self, file: &[u8]) -> Result<Vec<u8>, Objection> {
        let (header, mut rest) = file.split_at_checked(20).ok_or(Objection::Refuses("no header".into()))?;
        let mut written = header.to_vec();
        while let [_, _, length @ 1..=255, ..] = *rest {
            // The planted fault: instructions may be longer.
            let bytes = 4 * usize::from(length.min(15));
            let (instruction, behind) = rest.split_at_checked(bytes).ok_or(Objection::Refuses("cut instruction".into()))?;
            written.extend(instruction);
            rest = behind;
        }
        if rest.is_empty() { Ok(written) } else { Err(Objection::Refuses("no length".into())) }
    }
}

pub(crate) fn main() {
    plug_in(Decoder).expect("no other implementation has its name");
    let target = target("debuginfo_command").expect("in the registry");
    (0..100).for_each(|seed| expect_pass(target, &target.generate(seed)));
}
