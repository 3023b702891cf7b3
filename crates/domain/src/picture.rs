//! Addresses of pictures, as treks and articles name them.

use crate::problem::has_control_character;

const MAX_ADDRESS_LENGTH: usize = 2000;

/// A place of our own, or one in the web: nothing that a browser would run or read from a disk.
#[must_use]
pub fn is_picture_address(address: &str) -> bool {
    let own = address.starts_with('/') && !address.starts_with("//");
    let elsewhere = ["https://", "http://"]
        .iter()
        .any(|scheme| address.starts_with(scheme));
    (own || elsewhere) && address.len() <= MAX_ADDRESS_LENGTH && !has_control_character(address)
}
