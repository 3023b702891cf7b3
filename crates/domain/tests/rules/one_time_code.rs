//! One-time codes: derivation, comparison and expiry.

use std::collections::HashSet;

use chrono::TimeDelta;
use domain::one_time_code::{MAX_ATTEMPTS, OneTimeCode, expires_at, is_live};
use uuid::Uuid;

use crate::sample::moment;

const SECRET: [u8; 32] = [7; 32];

fn code(secret: u8, id: u128, nonce: u8) -> OneTimeCode {
    OneTimeCode::derive(&[secret; 32], Uuid::from_u128(id), &[nonce; 16])
}

/// Computed independently: the first eight bytes of HMAC-SHA256(32 × 07, 00…01 ‖ 16 × 02), big-endian, modulo
/// 1,000,000.
#[test]
fn a_code_is_six_digits_of_the_hmac_of_id_and_nonce() {
    let code = OneTimeCode::derive(&SECRET, Uuid::from_u128(1), &[2; 16]);
    assert_eq!(code.digits(), "436705");
}

#[test]
fn a_code_depends_on_secret_id_and_nonce() {
    assert_eq!(code(1, 1, 1).digits(), code(1, 1, 1).digits());
    let others = [code(2, 1, 1), code(1, 2, 1), code(1, 1, 2)];
    for other in others {
        assert_ne!(other.digits(), code(1, 1, 1).digits());
    }
}

#[test]
fn codes_have_six_evenly_distributed_digits() {
    let mut seen = HashSet::new();
    let mut counts = [[0_u32; 10]; 6];
    for id in 0..3000 {
        let code = code(1, id, 1);
        assert_eq!(code.digits().len(), 6);
        for (place, digit) in code.digits().bytes().enumerate() {
            assert!(digit.is_ascii_digit());
            counts[place][usize::from(digit - b'0')] += 1;
        }
        seen.insert(code.digits().to_owned());
    }
    assert!(seen.len() > 2950, "only {} of 3000 differ", seen.len());
    for (place, count) in counts.iter().enumerate() {
        // 300 are expected; six standard deviations are 99.
        assert!(
            count.iter().all(|n| (200..=400).contains(n)),
            "{place}: {count:?}"
        );
    }
}

#[test]
fn only_the_exact_digits_match() {
    let code = code(1, 1, 1);
    let digits = code.digits().to_owned();
    assert!(code.matches(&digits));
    let last = if digits.ends_with('0') { '1' } else { '0' };
    let almost = format!("{}{last}", &digits[..5]);
    for typed in [
        "",
        "0",
        &digits[..5],
        &almost,
        &format!("{digits}0"),
        &format!(" {digits}"),
        "१२३४५६",
    ] {
        assert!(!code.matches(typed), "{typed:?}");
    }
}

#[test]
fn debug_output_hides_a_code() {
    assert_eq!(format!("{:?}", code(1, 1, 1)), "OneTimeCode(…)");
}

#[test]
fn a_code_expires_after_its_lifetime_or_five_wrong_attempts() {
    let end = expires_at(moment(), 60);
    assert_eq!(end - moment(), TimeDelta::seconds(60));
    assert!(is_live(moment(), end, 0));
    assert!(is_live(
        end - TimeDelta::microseconds(1),
        end,
        MAX_ATTEMPTS - 1
    ));
    assert!(!is_live(end, end, 0));
    assert!(!is_live(moment(), end, MAX_ATTEMPTS));
    assert_eq!(MAX_ATTEMPTS, 5);
}
