//! Placeholders: a few pixels of each picture, which are shown blurred until it has loaded.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use image::DynamicImage;

use crate::http::error::{ApiError, ApiResult};

/// Pixels of the longer side: about 150 characters in a response.
const SIDE: u32 = 16;
const QUALITY: f32 = 30.0;
/// Placeholder of drawings, AVIF, pictures whose files are lost, and transparent pictures, which would show the blur
/// behind them.
pub const NONE: &str = "";

/// The placeholder as a data URL. Blank if it cannot be created.
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
