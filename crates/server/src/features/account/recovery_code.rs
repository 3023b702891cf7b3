//! Recovery codes: each replaces a code of the authenticator app once. The database contains their keyed hashes.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use uuid::Uuid;

use crate::platform::adapters::secrets::random_bytes;
use crate::platform::app::App;

pub const NUMBER_OF_CODES: usize = 10;
/// 50 bits.
const LENGTH: usize = 10;
/// Crockford's Base32: no letter looks like a digit.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// New codes, as shown to the owner: `k3m9q-x2v7t`.
#[must_use]
pub fn generate() -> Vec<String> {
    let code = || {
        let random = random_bytes::<LENGTH>();
        let letters = random.map(|byte| char::from(ALPHABET[usize::from(byte % 32)]));
        let (first, second) = letters.split_at(LENGTH / 2);
        format!("{}-{}", String::from_iter(first), String::from_iter(second))
    };
    std::iter::repeat_with(code).take(NUMBER_OF_CODES).collect()
}

/// The hash of a code of an account, however it is spaced. `None` for text that cannot be a code.
#[must_use]
pub fn hash(app: &App, account_id: Uuid, typed: &str) -> Option<[u8; 32]> {
    let code = normalize(typed)?;
    let key = app.secrets.recovery_code_key();
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("HMAC takes keys of any length");
    mac.update(account_id.as_bytes());
    mac.update(code.as_bytes());
    Some(mac.finalize().into_bytes().into())
}

fn normalize(typed: &str) -> Option<String> {
    let letters = typed
        .chars()
        .filter(|letter| *letter != '-' && !letter.is_whitespace());
    let code: String = letters
        .map(|letter| match letter.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            letter => letter,
        })
        .collect();
    let is_code = code.len() == LENGTH && code.bytes().all(|byte| ALPHABET.contains(&byte));
    is_code.then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_different_codes_are_generated_that_can_be_typed_in_any_spacing_and_case() {
        let codes = generate();
        let different: std::collections::BTreeSet<_> = codes.iter().collect();
        assert_eq!(different.len(), NUMBER_OF_CODES);
        for code in &codes {
            assert_eq!(code.len(), LENGTH + 1, "{code}");
            let plain = normalize(code).expect("a code");
            assert_eq!(normalize(&code.to_uppercase()).as_ref(), Some(&plain));
            assert_eq!(normalize(&format!(" {plain} ")), Some(plain));
        }
    }

    #[test]
    fn letters_that_look_like_digits_are_read_as_those_and_other_text_is_refused() {
        assert_eq!(normalize("OIL00-00000").as_deref(), Some("0110000000"));
        for text in ["", "123456", "00000-0000u", "00000-000000", "öööööööööö"] {
            assert_eq!(normalize(text), None, "{text}");
        }
    }
}
