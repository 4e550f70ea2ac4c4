//! Floating-point opcodes, beside the arithmetic of the host and of `rustc_apfloat`.

use crate::support::{file, options, program, run, shown, value};
use irsmith_mir::interpret::{Budget, End, Int, Machine, Options, Program, Value};
use rustc_apfloat::ieee::{Half, Quad, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert};

/// Numbers at which operations go wrong.
const NUMBERS: [f64; 27] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    1.5,
    2.5,
    -2.5,
    3.0,
    0.1,
    1.0e-3,
    7.0e9,
    1.0e30,
    -1.0e30,
    2_147_483_647.5,
    4_294_967_295.0,
    9.0e18,
    1.8e19,
    f64::MAX,
    f64::MIN_POSITIVE,
    5.0e-324,
    3.4e38,
    1.17e-38,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// Runs an instruction on all combinations of numbers; `expected` is from the bits of the operands to those of the result.
fn check(name: &str, bits: u16, operands: usize, lines: &str, expected: impl Fn(&[f64]) -> Option<u128>) {
    let program = program(&format!("{lines}\nRET_ReallyLR implicit %r"));
    let parameters = &program.signature(0).unwrap_or_else(|refusal| panic!("{name}: {refusal}")).parameters;
    assert_eq!(parameters.len(), operands, "{name}");
    let mut machine = Machine::new(&program);
    let mut places = vec![0; operands];
    'all: loop {
        let round = |number: f64| if bits == 32 { f64::from(number as f32) } else { number };
        let numbers: Vec<f64> = places.iter().map(|place| round(NUMBERS[*place])).collect();
        let encode = |number: f64| if bits == 32 { u128::from((number as f32).to_bits()) } else { u128::from(number.to_bits()) };
        let values: Vec<Value> = numbers.iter().map(|number| Value::scalar(bits, encode(*number))).collect();
        let execution = machine.call(0, &values, &Budget::default());
        let End::Return(results) = &execution.end else { panic!("{name} {numbers:?}: {:?}", execution.end) };
        match expected(&numbers) {
            Some(bits) => assert_eq!(results[0], Value::scalar(results[0].bits.bits() as u16, bits), "{name} {numbers:?}: {}", results[0]),
            None => assert!(!results[0].is_defined(), "{name} {numbers:?}: {}", results[0]),
        }
        for place in &mut places {
            *place += 1;
            if *place < NUMBERS.len() {
                continue 'all;
            }
            *place = 0;
        }
        break;
    }
}

/// A result of the host: nothing for a NaN, whose bits are open.
fn host(bits: u16, number: f64) -> Option<u128> {
    let encoded = if bits == 32 { u128::from((number as f32).to_bits()) } else { u128::from(number.to_bits()) };
    (!number.is_nan()).then_some(encoded)
}

/// Compares with operations of both widths of the host.
macro_rules! beside_host {
    ($($opcode:literal $operands:literal |$x:ident| $single:expr, $double:expr;)*) => {
        $(
            let parameters = |bits: u16| ["%a", "%b", "%c"][..$operands].iter().map(|name| format!("{name}:_(s{bits})")).collect::<Vec<_>>().join(", ");
            for opcode in $opcode.split(' ') {
                check(opcode, 32, $operands, &format!("%r:_(s32) = {opcode} {}", parameters(32)), |numbers| {
                    let $x: Vec<f32> = numbers.iter().map(|number| *number as f32).collect();
                    let result: f32 = $single;
                    host(32, result.into())
                });
                check(opcode, 64, $operands, &format!("%r:_(s64) = {opcode} {}", parameters(64)), |numbers| {
                    let $x = numbers;
                    let result: f64 = $double;
                    host(64, result)
                });
            }
        )*
    };
}

