//! A few pixels of each picture, which stand blurred in its frame until it has loaded.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use image::DynamicImage;

use crate::http::error::{ApiError, ApiResult};

/// Pixels of the longer side: some 150 letters in an answer.
const SIDE: u32 = 16;
const QUALITY: f32 = 30.0;
/// Of what is never made: drawings, AVIF, pictures whose files are lost, and those that one sees through, which would
/// stand on their own blur.
pub const NONE: &str = "";

/// As a data address; blank where it cannot be made.
pub fn of(image: &DynamicImage) -> String {
    let small = image.thumbnail(SIDE, SIDE);
    let seen_through = |small: &DynamicImage| small.to_rgba8().pixels().any(|pixel| pixel[3] < 255);
    if small.color().has_alpha() && seen_through(&small) {
        return NONE.to_owned();
    }
    match webp(&small, QUALITY) {
        Ok(bytes) => format!("data:image/webp;base64,{}", STANDARD.encode(bytes)),
        Err(_) => NONE.to_owned(),
    }
}

pub fn webp(image: &DynamicImage, quality: f32) -> ApiResult<Bytes> {
    let (width, height) = (image.width(), image.height());
    let bytes = image.as_bytes();
    let encoder = match image.color().has_alpha() {
        true => webp::Encoder::from_rgba(bytes, width, height),
        false => webp::Encoder::from_rgb(bytes, width, height),
    };
    let written = encoder
        .encode_simple(false, quality)
        .map_err(|error| ApiError::internal(format!("{error:?}")))?;
    Ok(Bytes::copy_from_slice(&written))
}
