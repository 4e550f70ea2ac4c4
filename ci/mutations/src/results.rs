//! Default results of a function, by its declared type.

use syn::{GenericArgument, Path, PathArguments, ReturnType, Type};

/// Returns expressions that a function may return instead of its result; an empty text for no value.
pub(crate) fn defaults(output: &ReturnType) -> Vec<String> {
    match output {
        ReturnType::Default => vec![String::new()],
        ReturnType::Type(_, ty) => of(ty),
    }
}

fn of(ty: &Type) -> Vec<String> {
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    match ty {
        Type::Tuple(tuple) if tuple.elems.is_empty() => owned(&["()"]),
        Type::Path(path) => of_path(&path.path),
        Type::Reference(reference) => match &*reference.elem {
            Type::Path(path) if path.path.is_ident("str") => owned(&["\"\""]),
            Type::Slice(_) if reference.mutability.is_none() => owned(&["&[]"]),
            _ => Vec::new(),
        },
        Type::Slice(_) | Type::ImplTrait(_) | Type::Never(_) => Vec::new(),
        _ => owned(&["Default::default()"]),
    }
}

fn of_path(path: &Path) -> Vec<String> {
    let Some(last) = path.segments.last() else { return Vec::new() };
    let inner = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.iter().find_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(of(ty)),
            _ => None,
        }),
        _ => None,
    };
    let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
    match last.ident.to_string().as_str() {
        "bool" => owned(&["true", "false"]),
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => owned(&["0", "1"]),
        "Option" => {
            let mut all = owned_none();
            all.extend(inner.unwrap_or_default().into_iter().map(|value| format!("Some({value})")));
            all
        }
        // A `fmt::Result` has no argument.
        "Result" => match inner {
            Some(values) => values.into_iter().map(|value| format!("Ok({value})")).collect(),
            None => owned(&["Ok(())"]),
        },
        "String" => owned(&["String::new()"]),
        _ => owned(&["Default::default()"]),
    }
}

fn owned_none() -> Vec<String> {
    vec!["None".to_owned()]
}
