//! Types as texts, and the types of values, inferred from the manual's sentences on each instruction rather than from the table of rows.

use irsmith_pnacl::{Body, Instruction, Module, Signature, Type, TypeId, Value, ValueKind};

/// Types with more parameters are named by their ids, in either form.
const PARAMETERS_SHOWN: usize = 256;

/// The types of a module as texts.
#[derive(Debug)]
pub(super) struct Types<'m> {
    pub(super) module: &'m Module,
    /// The form: a listing never names a type by its id.
    pub(super) listed: bool,
    texts: Vec<String>,
}

impl<'m> Types<'m> {
    pub(super) fn of(module: &'m Module, listed: bool) -> Self {
        let mut texts: Vec<String> = Vec::with_capacity(module.types.len());
        for (id, ty) in module.types.iter().enumerate() {
            texts.push(match ty {
                Type::Void => "void".into(),
                Type::Float => "float".into(),
                Type::Double => "double".into(),
                Type::Integer(bits) => format!("i{bits}"),
                Type::Vector { lanes, element } => {
                    format!("<{lanes} x {}>", texts.get(element.0 as usize).map_or("?", String::as_str))
                }
                Type::Function(_) => format!("@t{id}"),
            });
        }
        Self { module, listed, texts }
    }

    /// Returns the text of a type, wherever it is defined.
    pub(super) fn text(&self, id: TypeId) -> &str {
        self.texts.get(id.0 as usize).map_or("?", String::as_str)
    }

    /// Returns the text of the type of a value; that of a function, and what contains one, is the type of none.
    pub(super) fn of_value(&self, id: TypeId) -> &str {
        Some(self.text(id)).filter(|text| !text.contains('@')).unwrap_or("?")
    }

    /// Returns the text with which a record names a type by its id: a type that repeats an earlier one has only its id.
    pub(super) fn named(&self, id: TypeId) -> String {
        let text = self.text(id);
        let first = self.texts.iter().position(|known| known == text);
        if self.listed || first == Some(id.0 as usize) { text.to_owned() } else { format!("@t{}", id.0) }
    }

    /// Returns the definition of a type.
    pub(super) fn definition(&self, id: TypeId) -> String {
        match self.module.ty(id) {
            Some(Type::Vector { lanes, element }) => format!("<{lanes} x {}>", self.named(*element)),
            Some(Type::Function(signature)) => format!("{} ({})", self.named(signature.result), self.parameters(signature, false)),
            _ => self.text(id).to_owned(),
        }
    }

    fn parameters(&self, signature: &Signature, with_names: bool) -> String {
        let parameter = |(index, ty): (usize, &TypeId)| match with_names {
            true => format!("{} %p{index}", self.named(*ty)),
            false => self.named(*ty),
        };
        signature.parameters.iter().enumerate().map(parameter).collect::<Vec<_>>().join(", ")
    }

    /// Returns the signature of a function with its name; in front of its body also the names of its parameters.
    pub(super) fn signature(&self, function: u32, with_names: bool) -> String {
        let Some(ty) = self.module.functions.get(function as usize).map(|function| function.ty) else { return String::new() };
        let is_first = self.listed || self.module.types.iter().position(|known| Some(known) == self.module.ty(ty)) == Some(ty.0 as usize);
        match self.module.signature(ty) {
            Some(signature) if is_first && signature.parameters.len() <= PARAMETERS_SHOWN => {
                format!("{} @f{function}({})", self.named(signature.result), self.parameters(signature, with_names))
            }
            _ => format!("@t{} @f{function}", ty.0),
        }
    }
}

/// The types of a function's values, as texts.
#[derive(Debug)]
pub(super) struct Values {
    parameters: Vec<String>,
    constants: Vec<String>,
    /// Results so far, and further ones that are declared.
    results: Vec<String>,
    /// Results so far.
    defined: usize,
}

impl Values {
    pub(super) fn of(types: &Types<'_>, function: u32, body: &Body) -> Self {
        let signature = types.module.signature_of(function);
        let parameters = signature.map_or(&[][..], |signature| &signature.parameters);
        Self {
            parameters: parameters.iter().map(|ty| types.text(*ty).to_owned()).collect(),
            constants: body.constants.iter().map(|constant| types.text(constant.ty).to_owned()).collect(),
            results: Vec::new(),
            defined: 0,
        }
    }

    /// Returns the type of a value; of one that is neither defined nor declared, a question mark.
    pub(super) fn get(&self, value: Value) -> &str {
        let list = match value.kind() {
            ValueKind::Function | ValueKind::Global => return "i32",
            ValueKind::Parameter => &self.parameters,
            ValueKind::Constant => &self.constants,
            ValueKind::Instruction => &self.results,
        };
        list.get(value.index() as usize).map_or("?", String::as_str)
    }

    /// Returns the type of the value that an instruction defines, if it defines one.
    pub(super) fn result(&self, types: &Types<'_>, instruction: &Instruction) -> Option<String> {
        let text = |id: TypeId| types.of_value(id).to_owned();
        Some(match *instruction {
            Instruction::Binary { a, .. } => self.get(a).to_owned(),
            Instruction::InsertElement { vector, .. } => self.get(vector).to_owned(),
            Instruction::Select { a, .. } => self.get(a).to_owned(),
            Instruction::ExtractElement { vector, .. } => {
                let vector = self.get(vector);
                vector.split_once(" x ").map_or(vector, |(_, element)| element.trim_end_matches('>')).to_owned()
            }
            Instruction::Compare { a, .. } => match self.get(a).split_once(" x ") {
                Some((lanes, _)) => format!("{lanes} x i1>"),
                None => "i1".to_owned(),
            },
            Instruction::Alloca { .. } => "i32".to_owned(),
            Instruction::Cast { ty, .. } | Instruction::Phi { ty, .. } | Instruction::Load { ty, .. } => text(ty),
            Instruction::Call { callee, .. } => types.module.signature_of(callee.index()).map(|signature| text(signature.result))?,
            Instruction::CallIndirect { result, .. } => text(result),
            Instruction::Ret { .. }
            | Instruction::Branch { .. }
            | Instruction::BranchIf { .. }
            | Instruction::Switch { .. }
            | Instruction::Unreachable {}
            | Instruction::Store { .. }
            | Instruction::Declare { .. } => return None,
        })
        .filter(|ty| ty != "void")
    }

    /// Returns the number of the next result.
    pub(super) const fn next(&self) -> usize {
        self.defined
    }

    /// Adds the type that a declaration states.
    pub(super) fn declare(&mut self, value: Value, ty: &str) {
        let at = value.index() as usize;
        if self.results.len() <= at {
            self.results.resize(at + 1, "?".to_owned());
        }
        ty.clone_into(&mut self.results[at]);
    }

    /// Adds a result.
    pub(super) fn define(&mut self, ty: &str) {
        self.declare(Value::instruction(self.defined as u32), ty);
        self.defined += 1;
    }
}
