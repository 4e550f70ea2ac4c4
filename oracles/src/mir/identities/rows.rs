//! The rows.

use super::Identity;
use super::condition::Condition::{
    self, Any, Bytes, Doubled, Doubles, Exactly, Halves, Narrower, PowerOfTwo, Predicate, Swappable, Wide, Wider, Within,
};

const fn row(name: &'static str, pattern: &'static str, condition: Condition, lines: &'static str) -> Identity {
    Identity { name, pattern, condition, lines }
}

/// All of them.
pub(in super::super) static ROWS: &[Identity] = &[
    // Sums and differences.
    row("add-swapped", "r:T = G_ADD a:T, b:T", Any, "r = G_ADD b, a"),
    row("add-of-negated", "r:T = G_ADD a:T, b:T", Any, "n = G_SUB 0, b; r = G_SUB a, n"),
    row("add-by-carries", "r:T = G_ADD a:T, b:T", Any, "x = G_XOR a, b; c = G_AND a, b; d = G_ADD c, c; r = G_ADD x, d"),
    row("add-by-or-and", "r:T = G_ADD a:T, b:T", Any, "x = G_OR a, b; c = G_AND a, b; r = G_ADD x, c"),
    row("add-widened", "r:T = G_ADD a:T, b:T", Doubled, "x:D = G_ANYEXT a; y:D = G_ANYEXT b; s:D = G_ADD x, y; r = G_TRUNC s"),
    row("sub-by-complement", "r:T = G_SUB a:T, b:T", Any, "n = G_XOR b, ones; s = G_ADD a, n; r = G_ADD s, 1"),
    row("sub-by-borrows", "r:T = G_SUB a:T, b:T", Any, "x = G_XOR a, b; n = G_XOR a, ones; c = G_AND n, b; d = G_ADD c, c; r = G_SUB x, d"),
    row("mul-swapped", "r:T = G_MUL a:T, b:T", Any, "r = G_MUL b, a"),
    row("mul-of-negated", "r:T = G_MUL a:T, b:T", Any, "n = G_SUB 0, a; m = G_SUB 0, b; r = G_MUL n, m"),
    row("mul-widened", "r:T = G_MUL a:T, b:T", Doubled, "x:D = G_ZEXT a; y:D = G_SEXT b; p:D = G_MUL x, y; r = G_TRUNC p"),
    row("ptr-add-by-numbers", "r:P = G_PTR_ADD a:P, b:T", Exactly(64), "x = G_PTRTOINT a; s = G_ADD x, b; r = G_INTTOPTR s"),
    // Logic.
    row("and-swapped", "r:T = G_AND a:T, b:T", Any, "r = G_AND b, a"),
    row("and-by-or", "r:T = G_AND a:T, b:T", Any, "n = G_XOR a, ones; m = G_XOR b, ones; d = G_OR n, m; r = G_XOR d, ones"),
    row("and-by-or-xor", "r:T = G_AND a:T, b:T", Any, "d = G_OR a, b; x = G_XOR a, b; r = G_XOR d, x"),
    row("and-by-sums", "r:T = G_AND a:T, b:T", Any, "d = G_OR a, b; s = G_ADD a, b; r = G_SUB s, d"),
    row("or-swapped", "r:T = G_OR a:T, b:T", Any, "r = G_OR b, a"),
    row("or-by-and", "r:T = G_OR a:T, b:T", Any, "n = G_XOR a, ones; m = G_XOR b, ones; c = G_AND n, m; r = G_XOR c, ones"),
    row("or-by-add", "r:T = G_OR a:T, b:T", Any, "x = G_XOR a, b; c = G_AND a, b; r = G_ADD x, c"),
    row("xor-swapped", "r:T = G_XOR a:T, b:T", Any, "r = G_XOR b, a"),
    row("xor-by-sub", "r:T = G_XOR a:T, b:T", Any, "d = G_OR a, b; c = G_AND a, b; r = G_SUB d, c"),
    // Shifts and rotates. An amount of the width or more makes poison, of which anything may be made.
    row("shl-by-mul", "r:T = G_SHL a:T, b:T", Any, "m = G_SHL 1, b; r = G_MUL a, m"),
    row("shl-reversed", "r:T = G_SHL a:T, b:T", Any, "t = G_BITREVERSE a; u = G_LSHR t, b; r = G_BITREVERSE u"),
    row("shl-by-funnel", "r:T = G_SHL a:T, b:T", Any, "r = G_FSHL a, 0, b"),
    row("lshr-reversed", "r:T = G_LSHR a:T, b:T", Any, "t = G_BITREVERSE a; u = G_SHL t, b; r = G_BITREVERSE u"),
    row("lshr-widened", "r:T = G_LSHR a:T, b:T", Doubled, "x:D = G_ZEXT a; y:D = G_ZEXT b; s:D = G_LSHR x, y; r = G_TRUNC s"),
    row("lshr-by-funnel", "r:T = G_LSHR a:T, b:T", Any, "r = G_FSHR 0, a, b"),
    row("lshr-by-udiv", "r:T = G_LSHR a:T, b:T", Any, "m = G_SHL 1, b; r = G_UDIV a, m"),
    row("ashr-by-lshr", "r:T = G_ASHR a:T, b:T", Any, "m = G_LSHR min, b; l = G_LSHR a, b; x = G_XOR l, m; r = G_SUB x, m"),
    row("ashr-widened", "r:T = G_ASHR a:T, b:T", Doubled, "x:D = G_SEXT a; y:D = G_ZEXT b; s:D = G_ASHR x, y; r = G_TRUNC s"),
    row(
        "rotl-by-shifts",
        "r:T = G_ROTL a:T, b:T",
        Any,
        "m = G_UREM b, w; k = G_SUB w, m; n = G_UREM k, w; h = G_SHL a, m; l = G_LSHR a, n; r = G_OR h, l",
    ),
    row("rotl-by-funnel", "r:T = G_ROTL a:T, b:T", Any, "r = G_FSHL a, a, b"),
    row("rotl-by-rotr", "r:T = G_ROTL a:T, b:T", PowerOfTwo, "n = G_SUB 0, b; r = G_ROTR a, n"),
    row("rotr-by-rotl", "r:T = G_ROTR a:T, b:T", PowerOfTwo, "n = G_SUB 0, b; r = G_ROTL a, n"),
    row("rotr-by-funnel", "r:T = G_ROTR a:T, b:T", Any, "r = G_FSHR a, a, b"),
    row(
        "fshl-by-shifts",
        "r:T = G_FSHL a:T, b:T, c:T",
        Any,
        "m = G_UREM c, w; z:B = G_ICMP eq, m, 0; k = G_SUB w, m; n = G_SELECT z, 0, k; l = G_LSHR b, n; h = G_SHL a, m; d = G_OR h, l; \
         r = G_SELECT z, a, d",
    ),
    row(
        "fshr-by-shifts",
        "r:T = G_FSHR a:T, b:T, c:T",
        Any,
        "m = G_UREM c, w; z:B = G_ICMP eq, m, 0; k = G_SUB w, m; n = G_SELECT z, 0, k; h = G_SHL a, n; l = G_LSHR b, m; d = G_OR h, l; \
         r = G_SELECT z, b, d",
    ),
    // Smaller and larger, distances, means.
    row("smin-by-select", "r:T = G_SMIN a:T, b:T", Any, "c:B = G_ICMP slt, a, b; r = G_SELECT c, a, b"),
    row("smin-by-umin", "r:T = G_SMIN a:T, b:T", Any, "x = G_XOR a, min; y = G_XOR b, min; u = G_UMIN x, y; r = G_XOR u, min"),
    row("smax-by-select", "r:T = G_SMAX a:T, b:T", Any, "c:B = G_ICMP sgt, a, b; r = G_SELECT c, a, b"),
    row("smax-by-smin", "r:T = G_SMAX a:T, b:T", Any, "n = G_XOR a, ones; m = G_XOR b, ones; u = G_SMIN n, m; r = G_XOR u, ones"),
    row("umin-by-select", "r:T = G_UMIN a:T, b:T", Any, "c:B = G_ICMP ult, a, b; r = G_SELECT c, a, b"),
    row("umin-by-saturation", "r:T = G_UMIN a:T, b:T", Any, "d = G_USUBSAT a, b; r = G_SUB a, d"),
    row("umax-by-select", "r:T = G_UMAX a:T, b:T", Any, "c:B = G_ICMP ugt, a, b; r = G_SELECT c, a, b"),
    row("umax-by-saturation", "r:T = G_UMAX a:T, b:T", Any, "d = G_USUBSAT b, a; r = G_ADD a, d"),
    row("abs-by-select", "r:T = G_ABS a:T", Any, "c:B = G_ICMP slt, a, 0; n = G_SUB 0, a; r = G_SELECT c, n, a"),
    row("abs-by-shift", "r:T = G_ABS a:T", Any, "s = G_ASHR a, w-1; x = G_XOR a, s; r = G_SUB x, s"),
    row("abs-by-smax", "r:T = G_ABS a:T", Any, "n = G_SUB 0, a; r = G_SMAX a, n"),
    row("abds-by-select", "r:T = G_ABDS a:T, b:T", Any, "c:B = G_ICMP sgt, a, b; x = G_SUB a, b; y = G_SUB b, a; r = G_SELECT c, x, y"),
    row("abdu-by-saturation", "r:T = G_ABDU a:T, b:T", Any, "x = G_USUBSAT a, b; y = G_USUBSAT b, a; r = G_OR x, y"),
    row("abdu-by-umax", "r:T = G_ABDU a:T, b:T", Any, "x = G_UMAX a, b; y = G_UMIN a, b; r = G_SUB x, y"),
    row("uavgfloor-by-shift", "r:T = G_UAVGFLOOR a:T, b:T", Wide, "c = G_AND a, b; x = G_XOR a, b; h = G_LSHR x, 1; r = G_ADD c, h"),
    row("uavgceil-by-shift", "r:T = G_UAVGCEIL a:T, b:T", Wide, "d = G_OR a, b; x = G_XOR a, b; h = G_LSHR x, 1; r = G_SUB d, h"),
    row("savgfloor-by-shift", "r:T = G_SAVGFLOOR a:T, b:T", Wide, "c = G_AND a, b; x = G_XOR a, b; h = G_ASHR x, 1; r = G_ADD c, h"),
    row("savgceil-by-shift", "r:T = G_SAVGCEIL a:T, b:T", Wide, "d = G_OR a, b; x = G_XOR a, b; h = G_ASHR x, 1; r = G_SUB d, h"),
    // Quotients and remainders.
    row("urem-by-udiv", "r:T = G_UREM a:T, b:T", Any, "q = G_UDIV a, b; m = G_MUL q, b; r = G_SUB a, m"),
    row("srem-by-sdiv", "r:T = G_SREM a:T, b:T", Any, "q = G_SDIV a, b; m = G_MUL q, b; r = G_SUB a, m"),
    row("udiv-by-urem", "r:T = G_UDIV a:T, b:T", Any, "m = G_UREM a, b; d = G_SUB a, m; r = G_UDIV d, b"),
    row("udiv-with-remainder", "r:T = G_UDIV a:T, b:T", Any, "r, m = G_UDIVREM a, b"),
    row("udiv-widened", "r:T = G_UDIV a:T, b:T", Doubled, "x:D = G_ZEXT a; y:D = G_ZEXT b; q:D = G_UDIV x, y; r = G_TRUNC q"),
    row("sdiv-with-remainder", "r:T = G_SDIV a:T, b:T", Any, "r, m = G_SDIVREM a, b"),
    row(
        "sdiv-of-magnitudes",
        "r:T = G_SDIV a:T, b:T",
        Any,
        "x = G_ABS a; y = G_ABS b; q = G_UDIV x, y; s = G_XOR a, b; n = G_SUB 0, q; c:B = G_ICMP slt, s, 0; r = G_SELECT c, n, q",
    ),
    row("udivrem-apart", "r:T, o:T = G_UDIVREM a:T, b:T", Any, "r = G_UDIV a, b; o = G_UREM a, b"),
    row("sdivrem-apart", "r:T, o:T = G_SDIVREM a:T, b:T", Any, "r = G_SDIV a, b; o = G_SREM a, b"),
    // Overflow, carries, high halves, saturation.
    row(
        "umulh-widened",
        "r:T = G_UMULH a:T, b:T",
        Doubled,
        "x:D = G_ZEXT a; y:D = G_ZEXT b; p:D = G_MUL x, y; h:D = G_LSHR p, w; r = G_TRUNC h",
    ),
    row(
        "smulh-widened",
        "r:T = G_SMULH a:T, b:T",
        Doubled,
        "x:D = G_SEXT a; y:D = G_SEXT b; p:D = G_MUL x, y; h:D = G_ASHR p, w; r = G_TRUNC h",
    ),
    row(
        "umulh-by-smulh",
        "r:T = G_UMULH a:T, b:T",
        Any,
        "h = G_SMULH a, b; s = G_ASHR a, w-1; t = G_ASHR b, w-1; x = G_AND s, b; y = G_AND t, a; z = G_ADD x, y; r = G_ADD h, z",
    ),
    row("uaddo-by-compare", "r:T, o:B = G_UADDO a:T, b:T", Any, "r = G_ADD a, b; o:B = G_ICMP ult, r, a"),
    row(
        "saddo-by-signs",
        "r:T, o:B = G_SADDO a:T, b:T",
        Any,
        "r = G_ADD a, b; x = G_XOR r, a; y = G_XOR r, b; z = G_AND x, y; o:B = G_ICMP slt, z, 0",
    ),
    row("usubo-by-compare", "r:T, o:B = G_USUBO a:T, b:T", Any, "r = G_SUB a, b; o:B = G_ICMP ult, a, b"),
    row(
        "ssubo-by-signs",
        "r:T, o:B = G_SSUBO a:T, b:T",
        Any,
        "r = G_SUB a, b; x = G_XOR a, b; y = G_XOR a, r; z = G_AND x, y; o:B = G_ICMP slt, z, 0",
    ),
    row("umulo-by-high", "r:T, o:B = G_UMULO a:T, b:T", Any, "r = G_MUL a, b; h = G_UMULH a, b; o:B = G_ICMP ne, h, 0"),
    row("smulo-by-high", "r:T, o:B = G_SMULO a:T, b:T", Any, "r = G_MUL a, b; h = G_SMULH a, b; s = G_ASHR r, w-1; o:B = G_ICMP ne, h, s"),
    row(
        "uadde-by-compares",
        "r:T, o:B = G_UADDE a:T, b:T, c:B",
        Wide,
        "x = G_ZEXT c; s = G_ADD a, b; r = G_ADD s, x; p:B = G_ICMP ult, s, a; q:B = G_ICMP ult, r, s; o:B = G_OR p, q",
    ),
    row(
        "usube-by-compares",
        "r:T, o:B = G_USUBE a:T, b:T, c:B",
        Wide,
        "x = G_ZEXT c; s = G_SUB a, b; r = G_SUB s, x; p:B = G_ICMP ult, a, b; q:B = G_ICMP ult, s, x; o:B = G_OR p, q",
    ),
    row(
        "sadde-widened",
        "r:T, o:B = G_SADDE a:T, b:T, c:B",
        Doubled,
        "x:D = G_SEXT a; y:D = G_SEXT b; k:D = G_ZEXT c; s:D = G_ADD x, y; t:D = G_ADD s, k; r = G_TRUNC t; v:D = G_SEXT r; \
         o:B = G_ICMP ne, v, t",
    ),
    row(
        "ssube-widened",
        "r:T, o:B = G_SSUBE a:T, b:T, c:B",
        Wide,
        "x = G_ZEXT c; d, p:B = G_SSUBO a, b; r, q:B = G_SSUBO d, x; o:B = G_XOR p, q",
    ),
    row("uaddsat-by-select", "r:T = G_UADDSAT a:T, b:T", Any, "s = G_ADD a, b; c:B = G_ICMP ult, s, a; r = G_SELECT c, ones, s"),
    row("uaddsat-by-umin", "r:T = G_UADDSAT a:T, b:T", Any, "n = G_XOR b, ones; m = G_UMIN a, n; r = G_ADD m, b"),
    row("usubsat-by-select", "r:T = G_USUBSAT a:T, b:T", Any, "c:B = G_ICMP ult, a, b; d = G_SUB a, b; r = G_SELECT c, 0, d"),
    row("usubsat-by-umax", "r:T = G_USUBSAT a:T, b:T", Any, "m = G_UMAX a, b; r = G_SUB m, b"),
    row(
        "saddsat-by-select",
        "r:T = G_SADDSAT a:T, b:T",
        Any,
        "s, c:B = G_SADDO a, b; g = G_ASHR s, w-1; l = G_XOR g, min; r = G_SELECT c, l, s",
    ),
    row(
        "ssubsat-by-select",
        "r:T = G_SSUBSAT a:T, b:T",
        Any,
        "s, c:B = G_SSUBO a, b; g = G_ASHR s, w-1; l = G_XOR g, min; r = G_SELECT c, l, s",
    ),
    row(
        "ushlsat-by-select",
        "r:T = G_USHLSAT a:T, b:T",
        Any,
        "s = G_SHL a, b; k = G_LSHR s, b; c:B = G_ICMP eq, k, a; r = G_SELECT c, s, ones",
    ),
    row(
        "sshlsat-by-select",
        "r:T = G_SSHLSAT a:T, b:T",
        Any,
        "s = G_SHL a, b; k = G_ASHR s, b; c:B = G_ICMP eq, k, a; g = G_ASHR a, w-1; l = G_XOR g, max; r = G_SELECT c, s, l",
    ),
    row("clmul-swapped", "r:T = G_CLMUL a:T, b:T", Any, "r = G_CLMUL b, a"),
    // Bits.
    row("bswap-of-16-by-rotate", "r:T = G_BSWAP a:T", Exactly(16), "r = G_ROTL a, 8"),
    row(
        "bswap-of-32-by-rotates",
        "r:T = G_BSWAP a:T",
        Exactly(32),
        "x = G_ROTL a, 8; y = G_ROTL a, 24; p = G_AND x, 16711935; q = G_AND y, -16711936; r = G_OR p, q",
    ),
    row(
        "bswap-by-bitreverse",
        "r:T = G_BSWAP a:T",
        Swappable,
        "t = G_BITREVERSE a; \
         e = G_AND t, 0x55; f = G_SHL e, 1; g = G_LSHR t, 1; h = G_AND g, 0x55; t1 = G_OR f, h; \
         e1 = G_AND t1, 0x33; f1 = G_SHL e1, 2; g1 = G_LSHR t1, 2; h1 = G_AND g1, 0x33; t2 = G_OR f1, h1; \
         e2 = G_AND t2, 0x0f; f2 = G_SHL e2, 4; g2 = G_LSHR t2, 4; h2 = G_AND g2, 0x0f; r = G_OR f2, h2",
    ),
    row(
        "bitreverse-by-bswap",
        "r:T = G_BITREVERSE a:T",
        Swappable,
        "t = G_BSWAP a; \
         e = G_AND t, 0x55; f = G_SHL e, 1; g = G_LSHR t, 1; h = G_AND g, 0x55; t1 = G_OR f, h; \
         e1 = G_AND t1, 0x33; f1 = G_SHL e1, 2; g1 = G_LSHR t1, 2; h1 = G_AND g1, 0x33; t2 = G_OR f1, h1; \
         e2 = G_AND t2, 0x0f; f2 = G_SHL e2, 4; g2 = G_LSHR t2, 4; h2 = G_AND g2, 0x0f; r = G_OR f2, h2",
    ),
    row(
        "ctpop-by-sums",
        "r:T = G_CTPOP a:T",
        Bytes,
        "h = G_LSHR a, 1; h1 = G_AND h, 0x55; p = G_SUB a, h1; u = G_LSHR p, 2; u1 = G_AND u, 0x33; l = G_AND p, 0x33; \
         q = G_ADD u1, l; v = G_LSHR q, 4; s = G_ADD q, v; e = G_AND s, 0x0f; m = G_MUL e, 0x01; r = G_LSHR m, w-8",
    ),
    row("ctlz-reversed", "r:T = G_CTLZ a:T", Any, "t = G_BITREVERSE a; r = G_CTTZ t"),
    row("cttz-reversed", "r:T = G_CTTZ a:T", Any, "t = G_BITREVERSE a; r = G_CTLZ t"),
    row("cttz-by-ctpop", "r:T = G_CTTZ a:T", Any, "n = G_SUB a, 1; m = G_XOR a, ones; x = G_AND n, m; r = G_CTPOP x"),
    row(
        "ctlz-guarded",
        "r:T = G_CTLZ a:T",
        Any,
        "z:B = G_ICMP eq, a, 0; x = G_SELECT z, 1, a; k = G_CTLZ_ZERO_UNDEF x; r = G_SELECT z, w, k",
    ),
    row(
        "cttz-guarded",
        "r:T = G_CTTZ a:T",
        Any,
        "z:B = G_ICMP eq, a, 0; x = G_SELECT z, 1, a; k = G_CTTZ_ZERO_UNDEF x; r = G_SELECT z, w, k",
    ),
    row("ctlz-of-nonzero", "r:T = G_CTLZ_ZERO_UNDEF a:T", Any, "r = G_CTLZ a"),
    row("cttz-of-nonzero", "r:T = G_CTTZ_ZERO_UNDEF a:T", Any, "r = G_CTTZ a"),
    row("ctls-by-ctlz", "r:T = G_CTLS a:T", Any, "s = G_ASHR a, w-1; x = G_XOR a, s; k = G_CTLZ x; r = G_SUB k, 1"),
    row(
        "ubfx-by-shifts",
        "r:T = G_UBFX a:T, b:T, c:T",
        Any,
        "z:B = G_ICMP eq, c, 0; n = G_SUB w, c; m = G_SELECT z, 0, n; s = G_LSHR a, b; l = G_SHL s, m; h = G_LSHR l, m; \
         r = G_SELECT z, 0, h",
    ),
    row(
        "sbfx-by-shifts",
        "r:T = G_SBFX a:T, b:T, c:T",
        Any,
        "z:B = G_ICMP eq, c, 0; n = G_SUB w, c; m = G_SELECT z, 0, n; s = G_LSHR a, b; l = G_SHL s, m; h = G_ASHR l, m; \
         r = G_SELECT z, 0, h",
    ),
    // Widths.
    row("sext-by-shifts", "r:T = G_SEXT a:U", Wider, "x = G_ANYEXT a; s = G_SHL x, w-u; r = G_ASHR s, w-u"),
    row("sext-in-place", "r:T = G_SEXT a:U", Wider, "x = G_ZEXT a; t = G_XOR x, sign.U; r = G_SUB t, sign.U"),
    row("zext-by-mask", "r:T = G_ZEXT a:U", Wider, "x = G_ANYEXT a; r = G_AND x, low.U"),
    row("zext-of-sext", "r:T = G_ZEXT a:U", Wider, "x = G_SEXT a; s = G_SHL x, w-u; r = G_LSHR s, w-u"),
    row("trunc-by-unmerge", "r:T = G_TRUNC a:U", Doubles, "r, h = G_UNMERGE_VALUES a"),
    row("trunc-of-masked", "r:T = G_TRUNC a:U", Narrower, "x:U = G_AND a, low.T; r = G_TRUNC x"),
    row("sext-inreg-by-shifts", "r:T = G_SEXT_INREG a:T, imm", Within, "s = G_SHL a, w-i; r = G_ASHR s, w-i"),
    row("sext-inreg-by-trunc", "r:T = G_SEXT_INREG a:T, imm", Within, "t:I = G_TRUNC a; r = G_SEXT t"),
    row("trunc-ssat-s-by-limits", "r:T = G_TRUNC_SSAT_S a:U", Narrower, "x:U = G_SMIN a, top.T; y:U = G_SMAX x, sign.T; r = G_TRUNC y"),
    row("trunc-ssat-u-by-limits", "r:T = G_TRUNC_SSAT_U a:U", Narrower, "x:U = G_SMAX a, 0; y:U = G_UMIN x, low.T; r = G_TRUNC y"),
    row("trunc-usat-u-by-limits", "r:T = G_TRUNC_USAT_U a:U", Narrower, "x:U = G_UMIN a, low.T; r = G_TRUNC x"),
    row("merge-by-shift", "r:T = G_MERGE_VALUES a:U, b:U", Halves, "x = G_ZEXT a; y = G_ZEXT b; s = G_SHL y, u; r = G_OR x, s"),
    row("unmerge-by-shift", "r:T, o:T = G_UNMERGE_VALUES a:U", Doubles, "r = G_TRUNC a; s:U = G_LSHR a, w; o = G_TRUNC s"),
    row("freeze-by-copy", "r:T = G_FREEZE a:T", Any, "r = COPY a"),
    row("copy-frozen", "r:T = COPY a:T", Any, "r = G_FREEZE a"),
    // Comparisons and selections.
    row("icmp-swapped", "r:B = G_ICMP pred, a:U, b:U", Any, "r:B = G_ICMP pred.swapped, b, a"),
    row("icmp-inverse", "r:B = G_ICMP pred, a:U, b:U", Any, "n:B = G_ICMP pred.inverse, a, b; r:B = G_XOR n, ones"),
    row("icmp-eq-of-difference", "r:B = G_ICMP pred, a:U, b:U", Predicate("eq"), "x:U = G_XOR a, b; r:B = G_ICMP eq, x, 0"),
    row("icmp-ne-of-difference", "r:B = G_ICMP pred, a:U, b:U", Predicate("ne"), "x:U = G_SUB a, b; r:B = G_ICMP ugt, x, 0"),
    row("icmp-ult-by-borrow", "r:B = G_ICMP pred, a:U, b:U", Predicate("ult"), "x:U, r:B = G_USUBO a, b"),
    row(
        "icmp-slt-unsigned",
        "r:B = G_ICMP pred, a:U, b:U",
        Predicate("slt"),
        "x:U = G_XOR a, min; y:U = G_XOR b, min; r:B = G_ICMP ult, x, y",
    ),
    row("icmp-sge-by-smax", "r:B = G_ICMP pred, a:U, b:U", Predicate("sge"), "x:U = G_SMAX a, b; r:B = G_ICMP eq, x, a"),
    row("icmp-ule-by-umin", "r:B = G_ICMP pred, a:U, b:U", Predicate("ule"), "x:U = G_UMIN a, b; r:B = G_ICMP eq, x, a"),
    row("select-inverse", "r:T = G_SELECT c:B, a:T, b:T", Any, "n:B = G_XOR c, ones; r = G_SELECT n, b, a"),
    row("select-by-mask", "r:T = G_SELECT c:B, a:T, b:T", Wide, "m = G_SEXT c; x = G_XOR a, b; k = G_AND x, m; r = G_XOR k, b"),
    row(
        "scmp-by-compares",
        "r:T = G_SCMP a:U, b:U",
        Wide,
        "g:B = G_ICMP sgt, a, b; l:B = G_ICMP slt, a, b; x = G_ZEXT g; y = G_ZEXT l; r = G_SUB x, y",
    ),
    row(
        "ucmp-by-compares",
        "r:T = G_UCMP a:U, b:U",
        Wide,
        "g:B = G_ICMP ugt, a, b; l:B = G_ICMP ult, a, b; x = G_ZEXT g; y = G_ZEXT l; r = G_SUB x, y",
    ),
    // Floating point.
    row("fadd-swapped", "r:T = G_FADD a:T, b:T", Any, "r = G_FADD b, a"),
    row("fsub-of-negated", "r:T = G_FSUB a:T, b:T", Any, "n = G_FNEG b; r = G_FADD a, n"),
    row("fmul-swapped", "r:T = G_FMUL a:T, b:T", Any, "r = G_FMUL b, a"),
    row("fma-swapped", "r:T = G_FMA a:T, b:T, c:T", Any, "r = G_FMA b, a, c"),
    row("fneg-by-sign", "r:T = G_FNEG a:T", Any, "r = G_XOR a, min"),
    row("fabs-by-sign", "r:T = G_FABS a:T", Any, "r = G_AND a, max"),
    row("fcopysign-by-masks", "r:T = G_FCOPYSIGN a:T, b:T", Any, "m = G_AND a, max; s = G_AND b, min; r = G_OR m, s"),
    row("fcmp-swapped", "r:B = G_FCMP pred, a:U, b:U", Any, "r:B = G_FCMP pred.swapped, b, a"),
    row("fcmp-inverse", "r:B = G_FCMP pred, a:U, b:U", Any, "n:B = G_FCMP pred.inverse, a, b; r:B = G_XOR n, ones"),
];
