//! The key of a stored picture: `<prefix>/<id>.<ending>`. Other names are never read or written.

use uuid::Uuid;

use crate::platform::app::App;

/// Prefixes of the keys (document 2 §7, decisions §10 "Uploads").
pub const PREFIXES: [&str; 5] = [
    "blogs/thumbnails",
    "blogs/banners",
    "blogs/images",
    "images/banner",
    "images/secondary",
];

/// Widths of the smaller copies in pixels. A picture has only copies that are narrower than itself.
pub const WIDTHS: [u32; 3] = [480, 960, 1600];

/// URL path below which pictures are served.
const SERVED: &str = "/uploads/";

/// Format of a stored picture. Browsers show all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Jpeg,
    Png,
    Gif,
    Webp,
    Svg,
    Avif,
}

impl Form {
    const ALL: [Self; 6] = [
        Self::Jpeg,
        Self::Png,
        Self::Gif,
        Self::Webp,
        Self::Svg,
        Self::Avif,
    ];

    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Gif => "gif",
            Self::Webp => "webp",
            Self::Svg => "svg",
            Self::Avif => "avif",
        }
    }

    #[must_use]
    pub fn content_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Gif => "image/gif",
            Self::Webp => "image/webp",
            Self::Svg => "image/svg+xml",
            Self::Avif => "image/avif",
        }
    }

    /// The stored format of a picture with this declared type.
    #[must_use]
    pub fn of_type(content_type: &str) -> Option<Self> {
        match content_type {
            "image/jpeg" | "image/jpg" | "image/tiff" | "image/heic" | "image/heif" => {
                Some(Self::Jpeg)
            }
            "image/png" | "image/bmp" => Some(Self::Png),
            "image/gif" => Some(Self::Gif),
            "image/webp" => Some(Self::Webp),
            "image/svg+xml" => Some(Self::Svg),
            "image/avif" => Some(Self::Avif),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    prefix: &'static str,
    id: Uuid,
    pub form: Form,
}

impl Key {
    #[must_use]
    pub fn new(prefix: &'static str, id: Uuid, form: Form) -> Self {
        Self { prefix, id, form }
    }

    /// Accepts only what [`Key::text`] writes.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (prefix, name) = text.rsplit_once('/')?;
        let (id, ending) = name.split_once('.')?;
        let key = Self {
            prefix: allowed(prefix)?,
            id: Uuid::parse_str(id).ok()?,
            form: Form::ALL.into_iter().find(|form| form.ending() == ending)?,
        };
        (key.text() == text).then_some(key)
    }

    /// The key of a picture URL of this site, with or without the host.
    #[must_use]
    pub fn of_address(app: &App, address: &str) -> Option<Self> {
        Self::parse(path_of(app, address)?)
    }

    #[must_use]
    pub fn text(&self) -> String {
        format!("{}/{}.{}", self.prefix, self.id, self.form.ending())
    }

    /// Key of a smaller copy, always WebP.
    #[must_use]
    pub fn copy(&self, width: u32) -> String {
        format!("{}/{}-{width}.webp", self.prefix, self.id)
    }

    /// Where the upload is stored until it is checked.
    #[must_use]
    pub fn incoming(&self) -> String {
        format!("incoming/{}", self.id)
    }

    #[must_use]
    pub fn address(&self) -> String {
        format!("{SERVED}{}", self.text())
    }
}

/// Whether the name is that of a served picture or of a smaller copy.
#[must_use]
pub fn is_file(text: &str) -> bool {
    let copied = || {
        let (stem, width) = text.strip_suffix(".webp")?.rsplit_once('-')?;
        let key = Key::parse(&format!("{stem}.webp"))?;
        let width = WIDTHS
            .into_iter()
            .find(|known| known.to_string() == width)?;
        (key.copy(width) == text).then_some(())
    };
    Key::parse(text).is_some() || copied().is_some()
}

/// Returns the prefix if pictures may be stored under it.
#[must_use]
pub fn allowed(prefix: &str) -> Option<&'static str> {
    PREFIXES.into_iter().find(|known| *known == prefix)
}

/// The path behind `/uploads/`, if the URL belongs to this site.
#[must_use]
pub fn path_of<'a>(app: &App, address: &'a str) -> Option<&'a str> {
    let path = address
        .strip_prefix(&*app.config.public_url)
        .unwrap_or(address);
    path.strip_prefix(SERVED)
}

#[cfg(test)]
mod tests {
    use super::*;

    // UPLOAD-09 UPLOAD-11 UPLOAD-12: the prefixes of the documents, and no path outside of them.
    #[test]
    fn a_key_is_one_of_ours_or_none() {
        let id = Uuid::from_u128(7);
        for prefix in PREFIXES {
            let key = Key::new(prefix, id, Form::Jpeg);
            assert_eq!(Key::parse(&key.text()), Some(key));
        }
        let name = format!("{id}.jpg");
        for prefix in [
            "",
            "images",
            "images/banner/..",
            "../images/banner",
            "incoming",
            "images/banner/x",
        ] {
            assert_eq!(Key::parse(&format!("{prefix}/{name}")), None, "{prefix}");
        }
        for name in [
            "a.jpg",
            &format!("{id}.html"),
            &format!("{id}"),
            &format!("{}.jpg", id.simple()),
        ] {
            assert_eq!(Key::parse(&format!("images/banner/{name}")), None, "{name}");
        }
    }
}
