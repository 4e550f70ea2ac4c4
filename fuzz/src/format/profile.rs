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
}

impl Profile {
    /// Every profile.
    pub const ALL: &'static [Profile] = &[Profile::Swarm, Profile::Plain, Profile::Large];

    /// The name in commands.
    pub fn name(&self) -> &'static str {
        match self {
            Profile::Swarm => "swarm",
            Profile::Plain => "plain",
            Profile::Large => "large",
        }
    }

    /// How much larger than by default cases may be.
    pub(super) fn scale(&self) -> u32 {
        match self {
            Profile::Swarm | Profile::Plain => 1,
            Profile::Large => 8,
        }
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
