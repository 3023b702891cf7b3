//! Addresses of pictures in treks and articles.

use crate::problem::has_control_character;

const MAX_ADDRESS_LENGTH: usize = 2000;

/// Whether the address is a path of this site or an http(s) URL. Other schemes, such as `javascript:` and `file:`,
/// are rejected.
#[must_use]
pub fn is_picture_address(address: &str) -> bool {
    let own = address.starts_with('/') && !address.starts_with("//");
    let elsewhere = ["https://", "http://"]
        .iter()
        .any(|scheme| address.starts_with(scheme));
    (own || elsewhere) && address.len() <= MAX_ADDRESS_LENGTH && !has_control_character(address)
}
