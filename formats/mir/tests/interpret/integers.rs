//! Integer opcodes: every value of small widths beside plain arithmetic, and vectors of wide ones.

use crate::support::{program, run, shown, value};
use irsmith_mir::interpret::{Budget, End, Int, Machine, UndefinedKind, Value};

/// What plain arithmetic says of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    Value(i128),
    Poison,
    /// An undefined event.
    Event,
}

use Expected::{Event, Poison, Value as Is};

/// Operands of a width, unsigned and signed.
#[derive(Clone, Copy)]
struct Case {
    bits: u32,
    a: i128,
    b: i128,
    sa: i128,
    sb: i128,
}

impl Case {
    fn new(bits: u32, a: u128, b: u128) -> Self {
        let signed = |value: u128| if value >> (bits - 1) != 0 { value as i128 - (1 << bits) } else { value as i128 };
        Self { bits, a: a as i128, b: b as i128, sa: signed(a), sb: signed(b) }
    }

    fn max(self) -> i128 {
        (1 << (self.bits - 1)) - 1
    }

    fn min(self) -> i128 {
        -(1 << (self.bits - 1))
    }

    fn umax(self) -> i128 {
        (1 << self.bits) - 1
    }

    fn rotated(self, by: i128) -> i128 {
        (0..self.bits).filter(|bit| self.a >> bit & 1 != 0).map(|bit| 1 << ((i128::from(bit) + by).rem_euclid(self.bits.into()))).sum()
    }
}

/// Runs an instruction with two operands of a width for all values, and compares.
fn check_all(name: &str, bits: u32, instruction: &str, expected: impl Fn(Case) -> Expected) {
    let lines = format!("{}\nRET_ReallyLR implicit %r", instruction.replace("sN", &format!("s{bits}")));
    let program = program(&lines);
    let signature = program.signature(0).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    let count = signature.parameters.len();
    let width = |place: usize| signature.parameters[place].ty;
    let mut machine = Machine::new(&program);
    for a in 0..1_u128 << bits {
        for b in 0..if count > 1 { 1_u128 << bits } else { 1 } {
            let all = [a, b];
            let values: Vec<Value> = (0..count).map(|place| Value::new(width(place), Int::new(bits, all[place]))).collect();
            let execution = machine.call(0, &values, &Budget::default());
            let wanted = expected(Case::new(bits, a, b));
            let End::Return(results) = &execution.end else { panic!("{name} {a} {b}: {:?}", execution.end) };
            let result = &results[0];
            let found = match () {
                () if execution.undefined.is_some() => Event,
                () if !result.poison.is_zero() => Poison,
                () => Is(result.bits.low() as i128),
            };
            let wanted = match wanted {
                Is(number) => Is((number as u128 & (u128::MAX >> (128 - result.bits.bits()))) as i128),
                other => other,
            };
            assert_eq!(found, wanted, "{name} s{bits} {a} {b}: {}", shown(&execution));
            assert!(result.undefined.is_zero(), "{name} s{bits} {a} {b}");
            assert_eq!(execution.poison.is_some(), wanted == Poison, "{name} s{bits} {a} {b}");
        }
    }
}

const WIDTHS: [u32; 4] = [1, 2, 5, 8];

/// Compares an opcode with two operands in all widths.
fn binary(opcode: &str, expected: impl Fn(Case) -> Expected) {
    for bits in WIDTHS {
        check_all(opcode, bits, &format!("%r:_(sN) = {opcode} %a:_(sN), %b:_(sN)"), &expected);
    }
}

fn shift(opcode: &str, expected: impl Fn(Case) -> Expected) {
    for bits in WIDTHS {
        check_all(opcode, bits, &format!("%r:_(sN) = {opcode} %a:_(sN), %b:_(sN)"), |case| {
            if case.b >= case.bits.into() { Poison } else { expected(case) }
        });
    }
}

fn unary(opcode: &str, expected: impl Fn(Case) -> Expected) {
    for bits in WIDTHS {
        check_all(opcode, bits, &format!("%r:_(sN) = {opcode} %a:_(sN)"), &expected);
    }
}

fn divided(opcode: &str, expected: impl Fn(Case) -> i128) {
    binary(opcode, |case| {
        let is_signed = opcode.contains("G_S");
        if case.b == 0 || is_signed && case.sa == case.min() && case.sb == -1 { Event } else { Is(expected(case)) }
    });
}

