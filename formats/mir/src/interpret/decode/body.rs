//! Decodes the body of a function.

use super::context::{Body, name};
use super::values::{self, Values};
use super::{Decoder, Lengths, control, frame, instruction, refused, signature};
use crate::interpret::program::Code;
use crate::interpret::{Place, Refusal};
use crate::{Block, Function, Instruction};

/// Decodes a function; one that cannot be executed contains its refusal.
pub(super) fn decode<'f>(decoder: &mut Decoder<'f>, function: &'f Function, number: u32) -> Code {
    let lengths = Lengths::of(&decoder.program);
    match code(decoder, function, number) {
        Ok(code) => code,
        Err(refusal) => {
            decoder.truncate(&lengths);
            refused(&function.name, refusal)
        }
    }
}

fn code<'f>(decoder: &mut Decoder<'f>, function: &'f Function, number: u32) -> Result<Code, Refusal> {
    let mut code = Code { name: function.name.clone(), alignment: 16, ..Code::default() };
    let frame = frame::lay_out(function, decoder.options.stack, &mut code)?;
    let positions = function.blocks.iter().map(|block| block.number).zip(0..).collect();
    let values = Values::of(decoder, function);
    let first_edge = decoder.program.edges.len();
    let place = Place { function: number, ..Place::default() };
    let mut body = Body { decoder, function, number, values, frame, positions, place, goes_on: true, phis: 0, copied: None };
    if function.blocks.is_empty() {
        return Err(super::refusal(format!("function {}", function.name), "it has no body"));
    }
    if let Some(open) = body.values.open.first().filter(|_| !body.decoder.options.open) {
        return Err(super::refusal(format!("function {}", function.name), format!("nothing defines {}", name(open))));
    }
    code.signature = signature::of(&mut body)?;
    code.entry = body.decoder.program.ops.len() as u32;
    let mut starts = Vec::with_capacity(function.blocks.len());
    for (block, position) in function.blocks.iter().zip(0..) {
        starts.push(body.decoder.program.ops.len() as u32);
        decode_block(&mut body, block, position)?;
    }
    code.cells = body.values.cells;
    for edge in &mut body.decoder.program.edges[first_edge..] {
        edge.target = starts[edge.target as usize];
    }
    Ok(code)
}

fn decode_block(body: &mut Body<'_, '_>, block: &Block, position: u32) -> Result<(), Refusal> {
    body.place = Place { function: body.number, block: position, instruction: 0 };
    (body.goes_on, body.phis) = (true, 0);
    let list: Vec<&Instruction> = values::instructions(&block.instructions).collect();
    for (number, instruction) in list.iter().enumerate() {
        body.place.instruction = number as u32;
        instruction::decode(body, instruction, &list[number + 1..])?;
    }
    if body.goes_on {
        control::fall_through(body, block, position)?;
    }
    Ok(())
}