#[test]
fn arithmetic_is_that_of_the_host() {
    beside_host! {
        "G_FADD G_STRICT_FADD" 2 |x| x[0] + x[1], x[0] + x[1];
        "G_FSUB G_STRICT_FSUB" 2 |x| x[0] - x[1], x[0] - x[1];
        "G_FMUL G_STRICT_FMUL" 2 |x| x[0] * x[1], x[0] * x[1];
        "G_FDIV G_STRICT_FDIV" 2 |x| x[0] / x[1], x[0] / x[1];
        "G_FREM G_STRICT_FREM" 2 |x| x[0] % x[1], x[0] % x[1];
        "G_FMA G_STRICT_FMA" 3 |x| x[0].mul_add(x[1], x[2]), x[0].mul_add(x[1], x[2]);
        "G_FMAD" 3 |x| x[0] * x[1] + x[2], x[0] * x[1] + x[2];
        "G_FSQRT G_STRICT_FSQRT" 1 |x| x[0].sqrt(), x[0].sqrt();
        "G_FCEIL" 1 |x| x[0].ceil(), x[0].ceil();
        "G_FFLOOR" 1 |x| x[0].floor(), x[0].floor();
        "G_INTRINSIC_TRUNC" 1 |x| x[0].trunc(), x[0].trunc();
        "G_INTRINSIC_ROUND" 1 |x| x[0].round(), x[0].round();
        "G_INTRINSIC_ROUNDEVEN G_FRINT G_FNEARBYINT" 1 |x| x[0].round_ties_even(), x[0].round_ties_even();
        "G_FCANONICALIZE" 1 |x| x[0], x[0];
    }
}

#[test]
fn signs_are_bits() {
    for (opcode, expected) in [("G_FNEG", (|bits| bits ^ 1 << 63) as fn(u64) -> u64), ("G_FABS", |bits| bits & !(1 << 63))] {
        check(opcode, 64, 1, &format!("%r:_(s64) = {opcode} %a:_(s64)"), |numbers| Some(expected(numbers[0].to_bits()).into()));
    }
    check("G_FCOPYSIGN", 64, 2, "%r:_(s64) = G_FCOPYSIGN %a:_(s64), %b:_(s64)", |numbers| {
        Some((numbers[0].to_bits() & !(1 << 63) | numbers[1].to_bits() & 1 << 63).into())
    });
}