#[test]
fn sums_products_and_logic() {
    binary("G_ADD", |case| Is(case.a + case.b));
    binary("G_SUB", |case| Is(case.a - case.b));
    binary("G_MUL", |case| Is(case.a * case.b));
    binary("G_AND", |case| Is(case.a & case.b));
    binary("G_OR", |case| Is(case.a | case.b));
    binary("G_XOR", |case| Is(case.a ^ case.b));
    binary("G_UMULH", |case| Is((case.a * case.b) >> case.bits));
    binary("G_SMULH", |case| Is((case.sa * case.sb) >> case.bits));
    binary("G_CLMUL", |case| Is((0..case.bits).filter(|bit| case.b >> bit & 1 != 0).fold(0, |sum, bit| sum ^ case.a << bit)));
}

#[test]
fn sums_that_must_not_overflow() {
    let flagged = |case: Case, exact: i128, signed: i128, flags: &str| {
        let broken = flags.contains("nuw") && !(0..=case.umax()).contains(&exact)
            || flags.contains("nsw") && !(case.min()..=case.max()).contains(&signed);
        if broken { Poison } else { Is(exact) }
    };
    for flags in ["nuw", "nsw", "nuw nsw"] {
        binary(&format!("{flags} G_ADD"), |case| flagged(case, case.a + case.b, case.sa + case.sb, flags));
        binary(&format!("{flags} G_SUB"), |case| flagged(case, case.a - case.b, case.sa - case.sb, flags));
        binary(&format!("{flags} G_MUL"), |case| flagged(case, case.a * case.b, case.sa * case.sb, flags));
        shift(&format!("{flags} G_SHL"), |case| flagged(case, case.a << case.b, case.sa << case.b, flags));
    }
    binary("disjoint G_OR", |case| if case.a & case.b != 0 { Poison } else { Is(case.a | case.b) });
}

#[test]
fn shifts_and_rotates() {
    shift("G_SHL", |case| Is(case.a << case.b));
    shift("G_LSHR", |case| Is(case.a >> case.b));
    shift("G_ASHR", |case| Is(case.sa >> case.b));
    let lost = |case: Case| case.a & ((1 << case.b) - 1) != 0;
    shift("exact G_LSHR", |case| if lost(case) { Poison } else { Is(case.a >> case.b) });
    shift("exact G_ASHR", |case| if lost(case) { Poison } else { Is(case.sa >> case.b) });
    shift("G_USHLSAT", |case| Is((case.a << case.b).min(case.umax())));
    shift("G_SSHLSAT", |case| Is((case.sa << case.b).clamp(case.min(), case.max())));
    binary("G_ROTL", |case| Is(case.rotated(case.b)));
    binary("G_ROTR", |case| Is(case.rotated(-case.b)));
    for bits in WIDTHS {
        for (opcode, is_left) in [("G_FSHL", true), ("G_FSHR", false)] {
            // The amount is the second value, and the halves are the first and its complement.
            let lines =
                format!("%ones:_(sN) = G_CONSTANT i{bits} -1\n%low:_(sN) = G_XOR %a:_(sN), %ones\n%r:_(sN) = {opcode} %a, %low, %b:_(sN)");
            check_all(opcode, bits, &lines, |case| {
                let (low, by) = (case.umax() - case.a, case.b % i128::from(case.bits));
                let whole = case.a << case.bits | low;
                Is(if is_left { whole << by >> case.bits } else { whole >> by })
            });
        }
    }
}

#[test]
fn divisions() {
    divided("G_UDIV", |case| case.a / case.b);
    divided("G_UREM", |case| case.a % case.b);
    divided("G_SDIV", |case| case.sa / case.sb);
    divided("G_SREM", |case| case.sa % case.sb);
    binary("exact G_UDIV", |case| {
        if case.b == 0 {
            Event
        } else if case.a % case.b != 0 {
            Poison
        } else {
            Is(case.a / case.b)
        }
    });
    binary("exact G_SDIV", |case| match () {
        () if case.b == 0 || case.sa == case.min() && case.sb == -1 => Event,
        () if case.sa % case.sb != 0 => Poison,
        () => Is(case.sa / case.sb),
    });
    for bits in WIDTHS {
        let both = |opcode: &str| {
            format!(
                "%q:_(sN), %m:_(sN) = {opcode} %a:_(sN), %b:_(sN)\n%h:_(s{0}) = G_MERGE_VALUES %m(sN), %q(sN)\n%r:_(s{0}) = COPY %h",
                bits * 2
            )
        };
        check_all("G_UDIVREM", bits, &both("G_UDIVREM"), |case| {
            if case.b == 0 { Event } else { Is(((case.a / case.b) << case.bits) | (case.a % case.b)) }
        });
        check_all("G_SDIVREM", bits, &both("G_SDIVREM"), |case| {
            let bad = case.b == 0 || case.sa == case.min() && case.sb == -1;
            if bad { Event } else { Is((case.sa / case.sb) << case.bits | (case.sa % case.sb) & case.umax()) }
        });
    }
}

