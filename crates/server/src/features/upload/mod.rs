//! Pictures of treks and articles: upload, check, conversion, delivery, deletion (document 2 §5 Uploads, decisions §6).
//!
//! An upload is stored under `incoming/`, which is not served. Only what the server has rewritten is stored under its
//! public key.

pub mod complete;
pub mod convert;
pub mod delete;
pub mod form;
mod heif;
pub mod key;
pub mod missing_placeholders;
pub mod placeholder;
pub mod put;
pub mod serve;
pub mod sign;
pub mod usage;
mod vector;
mod vector_cost;
mod vector_rules;

use axum::http::StatusCode;

use crate::http::error::ApiError;

/// A larger picture gets 413. The forms of the web client refuse more than 5 MB.
pub const MAX_BYTES: usize = 15 * 1024 * 1024;
/// Twenty pictures, as in the forms of the documents.
pub const MAX_FORM_BYTES: usize = 100 * 1024 * 1024;
/// The best phones take pictures of 50 million pixels, which need 200 MB when decoded.
pub const MAX_PIXELS: u64 = 60_000_000;

const UNKNOWN: &str = "this is no image that can be used";
const BROKEN: &str = "the image is damaged";
const HEIC: &str = "this HEIC image cannot be read here. Please send it as JPEG, PNG or WebP.";
const AVIF: &str = "this AVIF image cannot be used here. Please send it as JPEG, PNG or WebP.";
const MOVING_AVIF: &str = "AVIF images that move cannot be used here. Please send it as GIF.";
const NOT_NAMED_AVIF: &str =
    "this is an AVIF, and its name says that it is another image. Please name it .avif.";
const NO_AVIF: &str =
    "this is no AVIF, though its name says so. Please send it under its own name.";

pub fn too_large() -> ApiError {
    size_error("File size exceeds 15MB limit")
}

pub fn size_error(why: &str) -> ApiError {
    let message = format!("File size error: {why}");
    ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, message)
}

pub fn type_error(why: &str) -> ApiError {
    ApiError::bad_request(format!("File type error: {why}"))
}
