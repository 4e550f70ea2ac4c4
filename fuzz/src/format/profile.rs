//! What kind of cases to generate.

/// A kind of generated cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Profile {
    /// Sizes and features drawn anew for each case. What engines use.
    #[default]
    Swarm,
    /// Every feature, default sizes.
    Plain,
    /// Every feature, eight times the default sizes.
    Large,
    /// Programs to be executed whose every execution is defined and ends; features drawn anew for every second case.
    Defined,
    /// Programs to be executed, some of which do what is undefined, or trap; features as in [`Profile::Defined`].
    Exec,
    /// Only what other people's tools know; sizes and features as in [`Profile::Swarm`].
    Portable,
    /// Only what the SPIR-V LLVM translator translates; sizes and features of the host as in [`Profile::Swarm`].
    Kernel,
    /// Debug information that is little but expressions; features drawn anew for every fourth case.
    Expressions,
}

impl Profile {
    /// Every profile.
    pub const ALL: &'static [Profile] = &[
        Profile::Swarm,
        Profile::Plain,
        Profile::Large,
        Profile::Defined,
        Profile::Exec,
        Profile::Portable,
        Profile::Kernel,
        Profile::Expressions,
    ];

    /// The name in commands.
    pub fn name(&self) -> &'static str {
        match self {
            Profile::Swarm => "swarm",
            Profile::Plain => "plain",
            Profile::Large => "large",
            Profile::Defined => "defined",
            Profile::Exec => "exec",
            Profile::Portable => "portable",
            Profile::Kernel => "kernel",
            Profile::Expressions => "expressions",
        }
    }

    /// Of 100 structure-aware mutations, how many start over from a generated case.
    ///
    /// Guidance rarely rebuilds a whole case; a fresh one now and then keeps the corpus varied. Programs are worth more of them: what they
    /// compute on the edges of a type is drawn as a whole, and a mutation of a program shows little that the program did not.
    pub(crate) fn fresh_share(&self) -> u8 {
        match self {
            Profile::Swarm | Profile::Plain | Profile::Large => 4,
            // Mutation makes of them what the tools do not know.
            Profile::Portable => 30,
            // Of a kernel, too, and the translator takes longer than anything else.
            Profile::Kernel => 60,
            Profile::Defined | Profile::Exec => 30,
            // A mutation hardly ever makes an expression that computes something.
            Profile::Expressions => 50,
        }
    }

    /// How much larger than by default cases may be.
    pub(super) fn scale(&self) -> u32 {
        if *self == Profile::Large { 8 } else { 1 }
    }
}

impl std::str::FromStr for Profile {
    type Err = String;

    /// The profile of this name.
    fn from_str(name: &str) -> Result<Self, String> {
        let known = || Self::ALL.iter().map(Profile::name).collect::<Vec<_>>().join(", ");
        Self::ALL.iter().copied().find(|profile| profile.name() == name).ok_or_else(|| format!("there is {}", known()))
    }
}
