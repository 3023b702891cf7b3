//! Converts an uploaded picture into one that is safe to serve, with smaller copies. The type is detected from the
//! content. Decoding and encoding again removes location, camera and all other metadata (decisions §6).

use std::io::Cursor;

use bytes::Bytes;
use image::codecs::gif::{GifDecoder, GifEncoder, Repeat};
use image::codecs::jpeg::JpegEncoder;
use image::imageops::FilterType;
use image::{
    AnimationDecoder, DynamicImage, ImageDecoder, ImageFormat, ImageReader, Limits, RgbImage,
    RgbaImage,
};
use tokio::sync::Semaphore;

use super::key::{Form, WIDTHS};
use super::placeholder::webp;
use super::{
    BROKEN, HEIC, MAX_PIXELS, NO_AVIF, NOT_NAMED_AVIF, UNKNOWN, heif, placeholder, size_error,
    type_error, vector,
};
use crate::http::error::{ApiError, ApiResult};

/// Maximum width and height in pixels. Screens show no more.
const LARGEST: u32 = 2560;
const MAX_MEMORY_BYTES: u64 = 400 * 1024 * 1024;
const MAX_FRAMES: usize = 200;
const JPEG_QUALITY: u8 = 84;
const WEBP_QUALITY: f32 = 78.0;

const DRAWING: &str =
    "this is an SVG, and its name says that it is another image. Please name it .svg.";
const NO_DRAWING: &str =
    "this is no SVG, though its name says so. Please send it under its own name.";

/// One at a time: two pictures of 50 million pixels at once need too much memory for a small machine.
static TURN: Semaphore = Semaphore::const_new(1);

/// The files that are served.
pub struct Converted {
    pub picture: Bytes,
    /// Smaller copies by width, all WebP.
    pub copies: Vec<(u32, Bytes)>,
    /// Blank if the picture cannot be decoded.
    pub placeholder: String,
}

/// Converts a picture to `form` on a blocking thread. `None` chooses the form by the type of the picture.
pub(crate) async fn convert(bytes: Bytes, form: Option<Form>) -> ApiResult<(Form, Converted)> {
    one_at_a_time(move || {
        let kind = kind_of(&bytes)?;
        let form = form.unwrap_or_else(|| form_of(kind));
        Ok((form, write(&bytes, kind, form)?))
    })
    .await
}

/// Runs work on a picture on a blocking thread, one at a time.
pub(crate) async fn one_at_a_time<T: Send + 'static>(
    work: impl FnOnce() -> ApiResult<T> + Send + 'static,
) -> ApiResult<T> {
    let _turn = TURN.acquire().await.map_err(ApiError::internal)?;
    tokio::task::spawn_blocking(work)
        .await
        .map_err(ApiError::internal)?
}

/// Decodes a stored picture. Fails for drawings and AVIF, which the server does not decode.
pub fn read(bytes: &[u8]) -> ApiResult<DynamicImage> {
    match kind_of(bytes)? {
        Kind::Plain(format) => decode(bytes, format),
        Kind::Heic | Kind::Avif | Kind::Drawing => Err(type_error(UNKNOWN)),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain(ImageFormat),
    Heic,
    Avif,
    Drawing,
}

/// Detects the type from the first bytes. File name and content type are ignored.
fn kind_of(bytes: &[u8]) -> ApiResult<Kind> {
    use ImageFormat::{Bmp, Gif, Jpeg, Png, Tiff, WebP};
    match heif::is_avif(bytes) {
        Some(true) => return Ok(Kind::Avif),
        Some(false) => return Ok(Kind::Heic),
        None => {}
    }
    match image::guess_format(bytes) {
        Ok(format @ (Bmp | Gif | Jpeg | Png | Tiff | WebP)) => Ok(Kind::Plain(format)),
        _ if vector::is_markup(bytes) => Ok(Kind::Drawing),
        _ => Err(type_error(UNKNOWN)),
    }
}

fn form_of(kind: Kind) -> Form {
    match kind {
        Kind::Drawing => Form::Svg,
        Kind::Avif => Form::Avif,
        Kind::Plain(ImageFormat::Png | ImageFormat::Bmp) => Form::Png,
        Kind::Plain(ImageFormat::Gif) => Form::Gif,
        Kind::Plain(ImageFormat::WebP) => Form::Webp,
        Kind::Plain(_) | Kind::Heic => Form::Jpeg,
    }
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_MEMORY_BYTES);
    limits
}

fn write(bytes: &[u8], kind: Kind, form: Form) -> ApiResult<Converted> {
    let image = match kind {
        Kind::Drawing => return drawing(bytes, form),
        Kind::Avif => return avif(bytes, form),
        _ if form == Form::Svg => return Err(type_error(NO_DRAWING)),
        _ if form == Form::Avif => return Err(type_error(NO_AVIF)),
        Kind::Heic => heic(bytes)?,
        Kind::Plain(format) => decode(bytes, format)?,
    };
    if kind == Kind::Plain(ImageFormat::Gif)
        && form == Form::Gif
        && let Some(moving) = animation(bytes, &image)?
    {
        return Ok(moving);
    }
    let image = shrink(image, LARGEST, LARGEST);
    let mut copies = Vec::new();
    for width in WIDTHS.into_iter().filter(|width| *width < image.width()) {
        let copy = shrink(image.clone(), width, u32::MAX);
        copies.push((width, webp(&copy, WEBP_QUALITY)?));
    }
    Ok(Converted {
        picture: encode(&image, form)?,
        copies,
        placeholder: placeholder::of(&image),
    })
}

