//! The verbs of the command as users run them: output and exit statuses.

mod bad_input;
mod calibrate;
mod exec;
mod exec_mir;
mod findings;
mod generate;
mod json_fields;
mod judge;
mod lists;
mod mir;
mod programs;
mod protocol;
mod support;
mod text;
mod tools;
mod validate;
