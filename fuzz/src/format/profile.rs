//! Profiles of generated cases.

/// A profile of generated cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// Sizes and features drawn anew for each case. Engines use this profile.
    #[default]
    Swarm,
    /// Every feature, default sizes.
    Plain,
    /// Every feature, eight times the default sizes.
    Large,
    /// Programs for execution in which every execution is defined and ends; features drawn anew for every second case.
    Defined,
    /// As [`Profile::Defined`]; every fourth program is one for the newest release, with instructions that the usual one does not have.
    Recent,
    /// As [`Profile::Recent`], but every second program, and with all instructions, also those for which no processor has code.
    Interpreted,
    /// Programs for execution, some of which trap, do something undefined or return poison; features as in [`Profile::Recent`].
    Exec,
    /// Only what external tools support; sizes and features as in [`Profile::Swarm`].
    Portable,
    /// Only what the SPIR-V LLVM translator translates; sizes and features of the host as in [`Profile::Swarm`].
    Kernel,
    /// Debug information that consists mostly of expressions; features drawn anew for every fourth case.
    Expressions,
}

impl Profile {
    /// Every profile.
    pub const ALL: &'static [Profile] = &[
        Profile::Swarm,
        Profile::Plain,
        Profile::Large,
        Profile::Defined,
        Profile::Recent,
        Profile::Interpreted,
        Profile::Exec,
        Profile::Portable,
        Profile::Kernel,
        Profile::Expressions,
    ];

    /// Returns the name in commands.
    pub fn name(&self) -> &'static str {
        match self {
            Profile::Swarm => "swarm",
            Profile::Plain => "plain",
            Profile::Large => "large",
            Profile::Defined => "defined",
            Profile::Recent => "recent",
            Profile::Interpreted => "interpreted",
            Profile::Exec => "exec",
            Profile::Portable => "portable",
            Profile::Kernel => "kernel",
            Profile::Expressions => "expressions",
        }
    }

    /// Returns how many of 100 structure-aware mutations start over from a generated case.
    ///
    /// Guidance rarely rebuilds a whole case; an occasional fresh case keeps the corpus varied. Programs need more fresh cases: their
    /// computations at the edges of a type are drawn as a whole, and a mutation of a program tests little that the program did not.
    pub(crate) fn fresh_share(&self) -> u8 {
        match self {
            Profile::Swarm | Profile::Plain | Profile::Large => 4,
            // A mutation makes constructs that the tools do not support.
            Profile::Portable => 30,
            // The same holds for a kernel, and the translator takes longer than anything else.
            Profile::Kernel => 60,
            Profile::Defined | Profile::Recent | Profile::Interpreted | Profile::Exec => 30,
            // A mutation hardly ever makes an expression that computes something.
            Profile::Expressions => 50,
        }
    }

    /// Returns how many times larger than the default cases may be.
    pub(super) fn scale(&self) -> u32 {
        if *self == Profile::Large { 8 } else { 1 }
    }
}

impl std::str::FromStr for Profile {
    type Err = String;

    /// Returns the profile of this name.
    fn from_str(name: &str) -> Result<Self, String> {
        let known = || Self::ALL.iter().map(Profile::name).collect::<Vec<_>>().join(", ");
        Self::ALL.iter().copied().find(|profile| profile.name() == name).ok_or_else(|| format!("there is {}", known()))
    }
}