#[test]
fn extremes_averages_and_differences() {
    binary("G_SMIN", |case| Is(case.sa.min(case.sb)));
    binary("G_SMAX", |case| Is(case.sa.max(case.sb)));
    binary("G_UMIN", |case| Is(case.a.min(case.b)));
    binary("G_UMAX", |case| Is(case.a.max(case.b)));
    binary("G_SAVGFLOOR", |case| Is((case.sa + case.sb) >> 1));
    binary("G_SAVGCEIL", |case| Is((case.sa + case.sb + 1) >> 1));
    binary("G_UAVGFLOOR", |case| Is((case.a + case.b) >> 1));
    binary("G_UAVGCEIL", |case| Is((case.a + case.b + 1) >> 1));
    binary("G_ABDS", |case| Is((case.sa - case.sb).abs()));
    binary("G_ABDU", |case| Is((case.a - case.b).abs()));
    unary("G_ABS", |case| Is(case.sa.abs()));
}

#[test]
fn saturation() {
    binary("G_UADDSAT", |case| Is((case.a + case.b).min(case.umax())));
    binary("G_SADDSAT", |case| Is((case.sa + case.sb).clamp(case.min(), case.max())));
    binary("G_USUBSAT", |case| Is((case.a - case.b).max(0)));
    binary("G_SSUBSAT", |case| Is((case.sa - case.sb).clamp(case.min(), case.max())));
}

#[test]
fn overflow_and_carries() {
    let both = |opcode: &str, uses: &str| {
        format!(
            "%s:_(sN), %o:_(s1) = {opcode} {uses}\n%z:_(s16) = G_ZEXT %o(s1)\n%w:_(s16) = G_ANYEXT %s(sN)\n%eight:_(s16) = G_CONSTANT i16 9\n%m:_(s16) = G_CONSTANT i16 MASK\n%l:_(s16) = G_AND %w, %m\n%h:_(s16) = G_SHL %z, %eight(s16)\n%r:_(s16) = G_OR %h, %l"
        )
    };
    let packed = |case: Case, exact: i128, is_signed: bool| {
        let inside = if is_signed { (case.min()..=case.max()).contains(&exact) } else { (0..=case.umax()).contains(&exact) };
        Is(i128::from(!inside) << 9 | exact & case.umax())
    };
    type Exact = fn(i128, i128) -> i128;
    let rows: [(&str, bool, Exact); 6] = [
        ("G_UADDO", false, |a, b| a + b),
        ("G_SADDO", true, |a, b| a + b),
        ("G_USUBO", false, |a, b| a - b),
        ("G_SSUBO", true, |a, b| a - b),
        ("G_UMULO", false, |a, b| a * b),
        ("G_SMULO", true, |a, b| a * b),
    ];
    for bits in WIDTHS {
        let mask = |lines: String| lines.replace("MASK", &((1 << bits) - 1).to_string());
        for (opcode, is_signed, exact) in rows {
            check_all(opcode, bits, &mask(both(opcode, "%a:_(sN), %b:_(sN)")), |case| {
                packed(case, if is_signed { exact(case.sa, case.sb) } else { exact(case.a, case.b) }, is_signed)
            });
        }
        for carry in [0, 1] {
            for (opcode, is_signed, sign) in [("G_UADDE", false, 1), ("G_SADDE", true, 1), ("G_USUBE", false, -1), ("G_SSUBE", true, -1)] {
                let lines = format!("%c:_(s1) = G_CONSTANT i1 {}\n{}", carry == 1, both(opcode, "%a:_(sN), %b:_(sN), %c"));
                check_all(opcode, bits, &mask(lines), |case| {
                    let (a, b) = if is_signed { (case.sa, case.sb) } else { (case.a, case.b) };
                    packed(case, a + sign * (b + carry), is_signed)
                });
            }
        }
    }
}

