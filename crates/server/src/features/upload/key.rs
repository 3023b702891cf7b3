//! What a stored picture is called: `<prefix>/<id>.<ending>`, and nothing else is ever read or written.

use uuid::Uuid;

use crate::platform::app::App;

/// Where pictures go (document 2 §7, decisions §10 "Uploads").
pub const PREFIXES: [&str; 5] = [
    "blogs/thumbnails",
    "blogs/banners",
    "blogs/images",
    "images/banner",
    "images/secondary",
];

/// Of the smaller copies, where the picture is wider.
pub const WIDTHS: [u32; 3] = [480, 960, 1600];

/// Below this path pictures are served.
const SERVED: &str = "/uploads/";

/// How a picture is stored; browsers show all of them.
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

    /// What a picture that says to be of a type is stored as.
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

/// The key of a picture, without its ending.
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

    /// Only what [`Key::text`] writes.
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

    /// Of an address of ours, with or without the host.
    #[must_use]
    pub fn of_address(app: &App, address: &str) -> Option<Self> {
        Self::parse(path_of(app, address)?)
    }

    #[must_use]
    pub fn text(&self) -> String {
        format!("{}/{}.{}", self.prefix, self.id, self.form.ending())
    }

    /// A smaller copy, always WebP.
    #[must_use]
    pub fn copy(&self, width: u32) -> String {
        format!("{}/{}-{width}.webp", self.prefix, self.id)
    }

    /// Where it lies until it is checked.
    #[must_use]
    pub fn incoming(&self) -> String {
        format!("incoming/{}", self.id)
    }

    #[must_use]
    pub fn address(&self) -> String {
        format!("{SERVED}{}", self.text())
    }
}

/// Whether a file of the storage is called so: a picture that is served, or a smaller copy of one.
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

/// The prefix, if pictures may go there.
#[must_use]
pub fn allowed(prefix: &str) -> Option<&'static str> {
    PREFIXES.into_iter().find(|known| *known == prefix)
}

/// Behind `/uploads/`, where an address means our storage.
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

    // UPLOAD-09 UPLOAD-11 UPLOAD-12: the prefixes of the documents, and no way out of them.
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