/// Rewrites an SVG. It needs no smaller copies, because it scales to every width.
fn drawing(bytes: &[u8], form: Form) -> ApiResult<Converted> {
    let picture = vector::rewrite(bytes)?;
    if form != Form::Svg {
        return Err(type_error(DRAWING));
    }
    Ok(Converted {
        picture,
        copies: Vec::new(),
        placeholder: String::new(),
    })
}

fn avif(bytes: &[u8], form: Form) -> ApiResult<Converted> {
    if form != Form::Avif {
        return Err(type_error(NOT_NAMED_AVIF));
    }
    Ok(Converted {
        picture: heif::avif_without_notes(bytes)?,
        copies: Vec::new(),
        placeholder: String::new(),
    })
}

/// Rotates the picture upright and converts it to sRGB: phones use wider colour spaces, which would look pale.
fn heic(bytes: &[u8]) -> ApiResult<DynamicImage> {
    heif::check(bytes)?;
    let options = heifer::Options {
        max_threads: 1,
        max_pixels: MAX_PIXELS,
    };
    let image = heifer::decode_srgb_rgba8(bytes, &options).map_err(|_| type_error(HEIC))?;
    let (width, height) = (image.width, image.height);
    let pixels = match image.has_alpha {
        true => RgbaImage::from_raw(width, height, image.data).map(DynamicImage::from),
        false => RgbImage::from_raw(width, height, image.into_rgb8()).map(DynamicImage::from),
    };
    pixels.ok_or_else(|| type_error(HEIC))
}

/// Checks the size before decoding: a decompression bomb is a small file that declares a huge size.
fn decode(bytes: &[u8], kind: ImageFormat) -> ApiResult<DynamicImage> {
    let broken = |_| type_error(BROKEN);
    let reader = || {
        let mut reader = ImageReader::with_format(Cursor::new(bytes), kind);
        reader.limits(limits());
        reader
    };
    let (width, height) = reader().into_dimensions().map_err(broken)?;
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(size_error("the image has more than 60 million pixels"));
    }
    let mut decoder = reader().into_decoder().map_err(broken)?;
    let orientation = decoder.orientation().map_err(broken)?;
    let mut image = DynamicImage::from_decoder(decoder).map_err(broken)?;
    // Encoding removes the orientation tag with the other metadata, so the rotation is applied here.
    image.apply_orientation(orientation);
    Ok(if image.color().has_alpha() {
        image.into_rgba8().into()
    } else {
        image.into_rgb8().into()
    })
}

fn shrink(image: DynamicImage, width: u32, height: u32) -> DynamicImage {
    if image.width() <= width && image.height() <= height {
        return image;
    }
    image.resize(width, height, FilterType::Triangle)
}

/// Encodes an animated GIF, which stays animated. None if it has one frame.
fn animation(bytes: &[u8], first: &DynamicImage) -> ApiResult<Option<Converted>> {
    let broken = |_| type_error(BROKEN);
    let mut decoder = GifDecoder::new(Cursor::new(bytes)).map_err(broken)?;
    decoder.set_limits(limits()).map_err(broken)?;
    let mut frames = Vec::new();
    let one = u64::from(first.width()) * u64::from(first.height());
    for frame in decoder.into_frames() {
        frames.push(frame.map_err(broken)?);
        if frames.len() > MAX_FRAMES || one * frames.len() as u64 > MAX_PIXELS {
            return Err(size_error("the animation is too long"));
        }
    }
    if frames.len() < 2 {
        return Ok(None);
    }
    let mut written = Vec::new();
    let mut encoder = GifEncoder::new_with_speed(&mut written, 20);
    encoder.set_repeat(Repeat::Infinite).map_err(broken)?;
    encoder.encode_frames(frames).map_err(broken)?;
    drop(encoder);
    Ok(Some(Converted {
        picture: written.into(),
        copies: Vec::new(),
        placeholder: placeholder::of(first),
    }))
}

fn encode(image: &DynamicImage, form: Form) -> ApiResult<Bytes> {
    let mut written = Cursor::new(Vec::new());
    let done = match form {
        Form::Webp => return webp(image, WEBP_QUALITY),
        Form::Svg => return Err(type_error(NO_DRAWING)),
        Form::Avif => return Err(type_error(NO_AVIF)),
        Form::Jpeg => {
            let encoder = JpegEncoder::new_with_quality(&mut written, JPEG_QUALITY);
            on_white(image).write_with_encoder(encoder)
        }
        Form::Png => image.write_to(&mut written, ImageFormat::Png),
        Form::Gif => image.write_to(&mut written, ImageFormat::Gif),
    };
    done.map_err(ApiError::internal)?;
    Ok(written.into_inner().into())
}

/// JPEG has no transparency, and the colour below transparent pixels is often black.
fn on_white(image: &DynamicImage) -> RgbImage {
    let Some(with_alpha) = image.as_rgba8() else {
        return image.to_rgb8();
    };
    let mut flat = RgbImage::new(image.width(), image.height());
    for (below, pixel) in flat.pixels_mut().zip(with_alpha.pixels()) {
        let [colours @ .., alpha] = pixel.0;
        let alpha = u16::from(alpha);
        below.0 = colours.map(|colour| {
            let mixed = (u16::from(colour) * alpha + 255 * (255 - alpha)) / 255;
            u8::try_from(mixed).unwrap_or(u8::MAX)
        });
    }
    flat
}
