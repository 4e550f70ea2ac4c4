//! Functions that programs need and processors do not have, written as generic Machine IR: the remainder and the square root of doubles,
//! bit by bit, with integers alone.

use super::writer::{Block, Class, Next, Reg, Writer};
use crate::mir::execution::Codegen;

/// C's `fmod`, under the name by which LLVM calls it for `G_FREM`.
pub(super) const FMOD: &str = "fmod";
/// The square root of a double.
pub(super) const SQRT: &str = "square_root";

const DOUBLE: Class = Class::Float(64);
/// Bits of the fraction of a double.
const FRACTION: i64 = 52;
/// The bit that a normal double's fraction has implicitly.
const IMPLICIT: i64 = 1 << FRACTION;
/// The bits of positive infinity.
const INFINITY: i64 = 0x7ff << FRACTION;
const NAN: i64 = 0x7ff8 << 48;

/// Writes the support functions that the functions written so far need, and returns their names.
pub(super) fn write_support(out: &mut String, codegen: Codegen) -> Vec<&'static str> {
    let mut names = Vec::new();
    if out.contains("@fmod") || out.contains("G_FREM") {
        write_fmod(out, codegen);
        names.push(FMOD);
    }
    if out.contains("@square_root") {
        write_square_root(out, codegen);
        names.push(SQRT);
    }
    names
}

/// Adds a loop to a function. It carries integers of 64 bits; `condition` returns an s1 of them, `body` their next values. Returns their
/// values after the loop.
fn repeat(
    writer: &mut Writer,
    initial: &[Reg],
    condition: impl FnOnce(&mut Writer, &[Reg]) -> Reg,
    body: impl FnOnce(&mut Writer, &[Reg]) -> Vec<Reg>,
) -> Vec<Reg> {
    let (head, inside, done, before) = (writer.new_block(), writer.new_block(), writer.new_block(), writer.current());
    writer.branch(head);
    writer.place(head);
    let carried: Vec<Reg> = initial.iter().map(|_| writer.reg()).collect();
    let holds = condition(writer, &carried);
    writer.branch_if(holds, inside, done);
    writer.place(inside);
    let next = body(writer, &carried);
    let back = writer.current();
    writer.branch(head);
    for ((&to, &first), &again) in carried.iter().zip(initial).zip(&next) {
        writer.phi(head, to, 64, &[(before, first), (back, again)]);
    }
    writer.place(done);
    carried
}

/// Returns the next value if the s1 holds.
fn leave_if(writer: &mut Writer, holds: Reg, value: Reg) {
    let (early, on) = (writer.new_block(), writer.new_block());
    writer.branch_if(holds, early, on);
    writer.place(early);
    writer.leave(Some((DOUBLE, value)));
    writer.place(on);
}

fn begin(codegen: Codegen, parameters: usize) -> (Writer, Vec<Reg>, Block) {
    let (mut writer, mut next) = (Writer::new(codegen), Next::default());
    let parameters = (0..parameters).filter_map(|_| writer.parameter(&mut next, DOUBLE)).collect();
    let first = writer.new_block();
    writer.branch(first);
    writer.place(first);
    (writer, parameters, first)
}

/// Returns the absolute value of a double as an integer and a binary exponent, at least 1, whose product it is.
fn parts(writer: &mut Writer, positive: Reg) -> (Reg, Reg) {
    let exponent = writer.binary_with("G_LSHR", 64, positive, FRACTION);
    let fraction = writer.binary_with("G_AND", 64, positive, IMPLICIT - 1);
    let normal = writer.binary_with("G_OR", 64, fraction, IMPLICIT);
    let is_small = writer.compare_with("eq", 64, exponent, 0);
    let one = writer.constant(64, 1);
    (writer.select(64, is_small, fraction, normal), writer.select(64, is_small, one, exponent))
}

/// Returns what is left of an integer after subtracting another as often as it fits, which is at most once.
fn reduce(writer: &mut Writer, value: Reg, by: Reg) -> Reg {
    let fits = writer.compare("uge", 64, value, by);
    let rest = writer.binary("G_SUB", 64, value, by);
    writer.select(64, fits, rest, value)
}

