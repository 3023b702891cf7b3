//! Branding of the agency: the files of the folder `site` in the data folder, each with a default (docs/your-site.md).
//! They are read at the start and again when they change. A file that cannot be used is logged and ignored, so that a
//! mistake never takes the site down.

pub mod image;
pub mod markdown;
pub mod serve;
pub mod text;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};
use std::time::SystemTime;

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use store::Db;
use store::public_content::Kind;
use tokio::sync::Mutex;

use image::SiteImage;
use markdown::{Question, Text};
use text::FooterLink;

use crate::platform::app::{App, AppState};

pub const FOLDER: &str = "site";
const MAX_TEXT_BYTES: usize = 256 * 1024;
const MAX_QUESTIONS: usize = 50;
/// How often the folder is checked for changes.
const CHECK_INTERVAL: TimeDelta = TimeDelta::seconds(1);

/// Every file that the folder may contain. Backups include them.
pub const FILES: [&str; 15] = [
    "logo.svg",
    "logo.webp",
    "logo.png",
    "logo-dark.svg",
    "logo-dark.webp",
    "logo-dark.png",
    "home.avif",
    "home.webp",
    "home.jpg",
    "home.jpeg",
    "home.png",
    "site.toml",
    "terms.md",
    "privacy.md",
    "faq.md",
];

/// Texts of the home page for an agency that has none of its own. The web app reads the same file.
pub static DEFAULT_HOME: LazyLock<DefaultHome> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../../web/src/pages/home.json"))
        .expect("home.json has a headline, a subline and when a headline is long")
});

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DefaultHome {
    pub headline: String,
    pub subline: String,
    /// In characters. A longer headline is set in a smaller size.
    pub long_headline: usize,
}

/// What an agency has put into the folder. Everything else is `None` or empty.
#[derive(Default)]
pub struct Site {
    pub logo: Option<SiteImage>,
    /// For dark backgrounds.
    pub logo_dark: Option<SiteImage>,
    pub home_image: Option<SiteImage>,
    pub headline: Option<String>,
    pub subline: Option<String>,
    pub footer_text: Option<String>,
    pub footer_links: Vec<FooterLink>,
    pub terms: Option<Text>,
    pub privacy: Option<Text>,
    pub questions: Option<Vec<Question>>,
    /// Files that cannot be used, and why.
    pub problems: Vec<Problem>,
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file} {what}")]
pub struct Problem {
    pub file: String,
    pub what: String,
}

impl Problem {
    pub fn new(file: &str, what: impl Into<String>) -> Self {
        Self {
            file: file.to_owned(),
            what: what.into(),
        }
    }
}

impl Site {
    #[must_use]
    pub fn headline(&self) -> &str {
        self.headline.as_deref().unwrap_or(&DEFAULT_HOME.headline)
    }

    #[must_use]
    pub fn subline(&self) -> &str {
        self.subline.as_deref().unwrap_or(&DEFAULT_HOME.subline)
    }

    #[must_use]
    pub fn images(&self) -> [&Option<SiteImage>; 3] {
        [&self.logo, &self.logo_dark, &self.home_image]
    }

    /// A logo that fits on a browser tab or a home screen.
    #[must_use]
    pub fn icon(&self) -> Option<&SiteImage> {
        self.logo.as_ref().filter(|logo| !logo.is_wide())
    }

    /// Readable list of what the agency has replaced.
    #[must_use]
    pub fn summary(&self) -> String {
        let parts = [
            ("logo", self.logo.is_some()),
            ("dark logo", self.logo_dark.is_some()),
            ("home picture", self.home_image.is_some()),
            ("headline", self.headline.is_some()),
            ("sub-line", self.subline.is_some()),
            ("footer text", self.footer_text.is_some()),
            ("footer links", !self.footer_links.is_empty()),
            ("terms", self.terms.is_some()),
            ("privacy policy", self.privacy.is_some()),
            ("questions", self.questions.is_some()),
        ];
        let own: Vec<&str> = parts
            .into_iter()
            .filter_map(|(name, is_own)| is_own.then_some(name))
            .collect();
        match own.is_empty() {
            true => "defaults".to_owned(),
            false => format!("own {}", own.join(", ")),
        }
    }
}

/// Reads the whole folder. Converting a large photograph takes a second.
pub async fn load(folder: &Path) -> Site {
    let mut problems = Vec::new();
    let words = keep(&mut problems, read_words(folder)).unwrap_or_default();
    let logo = image::read_logo(folder, "logo").await;
    let logo_dark = image::read_logo(folder, "logo-dark").await;
    let home_image = image::read_home(folder).await;
    Site {
        logo: keep(&mut problems, logo).flatten(),
        logo_dark: keep(&mut problems, logo_dark).flatten(),
        home_image: keep(&mut problems, home_image).flatten(),
        headline: words.home.headline,
        subline: words.home.subline,
        footer_text: words.footer.text,
        footer_links: words.footer.links,
        terms: keep(&mut problems, read_page(folder, "terms.md")).flatten(),
        privacy: keep(&mut problems, read_page(folder, "privacy.md")).flatten(),
        questions: keep(&mut problems, read_questions(folder)).flatten(),
        problems,
    }
}

fn keep<T>(problems: &mut Vec<Problem>, read: Result<T, Problem>) -> Option<T> {
    read.map_err(|problem| problems.push(problem)).ok()
}

