//! First picture of a page. A preload lets the browser fetch it while the app loads.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::features::branding::Site;

/// Widths of the copies and of their frames. The app reads the same file (web/src/ui/picture-copies.ts): if `srcset` or
/// `sizes` differed, the browser would fetch a picture twice.
static COPIES: LazyLock<Copies> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../../web/src/ui/copies.json"))
        .expect("copies.json has widths and frames")
});

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Copies {
    uploaded: Vec<u32>,
    largest_upload: u32,
    demo: Vec<u32>,
    demo_banner: Vec<u32>,
    hero: Vec<Hero>,
    frames: Frames,
}

/// A picture of the hero of the home page, with its theme and windows (web/src/ui/ChautariPicture.tsx).
#[derive(Deserialize)]
struct Hero {
    src: String,
    theme: String,
    /// A media query.
    window: String,
    copies: Vec<u32>,
    frame: String,
}

/// Values of `sizes`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Frames {
    trek: String,
    article: String,
    poster: String,
    gallery_first: String,
    gallery_wide: String,
    gallery: String,
    card: String,
    story_wide: String,
    story: String,
    story_small: String,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Lead {
    pub src: String,
    /// Blank if there are no smaller copies.
    pub srcset: String,
    pub sizes: &'static str,
    /// Media query for windows and themes; blank for all.
    pub media: String,
}

impl Lead {
    /// One for each theme and for wide and narrow windows; the browser fetches the one that matches. If the visitor
    /// chose another theme than the system, it fetches both once.
    pub fn of_home(site: &Site) -> Vec<Self> {
        if let Some(own) = &site.home_image {
            return vec![Self {
                src: own.url(),
                srcset: own.srcset(),
                sizes: "100vw",
                media: String::new(),
            }];
        }
        let lead = |hero: &'static Hero| Self {
            src: hero.src.clone(),
            srcset: list(&hero.src, &hero.copies),
            sizes: &hero.frame,
            media: format!("{} and (prefers-color-scheme: {})", hero.window, hero.theme),
        };
        COPIES.hero.iter().map(lead).collect()
    }

    pub fn of_trek(banner: &str) -> Option<Self> {
        Self::new(banner, &COPIES.frames.trek)
    }

    pub fn of_card(banner: &str) -> Option<Self> {
        Self::new(banner, &COPIES.frames.card)
    }

    pub fn of_article(banner: &str) -> Option<Self> {
        Self::new(banner, &COPIES.frames.article)
    }

    /// None for a picture of another host: the content security policy blocks it.
    fn new(src: &str, sizes: &'static str) -> Option<Self> {
        let is_ours = src.starts_with('/') && !src.starts_with("//");
        is_ours.then(|| Self {
            src: src.to_owned(),
            srcset: srcset(src),
            sizes,
            media: String::new(),
        })
    }
}

/// Position of a picture in the content of a page.
#[derive(Clone, Copy)]
pub enum Place {
    Trek,
    Article,
    Poster,
    GalleryFirst,
    GalleryWide,
    Gallery,
    Card,
    StoryWide,
    Story,
    StorySmall,
}

/// `srcset` and `sizes` of an `<img>`, equal to those of the app: otherwise the browser would fetch a second copy.
pub fn copies(src: &str, place: Place) -> String {
    let frames = &COPIES.frames;
    let sizes = match place {
        Place::Trek => &frames.trek,
        Place::Article => &frames.article,
        Place::Poster => &frames.poster,
        Place::GalleryFirst => &frames.gallery_first,
        Place::GalleryWide => &frames.gallery_wide,
        Place::Gallery => &frames.gallery,
        Place::Card => &frames.card,
        Place::StoryWide => &frames.story_wide,
        Place::Story => &frames.story,
        Place::StorySmall => &frames.story_small,
    };
    let set = srcset(src);
    // The value is not escaped. Our URLs contain none of these characters.
    if set.is_empty() || set.contains(['"', '<', '>', '&']) {
        return String::new();
    }
    format!(" srcset=\"{set}\" sizes=\"{sizes}\"")
}

fn list(src: &str, widths: &[u32]) -> String {
    let all: Vec<String> = widths
        .iter()
        .map(|width| format!("{src}/{width} {width}w"))
        .collect();
    all.join(", ")
}

fn srcset(src: &str) -> String {
    let uploaded = src.contains("/uploads/");
    let (_, ending) = src.rsplit_once('.').unwrap_or_default();
    match ending {
        "jpg" | "png" | "gif" | "webp" if uploaded => {
            format!(
                "{}, {src} {}w",
                list(src, &COPIES.uploaded),
                COPIES.largest_upload
            )
        }
        "webp" if src.ends_with("/banner.webp") && src.starts_with("/pictures/") => {
            list(src, &COPIES.demo_banner)
        }
        "webp" if src.starts_with("/pictures/") => list(src, &COPIES.demo),
        _ => String::new(),
    }
}

/// The URL of a picture; none if it is not an http(s) URL or an absolute path.
pub fn shown(address: &str) -> Option<&str> {
    let here = address.starts_with('/') && !address.starts_with("//");
    (here || address.starts_with("https://") || address.starts_with("http://")).then_some(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    // The same cases as in web/src/ui/Picture.test.tsx.
    #[test]
    fn copies_are_named_as_the_app_names_them() {
        let upload = "/uploads/images/banner/019a0000-0000-7000-8000-000000000001.jpg";
        let expected =
            format!("{upload}/480 480w, {upload}/960 960w, {upload}/1600 1600w, {upload} 2560w");
        assert_eq!(srcset(upload), expected);
        let banner = "/pictures/rara-lake/banner.webp";
        let expected = format!(
            "{banner}/480 480w, {banner}/960 960w, {banner}/1600 1600w, {banner}/2400 2400w"
        );
        assert_eq!(srcset(banner), expected);
        let other = "/pictures/rara-lake/1.webp";
        let expected = format!("{other}/480 480w, {other}/960 960w, {other}/1600 1600w");
        assert_eq!(srcset(other), expected);
        assert_eq!(srcset("/uploads/images/banner/a.svg"), "");
        assert_eq!(Lead::of_trek("https://elsewhere.example/a.jpg"), None);
        assert_eq!(Lead::of_article("//elsewhere.example/a.jpg"), None);
    }
}