#[test]
fn counts_and_reversals() {
    for (opcode, count) in [
        ("G_CTPOP", (|case: Case| case.a.count_ones()) as fn(Case) -> u32),
        ("G_CTLZ", |case| case.a.leading_zeros() - (128 - case.bits)),
        ("G_CTTZ", |case| case.a.trailing_zeros().min(case.bits)),
        ("G_CTLS", |case| (if case.sa < 0 { !case.sa } else { case.sa }).leading_zeros() - (128 - case.bits) - 1),
    ] {
        for bits in WIDTHS {
            check_all(opcode, bits, &format!("%r:_(s8) = {opcode} %a:_(sN)"), |case| Is(count(case).into()));
        }
    }
    for release in ["UNDEF", "POISON"] {
        unary(&format!("G_CTLZ_ZERO_{release}"), |case| {
            if case.a == 0 { Poison } else { Is((case.a.leading_zeros() - (128 - case.bits)).into()) }
        });
        unary(&format!("G_CTTZ_ZERO_{release}"), |case| if case.a == 0 { Poison } else { Is(case.a.trailing_zeros().into()) });
    }
    unary("G_BITREVERSE", |case| Is((0..case.bits).filter(|bit| case.a >> bit & 1 != 0).map(|bit| 1 << (case.bits - 1 - bit)).sum()));
    assert_eq!(value("%r:_(s16) = G_BSWAP %a:_(s16)", &[0x1234]), format!("s16 {}", 0x3412));
    assert_eq!(value("%r:_(s48) = G_BSWAP %a:_(s48)", &[0x1234_5678_9abc]), format!("s48 {}", 0xbc9a_7856_3412_u64));
    assert_eq!(value("%r:_(s128) = G_BSWAP %a:_(s128)", &[1]), format!("s128 {}", 1_u128 << 120));
}