fn write_fmod(out: &mut String, codegen: Codegen) {
    let (mut writer, parameters, _) = begin(codegen, 2);
    let writer_ref = &mut writer;
    let [a, b] = parameters[..] else { return };
    let magnitude = |writer: &mut Writer, value| writer.binary_with("G_AND", 64, value, i64::MAX);
    let (x, y) = (magnitude(writer_ref, a), magnitude(writer_ref, b));
    let nan = writer_ref.constant(64, NAN);
    let divisor_is_zero = writer_ref.compare_with("eq", 64, y, 0);
    leave_if(writer_ref, divisor_is_zero, nan);
    let dividend_is_infinite = writer_ref.compare_with("uge", 64, x, INFINITY);
    leave_if(writer_ref, dividend_is_infinite, nan);
    let divisor_is_nan = writer_ref.compare_with("ugt", 64, y, INFINITY);
    leave_if(writer_ref, divisor_is_nan, nan);
    let is_smaller = writer_ref.compare("ult", 64, x, y);
    leave_if(writer_ref, is_smaller, a);
    let ((mx, ex), (my, ey)) = (parts(writer_ref, x), parts(writer_ref, y));
    let rest = writer_ref.binary("G_UREM", 64, mx, my);
    let steps = writer_ref.binary("G_SUB", 64, ex, ey);
    let rest = repeat(
        writer_ref,
        &[rest, steps],
        |writer, now| writer.compare_with("ne", 64, now[1], 0),
        |writer, now| {
            let twice = writer.binary_with("G_SHL", 64, now[0], 1);
            vec![reduce(writer, twice, my), writer.binary_with("G_ADD", 64, now[1], -1)]
        },
    )[0];
    let sign = writer_ref.binary_with("G_AND", 64, a, i64::MIN);
    let is_zero = writer_ref.compare_with("eq", 64, rest, 0);
    leave_if(writer_ref, is_zero, sign);
    let normal = repeat(
        writer_ref,
        &[rest, ey],
        |writer, now| {
            let is_short = writer.compare_with("ult", 64, now[0], IMPLICIT);
            let has_room = writer.compare_with("ugt", 64, now[1], 1);
            writer.binary("G_AND", 1, is_short, has_room)
        },
        |writer, now| vec![writer.binary_with("G_SHL", 64, now[0], 1), writer.binary_with("G_ADD", 64, now[1], -1)],
    );
    // The implicit bit of a normal result adds 1 to the exponent; a result without it has exponent 0.
    let exponent = writer_ref.binary_with("G_ADD", 64, normal[1], -1);
    let exponent = writer_ref.binary_with("G_SHL", 64, exponent, FRACTION);
    let result = writer_ref.binary("G_ADD", 64, exponent, normal[0]);
    let result = writer_ref.binary("G_OR", 64, result, sign);
    writer.leave(Some((DOUBLE, result)));
    writer.finish(FMOD, out);
}

fn write_square_root(out: &mut String, codegen: Codegen) {
    let (mut writer, parameters, _) = begin(codegen, 1);
    let [value] = parameters[..] else { return };
    let magnitude = writer.binary_with("G_AND", 64, value, i64::MAX);
    // Zeros, of both signs, and positive infinity are their own roots.
    let is_zero = writer.compare_with("eq", 64, magnitude, 0);
    leave_if(&mut writer, is_zero, value);
    let is_infinite = writer.compare_with("eq", 64, value, INFINITY);
    leave_if(&mut writer, is_infinite, value);
    let nan = writer.constant(64, NAN);
    let has_none = writer.compare_with("ugt", 64, value, INFINITY);
    leave_if(&mut writer, has_none, nan);
    let (integer, exponent) = parts(&mut writer, magnitude);
    let normal = repeat(
        &mut writer,
        &[integer, exponent],
        |writer, now| writer.compare_with("ult", 64, now[0], IMPLICIT),
        |writer, now| vec![writer.binary_with("G_SHL", 64, now[0], 1), writer.binary_with("G_ADD", 64, now[1], -1)],
    );
    // The value is the integer times 2 to the power of this exponent minus 52; an odd exponent lends a bit to the integer.
    let exponent = writer.binary_with("G_ADD", 64, normal[1], -1023);
    let odd = writer.binary_with("G_AND", 64, exponent, 1);
    let radicand = writer.binary("G_SHL", 64, normal[0], odd);
    let radicand = writer.binary_with("G_SHL", 64, radicand, 1);
    let half = writer.binary_with("G_ASHR", 64, exponent, 1);
    let zero = writer.constant(64, 0);
    let bit = writer.constant(64, IMPLICIT << 1);
    // The root so far, twice the root without its last bit, what is left of the radicand, and the next bit of the root.
    let root = repeat(
        &mut writer,
        &[zero, zero, radicand, bit],
        |writer, now| writer.compare_with("ne", 64, now[3], 0),
        |writer, now| {
            let trial = writer.binary("G_ADD", 64, now[1], now[3]);
            let fits = writer.compare("ule", 64, trial, now[2]);
            let more = writer.binary("G_ADD", 64, now[0], now[3]);
            let doubled = writer.binary("G_ADD", 64, trial, now[3]);
            let left = writer.binary("G_SUB", 64, now[2], trial);
            let left = writer.select(64, fits, left, now[2]);
            vec![
                writer.select(64, fits, more, now[0]),
                writer.select(64, fits, doubled, now[1]),
                writer.binary_with("G_SHL", 64, left, 1),
                writer.binary_with("G_LSHR", 64, now[3], 1),
            ]
        },
    );
    // The last bit is below the fraction; it rounds up if it is set, for a root is never halfway between two doubles.
    let last = writer.binary_with("G_AND", 64, root[0], 1);
    let rounded = writer.binary("G_ADD", 64, root[0], last);
    let fraction = writer.binary_with("G_LSHR", 64, rounded, 1);
    let exponent = writer.binary_with("G_ADD", 64, half, 1022);
    let exponent = writer.binary_with("G_SHL", 64, exponent, FRACTION);
    let result = writer.binary("G_ADD", 64, exponent, fraction);
    writer.leave(Some((DOUBLE, result)));
    writer.finish(SQRT, out);
}
