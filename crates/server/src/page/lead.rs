//! The picture that a page begins with: the browser fetches it while the app is still on its way.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::static_files;

/// Which copies there are and how wide the frames: the app reads the same file (web/src/ui/picture-copies.ts), since a
/// picture that is named otherwise here than there would be fetched twice.
static COPIES: LazyLock<Copies> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../web/src/ui/copies.json"))
        .expect("copies.json has widths and frames")
});

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Copies {
    uploaded: Vec<u32>,
    largest_upload: u32,
    demo: Vec<u32>,
    demo_banner: Vec<u32>,
    frames: Frames,
}

/// As for `sizes`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Frames {
    trek: String,
    article: String,
    card: String,
    story_wide: String,
    story: String,
    story_small: String,
}

#[derive(Debug, PartialEq, Eq)]
pub struct Lead {
    pub src: String,
    /// Blank where there is only the picture itself.
    pub srcset: String,
    pub sizes: &'static str,
}

impl Lead {
    /// The ridge behind the words of the home page; none where only the server is built.
    pub fn of_home() -> Option<Self> {
        static HERO: LazyLock<Option<String>> =
            LazyLock::new(|| static_files::asset("hero", "svg"));
        Self::new(HERO.as_ref()?, "")
    }

    pub fn of_trek(banner: &str) -> Option<Self> {
        Self::new(banner, &COPIES.frames.trek)
    }

    pub fn of_article(banner: &str) -> Option<Self> {
        Self::new(banner, &COPIES.frames.article)
    }

    /// None for a picture from elsewhere: the content policy keeps it out.
    fn new(src: &str, sizes: &'static str) -> Option<Self> {
        let is_ours = src.starts_with('/') && !src.starts_with("//");
        is_ours.then(|| Self {
            src: src.to_owned(),
            srcset: srcset(src),
            sizes,
        })
    }
}

/// Where a picture stands in the words of a page.
#[derive(Clone, Copy)]
pub enum Place {
    Trek,
    Article,
    Card,
    StoryWide,
    Story,
    StorySmall,
}

/// `srcset` and `sizes` of an `<img>`, as the app names them: another copy would be fetched beside the app's.
pub fn copies(src: &str, place: Place) -> String {
    let frames = &COPIES.frames;
    let sizes = match place {
        Place::Trek => &frames.trek,
        Place::Article => &frames.article,
        Place::Card => &frames.card,
        Place::StoryWide => &frames.story_wide,
        Place::Story => &frames.story,
        Place::StorySmall => &frames.story_small,
    };
    let set = srcset(src);
    // It is written as it is; what would end the attribute is no address of ours.
    if set.is_empty() || set.contains(['"', '<', '>', '&']) {
        return String::new();
    }
    format!(" srcset=\"{set}\" sizes=\"{sizes}\"")
}

fn srcset(src: &str) -> String {
    let list = |widths: &[u32]| {
        let all: Vec<String> = widths
            .iter()
            .map(|width| format!("{src}/{width} {width}w"))
            .collect();
        all.join(", ")
    };
    let uploaded = src.contains("/uploads/");
    let (_, ending) = src.rsplit_once('.').unwrap_or_default();
    match ending {
        "jpg" | "png" | "gif" | "webp" if uploaded => {
            format!(
                "{}, {src} {}w",
                list(&COPIES.uploaded),
                COPIES.largest_upload
            )
        }
        "webp" if src.ends_with("/banner.webp") && src.starts_with("/pictures/") => {
            list(&COPIES.demo_banner)
        }
        "webp" if src.starts_with("/pictures/") => list(&COPIES.demo),
        _ => String::new(),
    }
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
