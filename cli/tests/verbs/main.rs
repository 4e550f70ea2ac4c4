//! The verbs of the command as its users meet them: what they print, and their exit statuses.

mod bad_input;
mod exec;
mod generate;
mod json_fields;
mod judge;
mod lists;
mod mir;
mod support;
mod text;
mod tools;
mod validate;