fn read_words(folder: &Path) -> Result<text::Words, Problem> {
    let Some(toml) = read_text(folder, "site.toml")? else {
        return Ok(text::Words::default());
    };
    text::parse(&toml)
        .map_err(|problem| Problem::new("site.toml", format!("cannot be used: {problem}")))
}

fn read_page(folder: &Path, file: &str) -> Result<Option<Text>, Problem> {
    let Some(markdown) = read_text(folder, file)? else {
        return Ok(None);
    };
    let text = markdown::render_text(&markdown);
    match text.html.trim().is_empty() {
        true => Err(Problem::new(
            file,
            "is empty; remove it for the default text",
        )),
        false => Ok(Some(text)),
    }
}

fn read_questions(folder: &Path) -> Result<Option<Vec<Question>>, Problem> {
    let file = "faq.md";
    let Some(markdown) = read_text(folder, file)? else {
        return Ok(None);
    };
    match markdown::render_questions(&markdown) {
        Some(questions) if questions.len() > MAX_QUESTIONS => Err(Problem::new(
            file,
            format!("has more than {MAX_QUESTIONS} questions"),
        )),
        Some(questions) if !questions.is_empty() => Ok(Some(questions)),
        _ => Err(Problem::new(
            file,
            "must be questions as headings (## Question), each followed by its answer",
        )),
    }
}

fn read_text(folder: &Path, file: &str) -> Result<Option<String>, Problem> {
    let Some(bytes) = read_file(folder, file, MAX_TEXT_BYTES as u64)? else {
        return Ok(None);
    };
    let text = String::from_utf8(bytes).map_err(|_| Problem::new(file, "is not UTF-8 text"))?;
    Ok(Some(text.trim_start_matches('\u{feff}').to_owned()))
}

/// None if the file does not exist.
fn read_file(folder: &Path, file: &str, most: u64) -> Result<Option<Vec<u8>>, Problem> {
    let path = folder.join(file);
    let failed = |error: std::io::Error| Problem::new(file, format!("cannot be read ({error})"));
    let about = match std::fs::metadata(&path) {
        Ok(about) => about,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(error)),
    };
    if !about.is_file() {
        return Err(Problem::new(file, "is not a file"));
    }
    if about.len() > most {
        return Err(Problem::new(
            file,
            format!("is larger than {} kB", most / 1024),
        ));
    }
    std::fs::read(&path).map(Some).map_err(failed)
}

type Stamp = Vec<Option<(u64, Option<SystemTime>)>>;

/// Size and modification time of each file, to detect changes.
fn stamp(folder: &Path) -> Stamp {
    let of = |file: &str| {
        let about = std::fs::metadata(folder.join(file)).ok()?;
        Some((about.len(), about.modified().ok()))
    };
    FILES.into_iter().map(of).collect()
}

/// The current site, which is read again when a file has changed.
struct SiteFiles {
    folder: PathBuf,
    known: RwLock<Option<Known>>,
    /// Held by the request that reads the folder. The others use the known site.
    turn: Mutex<()>,
}

#[derive(Clone)]
struct Known {
    checked_at: DateTime<Utc>,
    stamp: Arc<Stamp>,
    site: Arc<Site>,
}

impl AppState for SiteFiles {
    fn new(app: &App) -> Self {
        Self {
            folder: app.config.data_dir.join(FOLDER),
            known: RwLock::new(None),
            turn: Mutex::new(()),
        }
    }
}

/// The current branding of the agency. Reads of the public cache that show it call this first, so that a changed file
/// makes them outdated.
pub(crate) async fn current(app: &App) -> Arc<Site> {
    SiteFiles::of(app).current(&app.db, app.clock.now()).await
}

impl SiteFiles {
    fn known(&self) -> Option<Known> {
        self.known
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    async fn current(&self, db: &Db, now: DateTime<Utc>) -> Arc<Site> {
        let is_fresh = |known: &Known| {
            let age = now.signed_duration_since(known.checked_at);
            age >= TimeDelta::zero() && age < CHECK_INTERVAL
        };
        let known = self.known();
        let _turn = match &known {
            Some(known) if is_fresh(known) => return known.site.clone(),
            Some(known) => match self.turn.try_lock() {
                Ok(turn) => turn,
                Err(_) => return known.site.clone(),
            },
            None => self.turn.lock().await,
        };
        // Another request may have read the folder in the meantime.
        if let Some(known) = self.known().filter(is_fresh) {
            return known.site;
        }
        let folder = self.folder.clone();
        let stamp = tokio::task::spawn_blocking(move || stamp(&folder)).await;
        let stamp = Arc::new(stamp.unwrap_or_default());
        let (site, has_changed) = match known {
            Some(known) if known.stamp == stamp => (known.site, false),
            _ => (Arc::new(self.load_and_report().await), true),
        };
        let read = Known {
            checked_at: now,
            stamp,
            site: site.clone(),
        };
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = Some(read);
        if has_changed {
            db.announce(Kind::Content);
        }
        site
    }

    async fn load_and_report(&self) -> Site {
        let site = load(&self.folder).await;
        for problem in &site.problems {
            let folder = self.folder.display();
            tracing::warn!(%folder, "the site shows the default instead of a file: {problem}");
        }
        site
    }
}