#[test]
fn comparisons_have_sixteen_predicates() {
    let names = ["false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "uno", "ueq", "ugt", "uge", "ult", "ule", "une", "true"];
    for (set, name) in names.iter().enumerate() {
        for bits in [32, 64] {
            for opcode in ["G_FCMP", "G_STRICT_FCMP", "G_STRICT_FCMPS"] {
                check(name, bits, 2, &format!("%r:_(s1) = {opcode} floatpred({name}), %a:_(s{bits}), %b:_(s{bits})"), |numbers| {
                    let class = match numbers[0].partial_cmp(&numbers[1]) {
                        Some(std::cmp::Ordering::Equal) => 1,
                        Some(std::cmp::Ordering::Greater) => 2,
                        Some(std::cmp::Ordering::Less) => 4,
                        None => 8,
                    };
                    Some((set & class != 0).into())
                });
            }
        }
    }
}

#[test]
fn extremes_differ_in_nans_and_zeros() {
    let line = |opcode: &str| format!("%r:_(s64) = {opcode} %a:_(s64), %b:_(s64)");
    for is_max in [false, true] {
        let name = if is_max { "MAX" } else { "MIN" };
        let plain = |numbers: &[f64]| if is_max { numbers[0].max(numbers[1]) } else { numbers[0].min(numbers[1]) };
        let are_zeros = |numbers: &[f64]| numbers[0] == 0.0 && numbers[1] == 0.0;
        let zero = |numbers: &[f64]| {
            let negative = numbers.iter().filter(|number| number.is_sign_negative()).count();
            if negative == 2 || negative == 1 && !is_max { -0.0 } else { 0.0 }
        };
        let differ = |numbers: &[f64]| numbers[0].is_sign_negative() != numbers[1].is_sign_negative();
        for suffix in ["NUM", "NUM_IEEE"] {
            check(name, 64, 2, &line(&format!("G_F{name}{suffix}")), |numbers| match () {
                () if are_zeros(numbers) => (!differ(numbers)).then(|| f64::to_bits(zero(numbers)).into()),
                () => host(64, plain(numbers)),
            });
        }
        check(name, 64, 2, &line(&format!("G_F{name}IMUMNUM")), |numbers| {
            host(64, if are_zeros(numbers) { zero(numbers) } else { plain(numbers) })
        });
        check(name, 64, 2, &line(&format!("G_F{name}IMUM")), |numbers| match () {
            () if numbers.iter().any(|number| number.is_nan()) => None,
            () => host(64, if are_zeros(numbers) { zero(numbers) } else { plain(numbers) }),
        });
    }
}

#[test]
fn conversions_to_integers_truncate_or_saturate() {
    for (bits, low, high) in [(8, -128.0, 127.0), (32, -2_147_483_648.0, 2_147_483_647.0)] {
        let mask = (1_u128 << bits) - 1;
        check("G_FPTOSI_SAT", 64, 1, &format!("%r:_(s{bits}) = G_FPTOSI_SAT %a:_(s64)"), |numbers| {
            Some(numbers[0].clamp(low, high) as i64 as u128 & mask)
        });
        check("G_FPTOSI", 64, 1, &format!("%r:_(s{bits}) = G_FPTOSI %a:_(s64)"), |numbers| {
            let whole = numbers[0].trunc();
            (whole >= low && whole <= high).then_some(whole as i64 as u128 & mask)
        });
        check("G_FPTOUI_SAT", 64, 1, &format!("%r:_(s{bits}) = G_FPTOUI_SAT %a:_(s64)"), |numbers| {
            Some(u128::from(numbers[0] as u64).min(mask))
        });
        check("G_FPTOUI", 64, 1, &format!("%r:_(s{bits}) = G_FPTOUI %a:_(s64)"), |numbers| {
            let whole = numbers[0].trunc();
            (whole >= 0.0 && whole <= mask as f64).then_some(whole as u128)
        });
    }
    check("G_FPTOSI_SAT", 64, 1, "%r:_(s64) = G_FPTOSI_SAT %a:_(s64)", |numbers| Some((numbers[0] as i64 as u64).into()));
    check("G_FPTOUI_SAT", 64, 1, "%r:_(s128) = G_FPTOUI_SAT %a:_(s64)", |numbers| Some(numbers[0] as u128));
    check("G_INTRINSIC_LRINT", 64, 1, "%r:_(s32) = G_INTRINSIC_LRINT %a:_(s64)", |numbers| {
        let whole = numbers[0].round_ties_even();
        (whole.abs() < 2_147_483_648.0).then_some((whole as i32 as u32).into())
    });
    check("G_LROUND", 64, 1, "%r:_(s32) = G_LROUND %a:_(s64)", |numbers| {
        let whole = numbers[0].round();
        (whole.abs() < 2_147_483_648.0).then_some((whole as i32 as u32).into())
    });
    // 1e300 in 1024 bits is out of reach of the host: its lowest bits are zeros.
    assert_eq!(value("%w:_(s1024) = G_FPTOUI %a:_(s64)\n%r:_(s64) = G_TRUNC %w(s1024)", &[1.0e300_f64.to_bits().into()]), "s64 0");
}

#[test]
fn conversions_from_integers_round_once() {
    for number in [
        0_u128,
        1,
        3,
        (1 << 24) + 1,
        (1 << 25) + 3,
        (1 << 53) + 1,
        u64::MAX.into(),
        u128::MAX,
        u128::MAX >> 1,
        0x1_0000_0080_0000_0001,
        1 << 127,
    ] {
        let double = (number as f64).to_bits();
        let single = (number as f32).to_bits();
        assert_eq!(value("%r:_(s64) = G_UITOFP %a:_(s128)", &[number]), format!("s64 {double}"), "{number}");
        assert_eq!(value("%r:_(s32) = G_UITOFP %a:_(s128)", &[number]), format!("s32 {single}"), "{number}");
        assert_eq!(value("%r:_(s64) = G_SITOFP %a:_(s128)", &[number]), format!("s64 {}", (number as i128 as f64).to_bits()), "{number}");
        assert_eq!(
            value("%r:_(s32) = G_SITOFP %a:_(s64)", &[number]),
            format!("s32 {}", (number as u64 as i64 as f32).to_bits()),
            "{number}"
        );
        // With 100 zeros below, in 256 bits: the same significand.
        let shifted = "%k:_(s256) = G_CONSTANT i256 100\n%w:_(s256) = G_ZEXT %a:_(s128)\n%s:_(s256) = G_SHL %w, %k(s256)\n%r:_(s64) = G_UITOFP %s(s256)";
        assert_eq!(value(shifted, &[number]), format!("s64 {}", (number as f64 * 2.0_f64.powi(100)).to_bits()), "{number}");
    }
    assert_eq!(value("%r:_(s32) = nneg G_UITOFP %a:_(s8)", &[200]), "s32 poison");
    assert_eq!(value("%r:_(s16) = G_UITOFP %a:_(s32)", &[70_000]), format!("s16 {}", 0x7c00));
}

/// Converts by `rustc_apfloat`.
fn in_format<F: Float>(number: f64) -> u128
where
    rustc_apfloat::ieee::Double: FloatConvert<F>,
{
    let double = rustc_apfloat::ieee::Double::from_bits(number.to_bits().into());
    FloatConvert::<F>::convert(double, &mut false).value.to_bits()
}

#[test]
fn formats_without_a_host_are_those_of_the_library() {
    for number in NUMBERS {
        let formats = [(16, in_format::<Half>(number)), (80, in_format::<X87DoubleExtended>(number)), (128, in_format::<Quad>(number))];
        for (bits, encoded) in formats {
            let (name, back) = if bits == 16 { ("G_FPTRUNC", "G_FPEXT") } else { ("G_FPEXT", "G_FPTRUNC") };
            let converted = run(&format!("%r:_(s{bits}) = {name} %a:_(s64)\nRET_ReallyLR implicit %r"), &[number.to_bits().into()]);
            let End::Return(results) = &converted.end else { panic!("{:?}", converted.end) };
            let all = Value::new(results[0].ty, Int::new(bits, encoded));
            if number.is_nan() {
                assert!(results[0].allows(&all) && !results[0].is_defined());
                continue;
            }
            assert_eq!(results[0], all, "{number} in {bits} bits");
            if bits != 16 {
                assert_eq!(value(&format!("%r:_(s64) = {back} %a:_(s{bits})"), &[encoded]), format!("s64 {}", number.to_bits()));
                // Arithmetic in a wider format, rounded once more: exact for these.
                let line = format!("%s:_(s{bits}) = G_FADD %a:_(s{bits}), %a\n%r:_(s64) = {back} %s(s{bits})");
                assert_eq!(value(&line, &[encoded]), format!("s64 {}", (number + number).to_bits()), "{number}");
            }
        }
    }
}

#[test]
fn square_roots_are_rounded_once_in_every_format() {
    // The nearest value is the one whose square is nearest: exact squares, and both neighbours of inexact ones.
    for bits in [16_u16, 80, 128] {
        for root in [1.0, 1.5, 3.0, 0.25, 7.75] {
            let encode = |number: f64| match bits {
                16 => in_format::<Half>(number),
                80 => in_format::<X87DoubleExtended>(number),
                _ => in_format::<Quad>(number),
            };
            let found = value(&format!("%r:_(s{bits}) = G_FSQRT %a:_(s{bits})"), &[encode(root * root)]);
            assert_eq!(found, format!("s{bits} {}", encode(root)), "{root}");
        }
    }
    for pattern in (0..0x7c00_u128).step_by(37) {
        let single = Half::from_bits(pattern);
        let wide: rustc_apfloat::ieee::Double = single.convert(&mut false).value;
        let root = f64::from_bits(wide.to_bits() as u64).sqrt();
        assert_eq!(value("%r:_(s16) = G_FSQRT %a:_(s16)", &[pattern]), format!("s16 {}", in_format::<Half>(root)));
    }
    // The square root of 2 to 113 bits.
    assert_eq!(
        value("%r:_(s128) = G_FSQRT %a:_(s128)", &[in_format::<Quad>(2.0)]),
        format!("s128 {}", 0x3fff_6a09_e667_f3bc_c908_b2fb_1366_ea95_u128)
    );
}

#[test]
fn scaling_and_splitting() {
    let bits = |number: f64| u128::from(number.to_bits());
    for (number, exponent, expected) in [
        (1.5, 4, 24.0),
        (1.0, -1074, 5.0e-324),
        (1.0, 2000, f64::INFINITY),
        (-0.0, 7, -0.0),
        (f64::INFINITY, -9, f64::INFINITY),
        (3.0, -1075, 1.0e-323),
    ] {
        let exponent = exponent as u32;
        for opcode in ["G_FLDEXP", "G_STRICT_FLDEXP"] {
            let found = value(&format!("%r:_(s64) = {opcode} %a:_(s64), %b:_(s32)"), &[bits(number), exponent.into()]);
            assert_eq!(found, format!("s64 {}", expected.to_bits()), "{number} {exponent}");
        }
    }
    let split = |opcode: &str, second: &str, number: f64| {
        shown(&run(&format!("%m:_(s64), %e:_({second}) = {opcode} %a:_(s64)\nRET_ReallyLR implicit %m, implicit %e"), &[bits(number)]))
    };
    for (number, mantissa, exponent) in [(24.0, 0.75, 5_i32), (-0.1, -0.8, -3), (5.0e-324, 0.5, -1073), (0.0, 0.0, 0)] {
        assert_eq!(split("G_FFREXP", "s32", number), format!("s64 {}, s32 {}", f64::to_bits(mantissa), exponent as u32), "{number}");
    }
    assert_eq!(split("G_FFREXP", "s32", f64::INFINITY), format!("s64 {}, s32 undef", f64::INFINITY.to_bits()));
    for (number, fraction, integral) in [(2.75, 0.75, 2.0), (-2.75, -0.75, -2.0), (-3.0, -0.0, -3.0), (f64::INFINITY, 0.0, f64::INFINITY)] {
        assert_eq!(split("G_FMODF", "s64", number), format!("s64 {}, s64 {}", f64::to_bits(fraction), f64::to_bits(integral)), "{number}");
    }
    for (base, exponent, expected) in [(1.5, 3, 3.375), (2.0, -2, 0.25), (-3.0, 3, -27.0), (7.0, 0, 1.0)] {
        let exponent = exponent as u32;
        assert_eq!(
            value("%r:_(s64) = G_FPOWI %a:_(s64), %b:_(s32)", &[bits(base), exponent.into()]),
            format!("s64 {}", f64::to_bits(expected))
        );
    }
}

#[test]
fn classes() {
    let denormal = f32::from_bits(1);
    let values = [
        f32::from_bits(0x7f80_0001),
        f32::from_bits(0x7fc0_0000),
        f32::NEG_INFINITY,
        -1.0,
        -denormal,
        -0.0,
        0.0,
        denormal,
        1.0,
        f32::INFINITY,
    ];
    for (class, number) in values.iter().enumerate() {
        for tested in 0..10 {
            let line = format!("%r:_(s1) = G_IS_FPCLASS %a:_(s32), {}", 1 << tested);
            assert_eq!(value(&line, &[number.to_bits().into()]), format!("s1 {}", u8::from(class == tested)), "{number} {tested}");
        }
    }
}

#[test]
fn flags_permit_and_forbid() {
    let bits = |number: f64| u128::from(number.to_bits());
    let sum = |flags: &str, a: f64, b: f64| {
        run(&format!("%r:_(s64) = {flags} G_FADD %a:_(s64), %b:_(s64)\nRET_ReallyLR implicit %r"), &[bits(a), bits(b)])
    };
    assert_eq!(shown(&sum("nnan", f64::NAN, 1.0)), "s64 poison");
    assert_eq!(shown(&sum("nnan", f64::INFINITY, f64::NEG_INFINITY)), "s64 poison");
    assert_eq!(shown(&sum("nnan", f64::INFINITY, 1.0)), format!("s64 {}", f64::INFINITY.to_bits()));
    assert_eq!(shown(&sum("ninf", f64::INFINITY, 1.0)), "s64 poison");
    assert_eq!(shown(&sum("ninf", f64::MAX, f64::MAX)), "s64 poison");
    assert_eq!(shown(&sum("nsz", 1.0, -1.0)), format!("s64 0 (undefined bits {:#x})", 1_u64 << 63));
    assert_eq!(shown(&sum("nsz", 1.0, 1.0)), format!("s64 {}", 2.0_f64.to_bits()));
    // Only a division by a zero makes an infinity of which the sign is open too.
    let open = |number: f64| format!("s64 {} (undefined bits {:#x})", number.abs().to_bits(), 1_u64 << 63);
    for (line, a, b, expected) in [
        ("G_FADD", f64::INFINITY, 0.0, format!("s64 {}", f64::INFINITY.to_bits())),
        ("G_FMAXNUM", f64::INFINITY, 0.0, format!("s64 {}", f64::INFINITY.to_bits())),
        ("G_FDIV", 1.0, 0.0, open(f64::INFINITY)),
        ("G_FDIV", 0.0, 1.0, open(0.0)),
        ("G_FCOPYSIGN", 1.0, -0.0, open(1.0)),
        ("G_FCOPYSIGN", 1.0, -2.0, format!("s64 {}", (-1.0_f64).to_bits())),
    ] {
        let line = format!("%r:_(s64) = nsz {line} %a:_(s64), %b:_(s64)");
        assert_eq!(value(&line, &[bits(a), bits(b)]), expected, "{line} of {a} and {b}");
    }
    let power = "%r:_(s64) = G_FPOWI %a:_(s64), %b:_(s32)\nRET_ReallyLR implicit %r";
    assert!(run(power, &[bits(1.5), 3]).is_relaxed);
    for (flags, is_relaxed) in [("nnan ninf nsz", false), ("contract", true), ("reassoc", true), ("afn", true), ("arcp", true)] {
        assert_eq!(sum(flags, 1.0, 1.0).is_relaxed, is_relaxed, "{flags}");
    }
    let compared = "%r:_(s1) = nnan G_FCMP floatpred(uno), %a:_(s64), %b:_(s64)";
    assert_eq!(value(compared, &[bits(f64::NAN), 0]), "s1 poison");
}

#[test]
fn nans_are_quiet_with_open_bits() {
    let bits = |number: f64| u128::from(number.to_bits());
    let made = "%n:_(s64) = G_FDIV %a:_(s64), %a\n";
    let open = format!("undefined bits {:#x}", (1_u64 << 63) | ((1_u64 << 51) - 1));
    assert_eq!(value(&format!("{made}%r:_(s64) = COPY %n"), &[0]), format!("s64 {} ({open})", 0x7ff8_0000_0000_0000_u64));
    // It is a NaN for every later operation, and to a test of its bits.
    assert_eq!(value(&format!("{made}%r:_(s1) = G_FCMP floatpred(uno), %n(s64), %n"), &[0]), "s1 1");
    assert_eq!(value(&format!("{made}%r:_(s1) = G_IS_FPCLASS %n(s64), 2"), &[0]), "s1 1");
    let test = "%m:_(s64) = G_CONSTANT i64 9223372036854775807\n%l:_(s64) = G_AND %n, %m\n%k:_(s64) = G_CONSTANT i64 9218868437227405312\n%r:_(s1) = G_ICMP intpred(ugt), %l(s64), %k";
    assert_eq!(value(&format!("{made}{test}"), &[0]), "s1 1");
    // A signaling NaN may be passed on.
    let signaling = 0x7ff0_0000_0000_0001;
    let canonical = value("%r:_(s64) = G_FCANONICALIZE %a:_(s64)", &[signaling]);
    assert_eq!(canonical, format!("s64 {} ({open})", 0x7ff8_0000_0000_0000_u64));
    let sum = value("%r:_(s64) = G_FADD %a:_(s64), %b:_(s64)", &[signaling, bits(1.0)]);
    assert_eq!(sum, format!("s64 {} (undefined bits {:#x})", 0x7ff0_0000_0000_0000_u64, (1_u64 << 63) | ((1_u64 << 52) - 1)));
}

#[test]
fn comparisons_of_undefined_numbers_may_be_known() {
    for (predicate, ty, expected) in [
        ("true", "s1", "s1 1"),
        ("false", "s1", "s1 0"),
        ("oeq", "s1", "s1 undef"),
        ("oeq", "s8", "s8 0 (undefined bits 0x1)"),
        ("true", "s8", "s8 1"),
    ] {
        let line = format!("%u:_(s64) = G_IMPLICIT_DEF\n%r:_({ty}) = G_FCMP floatpred({predicate}), %u(s64), %a:_(s64)");
        assert_eq!(value(&line, &[0]), expected, "{predicate} {ty}");
    }
}

#[test]
fn constants_of_every_kind() {
    for (line, expected) in [
        ("%r:_(s64) = G_FCONSTANT double 1.5", format!("s64 {}", 1.5_f64.to_bits())),
        ("%r:_(s64) = G_FCONSTANT double 0x7FF0000000000000", format!("s64 {}", f64::INFINITY.to_bits())),
        ("%r:_(s32) = G_FCONSTANT float 1.250000e+00", format!("s32 {}", 1.25_f32.to_bits())),
        ("%r:_(s32) = G_FCONSTANT float 0x3FB99999A0000000", format!("s32 {}", 0.1_f32.to_bits())),
        ("%r:_(s16) = G_FCONSTANT half 0xH3C00", format!("s16 {}", 0x3c00)),
        ("%r:_(s16) = G_FCONSTANT bfloat 0xR3F80", format!("s16 {}", 0x3f80)),
        ("%r:_(s80) = G_FCONSTANT x86_fp80 0xK3FFF8000000000000000", format!("s80 {}", in_format::<X87DoubleExtended>(1.0))),
        ("%r:_(s128) = G_FCONSTANT fp128 0xL00000000000000003FFF000000000000", format!("s128 {}", in_format::<Quad>(1.0))),
        // A signaling NaN keeps its payload, or has the highest bit of one if nothing of it fits.
        ("%r:_(s32) = G_FCONSTANT float 0x7FF4000000000000", format!("s32 {}", 0x7fa0_0000)),
        ("%r:_(s32) = G_FCONSTANT float 0xFFF0000020000000", format!("s32 {}", 0xff80_0001_u32)),
        ("%r:_(s32) = G_FCONSTANT float 0x7FF0000000000001", format!("s32 {}", 0x7fa0_0000)),
        ("%r:_(s32) = G_FCONSTANT float f0x3F800000", format!("s32 {}", 1.0_f32.to_bits())),
    ] {
        assert_eq!(value(line, &[]), expected, "{line}");
    }
}

/// As processors have it, arithmetic of a signaling NaN gives a quiet NaN; tests of classes see what it is.
#[test]
fn signaling_nans_count_as_quiet_on_request() {
    let options = Options { quiet: true, ..options() };
    let result = |lines: &str| {
        let program = Program::new(&file(&format!("{lines}\nRET_ReallyLR implicit %r")), &options).unwrap();
        shown(&Machine::new(&program).call(0, &[Value::scalar(64, 0x7ff0_0000_0000_0001)], &Budget::default()))
    };
    let quiet = 0x7ff8_u64 << 48;
    for opcode in ["G_FADD %a:_(s64), %a", "G_FSQRT %a:_(s64)", "G_FMA %a:_(s64), %a, %a"] {
        assert_eq!(result(&format!("%r:_(s64) = {opcode}")), format!("s64 {quiet} (undefined bits 0x8007ffffffffffff)"), "{opcode}");
    }
    let is_quiet = result(
        "%s:_(s64) = G_FADD %a:_(s64), %a\n%i:_(s64) = G_CONSTANT i64 9218868437227405312\n%m:_(s64) = G_CONSTANT i64 9223372036854775807\n%p:_(s64) = G_AND %s, %m\n%r:_(s1) = G_ICMP intpred(ugt), %p(s64), %i",
    );
    assert_eq!(is_quiet, "s1 1");
    assert_eq!(result("%r:_(s1) = G_IS_FPCLASS %a:_(s64), 1"), "s1 1");
}
