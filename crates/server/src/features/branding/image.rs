//! Logo and picture of the home page: read, re-encoded like uploads, and named by a hash of their content.

use std::path::Path;

use bytes::Bytes;
use image::ImageReader;
use quick_xml::Reader;
use quick_xml::events::Event;
use sha2::{Digest, Sha256};

use super::{Problem, read_file};
use crate::features::upload::convert;
use crate::features::upload::key::Form;

/// URL path below which they are served.
pub const SERVED: &str = "/site/";
const MAX_LOGO_BYTES: u64 = 2 * 1024 * 1024;
const MAX_HOME_BYTES: u64 = 15 * 1024 * 1024;
/// Ratio of width to height above which a logo is assumed to contain the name of the agency.
const WIDE: f64 = 2.0;

/// The first of these that exists is used.
const LOGO_ENDINGS: [&str; 3] = ["svg", "webp", "png"];
const HOME_ENDINGS: [&str; 5] = ["avif", "webp", "jpg", "jpeg", "png"];

#[derive(Clone)]
pub struct SiteImage {
    /// `logo-0123456789ab.svg`
    pub name: String,
    pub form: Form,
    pub bytes: Bytes,
    /// Smaller copies by width, all WebP.
    pub copies: Vec<(u32, Bytes)>,
    /// None for AVIF, which the server cannot decode.
    pub size: Option<(u32, u32)>,
}

impl SiteImage {
    #[must_use]
    pub fn url(&self) -> String {
        format!("{SERVED}{}", self.name)
    }

    /// Value for `srcset`. Blank if the picture has no copies.
    #[must_use]
    pub fn srcset(&self) -> String {
        let (Some((width, _)), false) = (self.size, self.copies.is_empty()) else {
            return String::new();
        };
        let url = self.url();
        let copies = self
            .copies
            .iter()
            .map(|(width, _)| format!("{url}/{width} {width}w"));
        let all: Vec<String> = copies.chain([format!("{url} {width}w")]).collect();
        all.join(", ")
    }

    #[must_use]
    pub fn is_wide(&self) -> bool {
        self.size
            .is_some_and(|(width, height)| f64::from(width) > f64::from(height) * WIDE)
    }
}

pub(crate) async fn read_logo(folder: &Path, name: &str) -> Result<Option<SiteImage>, Problem> {
    let found = read_one_of(folder, name, &LOGO_ENDINGS, MAX_LOGO_BYTES).await?;
    if let Some(image) = &found
        && image.size.is_none()
    {
        let problem = "has no size; give the SVG a viewBox";
        return Err(Problem::new(&image.name, problem));
    }
    Ok(found)
}

pub(crate) async fn read_home(folder: &Path) -> Result<Option<SiteImage>, Problem> {
    read_one_of(folder, "home", &HOME_ENDINGS, MAX_HOME_BYTES).await
}

async fn read_one_of(
    folder: &Path,
    name: &str,
    endings: &[&str],
    most: u64,
) -> Result<Option<SiteImage>, Problem> {
    for ending in endings {
        let file = format!("{name}.{ending}");
        let Some(bytes) = read_file(folder, &file, most)? else {
            continue;
        };
        let converted = convert::convert(bytes.into(), None).await;
        let (form, converted) =
            converted.map_err(|error| Problem::new(&file, error.failure.message))?;
        let size = match form {
            Form::Svg => drawing_size(&converted.picture),
            Form::Avif => None,
            _ => picture_size(&converted.picture),
        };
        let hash = hex::encode(&Sha256::digest(&converted.picture)[..6]);
        return Ok(Some(SiteImage {
            name: format!("{name}-{hash}.{}", form.ending()),
            form,
            bytes: converted.picture,
            copies: converted.copies,
            size,
        }));
    }
    Ok(None)
}

fn picture_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let reader = ImageReader::new(std::io::Cursor::new(bytes)).with_guessed_format();
    reader.ok()?.into_dimensions().ok()
}

/// Size from the view box, else from width and height in pixels.
fn drawing_size(svg: &[u8]) -> Option<(u32, u32)> {
    let mut reader = Reader::from_reader(svg);
    let mut buffer = Vec::new();
    loop {
        match reader.read_event_into(&mut buffer).ok()? {
            Event::Start(root) | Event::Empty(root) => {
                let value = |name: &str| {
                    let attribute = root.try_get_attribute(name).ok()??;
                    Some(String::from_utf8_lossy(&attribute.value).into_owned())
                };
                if let Some(view) = value("viewBox") {
                    let numbers: Vec<f64> = view
                        .split([' ', ','])
                        .filter_map(|part| part.parse().ok())
                        .collect();
                    if let [_, _, width, height] = numbers.as_slice() {
                        return whole(*width, *height);
                    }
                }
                let pixels = |text: String| text.trim().trim_end_matches("px").parse().ok();
                return whole(
                    value("width").and_then(pixels)?,
                    value("height").and_then(pixels)?,
                );
            }
            Event::Eof => return None,
            _ => buffer.clear(),
        }
    }
}

/// Whole numbers in about the same proportion. Scales up small sizes, because a view box may be one unit wide.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to be between 1 and 100,000"
)]
fn whole(width: f64, height: f64) -> Option<(u32, u32)> {
    let is_size = |side: f64| side.is_finite() && side > 0.0 && side <= 100_000.0;
    if !is_size(width) || !is_size(height) {
        return None;
    }
    let smaller = width.min(height);
    let scale = if smaller < 10.0 { 100.0 / smaller } else { 1.0 };
    let side = |side: f64| (side * scale).round().clamp(1.0, 10_000_000.0) as u32;
    Some((side(width), side(height)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_of_a_drawing_is_that_of_its_view_box() {
        let size = |attributes: &str| {
            drawing_size(
                format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {attributes}><path/></svg>")
                    .as_bytes(),
            )
        };
        assert_eq!(size("viewBox=\"0 0 320 100\""), Some((320, 100)));
        assert_eq!(size("viewBox=\"0,0,3.2,1\" width=\"9\""), Some((320, 100)));
        assert_eq!(size("width=\"300px\" height=\"150\""), Some((300, 150)));
        for none in [
            "",
            "width=\"100%\" height=\"1em\"",
            "viewBox=\"0 0 0 5\"",
            "viewBox=\"0 0 -1 1e400\"",
        ] {
            assert_eq!(size(none), None, "{none}");
        }
    }
}
