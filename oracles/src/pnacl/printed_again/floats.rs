//! Checks the text of a float against its bits, by reading the text.

/// The bits of the NaN that `nan` means, without its sign; and of the sign.
const fn nan(is_double: bool) -> (u64, u64) {
    if is_double { (0x7ff8_0000_0000_0000, 1 << 63) } else { (0x7fc0_0000, 1 << 31) }
}

fn value(bits: u64, is_double: bool) -> f64 {
    if is_double { f64::from_bits(bits) } else { f64::from(f32::from_bits(bits as u32)) }
}

/// Returns whether the text of an assembly means exactly these bits.
pub(super) fn is_exact(text: &str, bits: u64, is_double: bool) -> bool {
    let (quiet, sign) = nan(is_double);
    if value(bits, is_double).is_nan() {
        return match text {
            "nan" => bits == quiet,
            "-nan" => bits == quiet | sign,
            _ => ![quiet, quiet | sign].contains(&bits) && text == format!("nan:{bits:#x}"),
        };
    }
    if is_double {
        text.parse().is_ok_and(|number: f64| number.to_bits() == bits)
    } else {
        text.parse().is_ok_and(|number: f32| u64::from(number.to_bits()) == bits)
    }
}

/// Significant digits of listings.
const DIGITS: usize = 6;

/// Returns whether the text of a listing is these bits with six significant digits, in the form that C's `%g` has.
pub(super) fn is_listed(text: &str, bits: u64, is_double: bool) -> bool {
    let value = value(bits, is_double);
    let (is_negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    if is_negative != value.is_sign_negative() {
        return false;
    }
    if !value.is_finite() {
        return digits == if value.is_nan() { "nan" } else { "inf" };
    }
    let Ok(number) = digits.parse::<f64>() else { return false };
    let mantissa = digits.split('e').next().unwrap_or(digits);
    let significant = mantissa.trim_start_matches(['0', '.']).chars().filter(char::is_ascii_digit).count();
    let has_exponent = digits.contains('e');
    let is_short = !mantissa.contains('.') || !mantissa.ends_with(['0', '.']);
    let needs_exponent = number != 0.0 && !(1e-4..1e6).contains(&number);
    // Half a unit of the last digit.
    let is_near = (number - value.abs()).abs() <= value.abs() * 5.1e-6;
    is_near && significant <= DIGITS && is_short && has_exponent == needs_exponent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_other_bits_are_refused() {
        let one = 1_f64.to_bits();
        assert!(is_exact("1", one, true) && is_listed("1", one, true));
        assert!(!is_exact("1", one + 1, true) && is_listed("1", one + 1, true));
        assert!(!is_listed("1.00001", one, true) && !is_listed("-1", one, true) && !is_listed("1.0", one, true));
        assert!(is_listed("1e+06", 1e6_f64.to_bits(), true) && !is_listed("1000000", 1e6_f64.to_bits(), true));
        assert!(is_exact("nan", 0x7fc0_0000, false) && !is_exact("nan:0x7fc00000", 0x7fc0_0000, false));
        assert!(is_exact("nan:0x7fa00001", 0x7fa0_0001, false) && is_listed("nan", 0x7fa0_0001, false));
        assert!(
            is_exact("-inf", u64::from(f32::NEG_INFINITY.to_bits()), false)
                && !is_listed("inf", u64::from(f32::NEG_INFINITY.to_bits()), false)
        );
        assert!(is_exact("-0", 1 << 63, true) && !is_exact("0", 1 << 63, true));
    }
}
