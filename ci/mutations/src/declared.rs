//! The variants and fields that the files of a crate declare.

use std::collections::BTreeMap;
use syn::{Field, Fields, ItemEnum, ItemStruct, spanned::Spanned, visit::Visit};

/// The form of a variant: variants of equal forms can stand for one another.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    Unit,
    Tuple(Vec<String>),
    Named(Vec<String>),
}

/// Enums and structs by name. Where two have the same name, the first declaration counts.
#[derive(Default)]
pub(crate) struct Declared {
    variants: BTreeMap<String, Vec<(String, Form)>>,
    /// For each name of a field, the other fields of the same type beside it, if only one struct has a field of this name.
    siblings: BTreeMap<String, Option<Vec<String>>>,
}

impl Declared {
    /// Adds the declarations of a file.
    pub(crate) fn add(&mut self, file: &syn::File, text: &str) {
        Collector { declared: self, text }.visit_file(file);
    }

    /// Returns the neighbours of a variant that have its form: the next, and the one before.
    pub(crate) fn other_variants(&self, name: &str, variant: &str) -> Vec<&str> {
        let Some(variants) = self.variants.get(name) else { return Vec::new() };
        let Some((_, form)) = variants.iter().find(|(other, _)| other == variant) else { return Vec::new() };
        let alike: Vec<&str> = variants.iter().filter(|(_, other)| other == form).map(|(name, _)| name.as_str()).collect();
        let at = alike.iter().position(|other| *other == variant).unwrap_or(0);
        let neighbours = [(at + 1) % alike.len(), (at + alike.len() - 1) % alike.len()];
        let mut others: Vec<&str> = neighbours.into_iter().map(|at| alike[at]).filter(|other| *other != variant).collect();
        others.dedup();
        others
    }

    /// Returns the fields that have the type of a field and stand beside it.
    pub(crate) fn other_fields(&self, field: &str) -> &[String] {
        self.siblings.get(field).and_then(Option::as_deref).unwrap_or_default()
    }
}

/// Walks one file.
struct Collector<'a> {
    declared: &'a mut Declared,
    text: &'a str,
}

impl Collector<'_> {
    fn form(&self, fields: &Fields) -> Form {
        match fields {
            Fields::Unit => Form::Unit,
            Fields::Unnamed(fields) => Form::Tuple(fields.unnamed.iter().map(|field| self.type_of(field)).collect()),
            Fields::Named(fields) => {
                Form::Named(fields.named.iter().map(|field| format!("{}: {}", name(field), self.type_of(field))).collect())
            }
        }
    }

    fn type_of(&self, field: &Field) -> String {
        self.text[field.ty.span().byte_range()].to_owned()
    }
}

fn name(field: &Field) -> String {
    field.ident.as_ref().map(ToString::to_string).unwrap_or_default()
}

impl Visit<'_> for Collector<'_> {
    fn visit_item_enum(&mut self, item: &ItemEnum) {
        let variants = item.variants.iter().map(|variant| (variant.ident.to_string(), self.form(&variant.fields))).collect();
        self.declared.variants.entry(item.ident.to_string()).or_insert(variants);
    }

    fn visit_item_struct(&mut self, item: &ItemStruct) {
        let Fields::Named(fields) = &item.fields else { return };
        let fields: Vec<(String, String)> = fields.named.iter().map(|field| (name(field), self.type_of(field))).collect();
        for (name, ty) in &fields {
            let others =
                fields.iter().filter(|(other, other_ty)| other != name && other_ty == ty).map(|(other, _)| other.clone()).collect();
            self.declared.siblings.entry(name.clone()).and_modify(|known| *known = None).or_insert(Some(others));
        }
    }
}
