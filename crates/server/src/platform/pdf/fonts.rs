//! The fonts of documents: those that the program contains, and those of the operator's folder for other scripts.

use std::path::Path;
use std::sync::LazyLock;

use krilla::text::Font as PdfFont;
use rust_embed::{EmbeddedFile, RustEmbed};
use rustybuzz::Face;

use crate::platform::app::{App, AppState};

/// A font lives as long as the program.
pub struct Font {
    pub face: Face<'static>,
    pub pdf: PdfFont,
    pub name: String,
}

impl Font {
    fn parse(bytes: Vec<u8>, index: u32, name: &str) -> Option<Self> {
        let bytes: &'static [u8] = bytes.leak();
        Self::borrow(bytes, index, name)
    }

    fn borrow(bytes: &'static [u8], index: u32, name: &str) -> Option<Self> {
        Some(Self {
            face: Face::from_slice(bytes, index)?,
            pdf: PdfFont::new(bytes.into(), index)?,
            name: name.to_owned(),
        })
    }

    /// The files of the web app are compressed as WOFF2, which neither shaping nor PDF reads.
    fn unpack(bytes: &[u8], name: &str) -> Option<Self> {
        let mut unpack = |packed: &[u8], size: usize| {
            let mut plain = Vec::with_capacity(size);
            brotli::BrotliDecompress(&mut &packed[..], &mut plain)?;
            Ok(plain)
        };
        let plain = wuff::decompress_woff2_with_custom_brotli(bytes, &mut unpack).ok()?;
        Self::parse(plain, 0, name)
    }

    pub fn has(&self, letter: char) -> bool {
        self.face.glyph_index(letter).is_some()
    }
}

type Slot = LazyLock<Option<Font>>;

macro_rules! embedded {
    ($slot:ident, $file:literal) => {
        static $slot: Slot =
            LazyLock::new(|| Font::borrow(include_bytes!($file), 0, stringify!($slot)));
    };
}

macro_rules! packed {
    ($slot:ident, $file:literal) => {
        static $slot: Slot =
            LazyLock::new(|| Font::unpack(&PackedFonts::get($file)?.data, stringify!($slot)));
    };
}

/// The fonts for Chinese, Japanese and Korean: of the invoices that the server and those that the web app draws.
#[derive(RustEmbed)]
#[folder = "../../web/src/features/invoice/fonts"]
#[include = "*.woff2"]
struct PackedFonts;

/// The font that the build of the web app names `assets/noto-sans-jp-<hash>.woff2`.
#[must_use]
pub fn of_web_app(name: &str) -> Option<EmbeddedFile> {
    let (stem, hash) = name.strip_prefix("assets/")?.rsplit_once('-')?;
    hash.ends_with(".woff2")
        .then(|| PackedFonts::get(&format!("{stem}.woff2")))?
}

embedded!(
    LATIN,
    "../../../../../web/src/features/invoice/fonts/noto-sans-regular.ttf"
);
embedded!(
    LATIN_BOLD,
    "../../../../../web/src/features/invoice/fonts/noto-sans-bold.ttf"
);
embedded!(
    DEVANAGARI,
    "../../../fonts/noto-sans-devanagari-regular.ttf"
);
embedded!(
    DEVANAGARI_BOLD,
    "../../../fonts/noto-sans-devanagari-bold.ttf"
);
embedded!(ARABIC, "../../../fonts/noto-sans-arabic-regular.ttf");
embedded!(ARABIC_BOLD, "../../../fonts/noto-sans-arabic-bold.ttf");
packed!(JAPANESE, "noto-sans-jp.woff2");
packed!(CHINESE, "noto-sans-sc.woff2");
packed!(KOREAN, "noto-sans-kr.woff2");

/// The fonts of the setting `font_dir`, by file name; part of [`App`].
#[derive(Clone, Default)]
pub struct ExtraFonts(&'static [Font]);

impl AppState for ExtraFonts {
    fn new(app: &App) -> Self {
        app.config
            .font_dir
            .as_deref()
            .map(Self::load)
            .unwrap_or_default()
    }
}

impl ExtraFonts {
    /// Reads the fonts of a folder. Files that are no fonts are ignored.
    #[must_use]
    pub fn load(folder: &Path) -> Self {
        let entries = std::fs::read_dir(folder);
        if let Err(error) = &entries {
            tracing::warn!(folder = %folder.display(), %error, "cannot read the folder of fonts");
        }
        let entries = entries.into_iter().flatten().flatten();
        let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        let font = |path: &std::path::PathBuf| {
            let is_font = path
                .extension()
                .is_some_and(|end| end == "ttf" || end == "otf");
            let name = path.file_name()?.to_string_lossy().into_owned();
            let bytes = is_font.then(|| std::fs::read(path).ok()).flatten()?;
            Font::parse(bytes, 0, &name)
        };
        let fonts: Vec<Font> = paths.iter().filter_map(font).collect();
        Self(fonts.leak())
    }
}

fn is_cjk(letter: char) -> bool {
    matches!(letter,
        '\u{1100}'..='\u{11ff}' | '\u{2e80}'..='\u{9fff}' | '\u{a960}'..='\u{a97f}' | '\u{ac00}'..='\u{d7ff}'
        | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

/// The order of the fonts for Chinese, Japanese and Korean. Han without kana or Hangul is assumed to be Chinese.
fn cjk_fonts(text: &str) -> [&'static Slot; 3] {
    if text
        .chars()
        .any(|letter| matches!(letter, '\u{3040}'..='\u{30ff}'))
    {
        [&JAPANESE, &CHINESE, &KOREAN]
    } else if text
        .chars()
        .any(|letter| matches!(letter, '\u{ac00}'..='\u{d7ff}'))
    {
        [&KOREAN, &CHINESE, &JAPANESE]
    } else {
        [&CHINESE, &JAPANESE, &KOREAN]
    }
}

/// The font for a letter of a text. A letter that no font has is drawn as the box of the first font.
pub fn font_for(
    letter: char,
    text: &str,
    is_bold: bool,
    extra: &ExtraFonts,
) -> Option<&'static Font> {
    let main: [&'static Slot; 3] = if is_bold {
        [&LATIN_BOLD, &DEVANAGARI_BOLD, &ARABIC_BOLD]
    } else {
        [&LATIN, &DEVANAGARI, &ARABIC]
    };
    let first = main[0].as_ref();
    let has = |font: &&'static Font| font.has(letter);
    let own = main.iter().filter_map(|slot| slot.as_ref()).find(has);
    own.or_else(|| {
        let slots = is_cjk(letter).then(|| cjk_fonts(text));
        slots
            .into_iter()
            .flatten()
            .filter_map(|slot| slot.as_ref())
            .find(has)
    })
    .or_else(|| extra.0.iter().find(has))
    .or(first)
}
