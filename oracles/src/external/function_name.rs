//! Names of functions of C++, as compilers and demanglers print them, reduced to what all of them print: `SPIRV::Reader::read`.

/// Parts that stand for an unnamed namespace.
const UNNAMED: [&str; 3] = ["(anonymous namespace)::", "{anonymous}::", "`anonymous namespace'::"];

/// Returns the name in a description of a function: without result, parameters, arguments of templates and unnamed namespaces. What is
/// inside a function, such as a lambda, is that function. None if no name is left.
pub(super) fn function_name(description: &str) -> Option<String> {
    let mut description = description.trim().trim_start_matches("decltype(auto) ").to_owned();
    for unnamed in UNNAMED {
        description = description.replace(unnamed, "");
    }
    // Of an operator no more is needed, and its signs look like brackets.
    let plain = match description.find("operator") {
        Some(at)
            if !description[..at].contains('(')
                && description[at + 8..].starts_with(|sign: char| sign.is_ascii_punctuation() && sign != '_') =>
        {
            &description[..at + 8]
        }
        _ => description.as_str(),
    };
    let (mut name, mut depth) = (String::new(), 0_usize);
    for character in plain.chars() {
        match character {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            '(' | '[' if depth == 0 => break,
            _ if depth == 0 => name.push(character),
            _ => {}
        }
    }
    // Before the name stand its result and words such as `static`; a conversion operator contains a blank.
    let name = name.trim();
    let before = name.find("operator ").unwrap_or(name.len());
    let start = name[..before].rfind(' ').map_or(0, |blank| blank + 1);
    let name = name[start..].trim_start_matches(['*', '&']);
    let is_name = name.chars().next().is_some_and(|first| first.is_alphabetic() || first == '_' || first == '~');
    is_name.then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::function_name;

    #[test]
    fn all_descriptions_of_a_function_have_one_name() {
        for (description, name) in [
            ("SPIRV::Reader::read(int) const", "SPIRV::Reader::read"),
            ("static bool llvm::isa_impl_cl<To, const From*>::doit(const From*) [with To = A; From = B]", "llvm::isa_impl_cl::doit"),
            ("decltype(auto) llvm::cast(From*) [with To = DILocalScope; From = DIScope]", "llvm::cast"),
            ("constexpr llvm::ElementCount llvm::LLT::getElementCount() const", "llvm::LLT::getElementCount"),
            ("llvm::Constant* {anonymous}::FoldBitCast(llvm::Constant*, llvm::Type*)", "FoldBitCast"),
            ("(anonymous namespace)::FoldBitCast(llvm::Constant*, llvm::Type*)", "FoldBitCast"),
            ("(anonymous namespace)::MIParser::parse(llvm::MachineInstr*&) (.constprop.0)", "MIParser::parse"),
            ("isLibCallInTailPosition(llvm::CallLowering::ArgInfo const&) (.isra.0)", "isLibCallInTailPosition"),
            ("T& llvm::MutableArrayRef<T>::operator[](size_t) const [with T = X]", "llvm::MutableArrayRef::operator"),
            ("void llvm::apply<int, std::vector<int> >(int)", "llvm::apply"),
            ("llvm::Pass::run(int)::{lambda(int)#1}::operator()(int) const", "llvm::Pass::run"),
            ("bool llvm::operator<(llvm::A const&, llvm::B const&)", "llvm::operator"),
            ("llvm::Small<4u>::operator()(int)", "llvm::Small::operator"),
            ("static Ty1 SPIRV::SPIRVMap<Ty1, Ty2, Identifier>::rmap(Ty2) [with Ty1 = X]", "SPIRV::SPIRVMap::rmap"),
            ("virtual SPIRV::SPIRVEntry* SPIRV::SPIRVModuleImpl::getEntry(SPIRV::SPIRVId) const", "SPIRV::SPIRVModuleImpl::getEntry"),
            ("main", "main"),
        ] {
            assert_eq!(function_name(description).as_deref(), Some(name), "{description}");
        }
        assert_eq!(["", " ", "(x)", "0x7f"].map(function_name), [const { None }; 4]);
    }
}