#[test]
fn fixed_point() {
    // A result that is not exact may be rounded in either direction: only exact ones are numbers.
    for bits in [3_u32, 6] {
        for scale in 0..=bits {
            for (opcode, is_signed) in [("MULFIX", true), ("MULFIX", false), ("DIVFIX", true), ("DIVFIX", false)] {
                if is_signed && scale == bits {
                    // Refused.
                    continue;
                }
                for saturates in [false, true] {
                    let name = format!("G_{}{opcode}{}", if is_signed { 'S' } else { 'U' }, if saturates { "SAT" } else { "" });
                    let program =
                        program(&format!("%r:_(s{bits}) = {name} %a:_(s{bits}), %b:_(s{bits}), {scale}\nRET_ReallyLR implicit %r"));
                    let mut machine = Machine::new(&program);
                    for a in 0..1_u128 << bits {
                        for b in 0..1_u128 << bits {
                            let case = Case::new(bits, a, b);
                            let (x, y) = if is_signed { (case.sa, case.sb) } else { (case.a, case.b) };
                            let execution =
                                machine.call(0, &[Value::scalar(bits as u16, a), Value::scalar(bits as u16, b)], &Budget::default());
                            if opcode == "DIVFIX" && y == 0 {
                                assert!(execution.undefined.is_some());
                                continue;
                            }
                            let (numerator, denominator) = if opcode == "MULFIX" { (x * y, 1 << scale) } else { (x << scale, y) };
                            let floor =
                                if denominator < 0 { (-numerator).div_euclid(-denominator) } else { numerator.div_euclid(denominator) };
                            let ceiling = floor + i128::from(numerator % denominator != 0);
                            let (low, high) = if is_signed { (case.min(), case.max()) } else { (0, case.umax()) };
                            let End::Return(results) = &execution.end else { panic!("{:?}", execution.end) };
                            let inside = floor >= low && ceiling <= high;
                            let event = (!saturates && !inside).then_some(UndefinedKind::FixedPointOverflow);
                            assert_eq!(execution.undefined.map(|event| event.kind), event, "{name} {scale} {x} {y}");
                            if saturates || inside {
                                for allowed in [floor.clamp(low, high), ceiling.clamp(low, high)] {
                                    let allowed = Value::scalar(bits as u16, allowed as u128 & ((1 << bits) - 1));
                                    assert!(results[0].allows(&allowed), "{name} {scale} {x} {y}: {}", results[0]);
                                }
                                assert!(
                                    results[0].is_defined() == (floor.clamp(low, high) == ceiling.clamp(low, high)),
                                    "{name} {scale} {x} {y}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn widths_change() {
    for bits in [2_u32, 5, 8] {
        check_all("G_ZEXT", bits, "%r:_(s12) = G_ZEXT %a:_(sN)", |case| Is(case.a));
        check_all("G_SEXT", bits, "%r:_(s12) = G_SEXT %a:_(sN)", |case| Is(case.sa));
        check_all("nneg G_ZEXT", bits, "%r:_(s12) = nneg G_ZEXT %a:_(sN)", |case| if case.sa < 0 { Poison } else { Is(case.a) });
        check_all("G_TRUNC", bits, "%r:_(s1) = G_TRUNC %a:_(sN)", |case| Is(case.a & 1));
        for from in 1..bits {
            let signed = |case: Case| Case::new(from, (case.a & ((1 << from) - 1)) as u128, 0).sa;
            check_all("G_SEXT_INREG", bits, &format!("%r:_(sN) = G_SEXT_INREG %a:_(sN), {from}"), |case| Is(signed(case)));
            let kept = |case: Case, holds: bool| if holds { Is(case.a) } else { Poison };
            check_all("G_ASSERT_SEXT", bits, &format!("%r:_(sN) = G_ASSERT_SEXT %a:_(sN), {from}"), |case| {
                kept(case, signed(case) == case.sa)
            });
            check_all("G_ASSERT_ZEXT", bits, &format!("%r:_(sN) = G_ASSERT_ZEXT %a:_(sN), {from}"), |case| kept(case, case.a >> from == 0));
            let to = |opcode: &str| format!("%r:_(s{from}) = {opcode} %a:_(sN)");
            let (low, high, all) = (-(1 << (from - 1)), (1 << (from - 1)) - 1, (1 << from) - 1);
            check_all("nuw G_TRUNC", bits, &to("nuw G_TRUNC"), |case| if case.a > all { Poison } else { Is(case.a) });
            check_all("nsw G_TRUNC", bits, &to("nsw G_TRUNC"), |case| if (low..=high).contains(&case.sa) { Is(case.sa) } else { Poison });
            check_all("G_TRUNC_SSAT_S", bits, &to("G_TRUNC_SSAT_S"), |case| Is(case.sa.clamp(low, high)));
            check_all("G_TRUNC_SSAT_U", bits, &to("G_TRUNC_SSAT_U"), |case| Is(case.sa.clamp(0, all)));
            check_all("G_TRUNC_USAT_U", bits, &to("G_TRUNC_USAT_U"), |case| Is(case.a.min(all)));
        }
    }
    assert_eq!(value("%r:_(s16) = G_ANYEXT %a:_(s8)", &[0x85]), "s16 133 (undefined bits 0xff00)");
    assert_eq!(value("%w:_(s16) = G_ANYEXT %a:_(s8)\n%r:_(s8) = G_TRUNC %w(s16)", &[0x85]), "s8 133");
    for (place, width, signed, unsigned) in
        [(0, 8, "s8 202", "s8 202"), (2, 3, "s8 2", "s8 2"), (1, 3, "s8 253", "s8 5"), (5, 4, "s8 poison", "s8 poison")]
    {
        let lines = |opcode: &str| {
            format!("%p:_(s8) = G_CONSTANT i8 {place}\n%w:_(s8) = G_CONSTANT i8 {width}\n%r:_(s8) = {opcode} %a:_(s8), %p(s8), %w")
        };
        assert_eq!(value(&lines("G_SBFX"), &[0b1100_1010]), signed, "{place} {width}");
        assert_eq!(value(&lines("G_UBFX"), &[0b1100_1010]), unsigned, "{place} {width}");
    }
    let counted = |opcode: &str| format!("%x:_(s16) = G_ANYEXT %a:_(s8)\n%r:_(s16) = {opcode} %x(s16)");
    assert_eq!(value(&counted("G_CTTZ_ZERO_UNDEF"), &[0x84]), "s16 2");
    assert_eq!(value(&counted("G_CTLZ_ZERO_UNDEF"), &[0x84]), "s16 undef");
    // A bit that is 1 stands before all that are undefined, or it does not.
    assert_eq!(value(&counted("G_CTTZ"), &[0x84]), "s16 2");
    assert_eq!(value(&counted("G_CTTZ"), &[0]), "s16 undef");
    assert_eq!(value(&counted("G_CTLZ"), &[0x84]), "s16 undef");
    let reversed = "%x:_(s16) = G_ANYEXT %a:_(s8)\n%y:_(s16) = G_BITREVERSE %x\n%r:_(s16) = G_CTLZ %y(s16)";
    assert_eq!([value(reversed, &[0x84]), value(reversed, &[0])], ["s16 2", "s16 undef"]);
    // Undefined bits may be as asserted: the result is poison, but no instruction is known to have made it.
    for (lines, is_known) in [
        ("%x:_(s16) = G_ANYEXT %a:_(s8)\n%r:_(s16) = G_ASSERT_ZEXT %x, 8", false),
        ("%x:_(s16) = G_ANYEXT %a:_(s8)\n%r:_(s16) = G_ASSERT_SEXT %x, 4", false),
        ("%x:_(s16) = G_ANYEXT %a:_(s8)\n%r:_(s16) = G_CTLZ_ZERO_UNDEF %x(s16)", false),
        ("%x:_(s16) = G_ZEXT %a:_(s8)\n%r:_(s16) = G_CTLZ_ZERO_UNDEF %x(s16)", true),
        ("%x:_(s16) = G_CONSTANT i16 9\n%y:_(s16) = G_ZEXT %a:_(s8)\n%z:_(s16) = G_OR %x, %y\n%r:_(s16) = G_ASSERT_ZEXT %z, 3", true),
    ] {
        let execution = run(&format!("{lines}\nRET_ReallyLR implicit %r"), &[0]);
        assert_eq!((shown(&execution).as_str(), execution.poison.is_some()), ("s16 poison", is_known), "{lines}");
    }
    let field = |opcode: &str, place: u32| {
        format!(
            "%x:_(s16) = G_ANYEXT %a:_(s8)\n%p:_(s16) = G_CONSTANT i16 {place}\n%w:_(s16) = G_CONSTANT i16 2\n\
             %r:_(s16) = {opcode} %x, %p(s16), %w"
        )
    };
    assert_eq!(value(&field("G_UBFX", 6), &[0x80]), "s16 2");
    assert_eq!(value(&field("G_UBFX", 7), &[0x80]), "s16 1 (undefined bits 0x2)");
    assert_eq!(value(&field("G_SBFX", 7), &[0x80]), "s16 1 (undefined bits 0xfffe)");
}

#[test]
fn comparisons() {
    type Holds = fn(Case) -> bool;
    let rows: [(&str, Holds); 10] = [
        ("eq", |case| case.a == case.b),
        ("ne", |case| case.a != case.b),
        ("ult", |case| case.a < case.b),
        ("ule", |case| case.a <= case.b),
        ("ugt", |case| case.a > case.b),
        ("uge", |case| case.a >= case.b),
        ("slt", |case| case.sa < case.sb),
        ("sle", |case| case.sa <= case.sb),
        ("sgt", |case| case.sa > case.sb),
        ("sge", |case| case.sa >= case.sb),
    ];
    for bits in WIDTHS {
        for (predicate, holds) in rows {
            let lines = |flag: &str| format!("%r:_(s1) = {flag} G_ICMP intpred({predicate}), %a:_(sN), %b:_(sN)");
            check_all(predicate, bits, &lines(""), |case| Is(holds(case).into()));
            check_all(
                "samesign",
                bits,
                &lines("samesign"),
                |case| {
                    if (case.sa < 0) != (case.sb < 0) { Poison } else { Is(holds(case).into()) }
                },
            );
        }
        check_all("G_SCMP", bits, "%r:_(s4) = G_SCMP %a:_(sN), %b:_(sN)", |case| Is(case.sa.cmp(&case.sb) as i128));
        check_all("G_UCMP", bits, "%r:_(s4) = G_UCMP %a:_(sN), %b:_(sN)", |case| Is(case.a.cmp(&case.b) as i128));
        check_all("G_SELECT", bits, "%c:_(s1) = G_ICMP intpred(ult), %a:_(sN), %b:_(sN)\n%r:_(sN) = G_SELECT %c(s1), %b, %a", |case| {
            Is(case.a.max(case.b))
        });
    }
    let vector = "%c:_(<2 x s8>) = G_ICMP intpred(ult), %a:_(<2 x s8>), %b:_(<2 x s8>)\n%r:_(<2 x s8>) = COPY %c";
    assert_eq!(value(vector, &[0x0205, 0x0304]), "<2 x s8> <0, 255>");
}

#[test]
fn undefined_bits_go_where_they_belong() {
    let half = "%u:_(s4) = G_IMPLICIT_DEF\n%k:_(s4) = G_CONSTANT i4 5\n%x:_(s8) = G_MERGE_VALUES %k(s4), %u(s4)\n";
    for (line, expected) in [
        ("%r:_(s8) = COPY %x", "s8 5 (undefined bits 0xf0)"),
        ("%m:_(s8) = G_CONSTANT i8 60\n%r:_(s8) = G_AND %x, %m", "s8 4 (undefined bits 0x30)"),
        ("%m:_(s8) = G_CONSTANT i8 -16\n%r:_(s8) = G_OR %x, %m", "s8 245"),
        ("%m:_(s8) = G_CONSTANT i8 3\n%r:_(s8) = G_ADD %x, %m", "s8 8 (undefined bits 0xf0)"),
        ("%m:_(s8) = G_CONSTANT i8 3\n%r:_(s8) = G_MUL %x, %m", "s8 15 (undefined bits 0xf0)"),
        ("%m:_(s8) = G_CONSTANT i8 2\n%r:_(s8) = G_SHL %x, %m(s8)", "s8 20 (undefined bits 0xc0)"),
        ("%m:_(s8) = G_CONSTANT i8 2\n%r:_(s8) = G_LSHR %x, %m(s8)", "s8 1 (undefined bits 0x3c)"),
        ("%m:_(s8) = G_CONSTANT i8 2\n%r:_(s8) = G_ASHR %x, %m(s8)", "s8 1 (undefined bits 0xfc)"),
        ("%m:_(s8) = G_CONSTANT i8 4\n%r:_(s8) = G_ROTL %x, %m(s8)", "s8 80 (undefined bits 0xf)"),
        ("%r:_(s8) = G_BITREVERSE %x", "s8 160 (undefined bits 0xf)"),
        ("%r:_(s8) = G_SEXT_INREG %x, 4", "s8 5"),
        ("%r:_(s8) = G_UMAX %x, %x", "s8 undef"),
        ("%r:_(s8) = G_FREEZE %x", "s8 5"),
        ("%m:_(s8) = G_CONSTANT i8 4\n%r:_(s1) = G_ICMP intpred(eq), %x(s8), %m", "s1 0"),
        ("%m:_(s8) = G_CONSTANT i8 5\n%r:_(s1) = G_ICMP intpred(eq), %x(s8), %m", "s1 undef"),
        ("%m:_(s8) = G_CONSTANT i8 5\n%r:_(s1) = G_ICMP intpred(uge), %x(s8), %m", "s1 1"),
        ("%m:_(s8) = G_CONSTANT i8 -11\n%r:_(s1) = G_ICMP intpred(ugt), %x(s8), %m", "s1 0"),
        // The largest number that it may be is 245.
        ("%m:_(s8) = G_CONSTANT i8 1\n%r:_(s8) = nuw G_ADD %x, %m", "s8 6 (undefined bits 0xf0)"),
        ("%m:_(s8) = G_CONSTANT i8 11\n%r:_(s8) = nuw G_ADD %x, %m", "s8 poison"),
        ("%m:_(s8) = G_CONSTANT i8 11\n%r:_(s8) = nsw G_ADD %x, %m", "s8 poison"),
        ("%m:_(s8) = G_CONSTANT i8 10\n%r:_(s8) = nsw G_ADD %x, %m", "s8 15 (undefined bits 0xf0)"),
        ("%m:_(s8) = G_CONSTANT i8 6\n%r:_(s8) = nuw G_SUB %x, %m", "s8 poison"),
        ("%m:_(s8) = G_CONSTANT i8 5\n%r:_(s8) = nuw G_SUB %x, %m", "s8 0 (undefined bits 0xf0)"),
        ("%m:_(s8) = G_CONSTANT i8 0\n%r:_(s8) = G_MUL %x, %m", "s8 0"),
        ("%m:_(s8) = G_CONSTANT i8 -2\n%r:_(s8) = nsw G_MUL %x, %m", "s8 poison"),
        ("%k1:_(s8) = G_CONSTANT i8 1\n%m:_(s8) = G_CONSTANT i8 23\n%n:_(s8) = G_AND %x, %m\n%r:_(s8) = G_SHL %k1, %n(s8)", "s8 poison"),
        (
            "%m:_(s8) = G_CONSTANT i8 6\n%y:_(s8) = G_ROTL %x, %m(s8)\n%n:_(s8) = G_CONSTANT i8 7\n%z:_(s8) = G_AND %y, %n\n%r:_(s8) = G_SHL %x, %z(s8)",
            "s8 undef",
        ),
        // An odd number is not zero.
        ("%m:_(s8) = G_CONSTANT i8 100\n%r:_(s8) = G_UDIV %m, %x", "s8 undef"),
        (
            "%c:_(s1) = G_IMPLICIT_DEF\n%m:_(s8) = G_CONSTANT i8 7\n%n:_(s8) = G_CONSTANT i8 5\n%r:_(s8) = G_SELECT %c(s1), %m, %n",
            "s8 5 (undefined bits 0x2)",
        ),
    ] {
        assert_eq!(value(&format!("{half}{line}"), &[]), expected, "{line}");
    }
}

#[test]
fn poison_spreads_except_through_the_other_way_of_a_select() {
    let poison = "%k:_(s8) = G_CONSTANT i8 8\n%p:_(s8) = G_SHL %k, %k(s8)\n";
    for (line, expected) in [
        ("%z:_(s8) = G_CONSTANT i8 0\n%r:_(s8) = G_AND %p, %z", "s8 poison"),
        ("%c:_(s1) = G_CONSTANT i1 true\n%r:_(s8) = G_SELECT %c(s1), %k, %p", "s8 8"),
        ("%c:_(s1) = G_CONSTANT i1 false\n%r:_(s8) = G_SELECT %c(s1), %k, %p", "s8 poison"),
        ("%c:_(s1) = G_TRUNC %p(s8)\n%r:_(s8) = G_SELECT %c(s1), %k, %k", "s8 poison"),
        ("%w:_(s16) = G_MERGE_VALUES %k(s8), %p(s8)\n%r:_(s8), %o:_(s8) = G_UNMERGE_VALUES %w(s16)", "s8 8"),
        ("%w:_(<2 x s8>) = G_BUILD_VECTOR %k(s8), %p(s8)\n%r:_(s16) = G_BITCAST %w(<2 x s8>)", "s16 poison"),
        ("%w:_(<2 x s8>) = G_BUILD_VECTOR %k(s8), %p(s8)\n%r:_(<2 x s8>) = G_ADD %w, %w", "<2 x s8> <16, poison>"),
        ("%r:_(s8) = G_FREEZE %p", "s8 0"),
        ("%r:_(s8) = G_UDIV %p, %k", "s8 poison"),
    ] {
        assert_eq!(value(&format!("{poison}{line}"), &[]), expected, "{line}");
    }
}

#[test]
fn wide_integers() {
    let all = u128::MAX;
    for (line, arguments, expected) in [
        ("%r:_(s128) = G_MUL %a:_(s128), %b:_(s128)", [all, 3], format!("s128 {}", all.wrapping_mul(3))),
        ("%r:_(s128) = G_UMULH %a:_(s128), %b:_(s128)", [all, all], format!("s128 {}", all - 1)),
        ("%r:_(s128) = G_SMULH %a:_(s128), %b:_(s128)", [all, all], "s128 0".into()),
        ("%r:_(s96) = G_UDIV %a:_(s96), %b:_(s96)", [1 << 95, 3], format!("s96 {}", (1_u128 << 95) / 3)),
        ("%r:_(s65) = G_ASHR %a:_(s65), %b:_(s65)", [1 << 64, 64], format!("s65 {}", (1_u128 << 65) - 1)),
    ] {
        assert_eq!(value(line, &arguments), expected, "{line}");
    }
    // (2^128 + 5) * 7 / 7 and its remainder by 7, in 256 bits.
    let wide = "%w:_(s256) = G_MERGE_VALUES %a:_(s128), %b:_(s128)\n%k:_(s256) = G_CONSTANT i256 7\n%p:_(s256) = G_MUL %w, %k\n";
    assert_eq!(value(&format!("{wide}%q:_(s256) = G_UDIV %p, %k\n%r:_(s128), %h:_(s128) = G_UNMERGE_VALUES %q(s256)"), &[5, 1]), "s128 5");
    assert_eq!(value(&format!("{wide}%q:_(s256) = G_UDIV %p, %k\n%h:_(s128), %r:_(s128) = G_UNMERGE_VALUES %q(s256)"), &[5, 1]), "s128 1");
    assert_eq!(value(&format!("{wide}%r:_(s256) = G_UREM %w, %k"), &[5, 1]), format!("s256 {}", (u128::MAX % 7 + 1 + 5) % 7));
    // The shortest way to print a number of 256 bits.
    assert_eq!(
        value("%r:_(s256) = G_CONSTANT i256 -1", &[]),
        "s256 115792089237316195423570985008687907853269984665640564039457584007913129639935"
    );
}
