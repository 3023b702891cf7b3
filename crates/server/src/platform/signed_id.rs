//! Tokens of links: an id and its signature.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use uuid::Uuid;

const ID_BYTES: usize = 16;

/// The token of an id. Each kind of link has a key of its own.
#[must_use]
pub fn sign(key: &[u8], id: Uuid) -> String {
    let mut bytes = id.as_bytes().to_vec();
    bytes.extend(mac_of(key, id.as_bytes()).finalize().into_bytes());
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The id of a token that was signed with this key.
#[must_use]
pub fn read(key: &[u8], token: &str) -> Option<Uuid> {
    let bytes = URL_SAFE_NO_PAD.decode(token.trim()).ok()?;
    let (id, signature) = bytes.split_at_checked(ID_BYTES)?;
    // Compares in constant time.
    mac_of(key, id).verify_slice(signature).ok()?;
    Uuid::from_slice(id).ok()
}

/// Bytes of the signature in a short token.
const SHORT_SIGNATURE_BYTES: usize = 8;
/// Length of a short token.
pub const SHORT_TOKEN_LENGTH: usize = 2 * (ID_BYTES + SHORT_SIGNATURE_BYTES);

/// A token for the name in an email address, which has at most 64 characters and whose case is not preserved everywhere.
#[must_use]
pub fn sign_short(key: &[u8], id: Uuid) -> String {
    let mut bytes = id.as_bytes().to_vec();
    let signature = mac_of(key, id.as_bytes()).finalize().into_bytes();
    bytes.extend(signature.iter().take(SHORT_SIGNATURE_BYTES));
    hex::encode(bytes)
}

/// The id of a short token that was signed with this key.
#[must_use]
pub fn read_short(key: &[u8], token: &str) -> Option<Uuid> {
    let bytes = hex::decode(token).ok()?;
    let (id, signature) = bytes.split_at_checked(ID_BYTES)?;
    if signature.len() != SHORT_SIGNATURE_BYTES {
        return None;
    }
    // Compares in constant time.
    mac_of(key, id).verify_truncated_left(signature).ok()?;
    Uuid::from_slice(id).ok()
}

fn mac_of(key: &[u8], id: &[u8]) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(id);
    mac
}
