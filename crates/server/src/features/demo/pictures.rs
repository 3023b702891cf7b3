//! Pictures of the demo, embedded in the binary in several widths as AVIF, and in the smaller ones as WebP for the few
//! browsers without AVIF.

use std::collections::HashMap;
use std::sync::LazyLock;

use axum::http::header::{CACHE_CONTROL, LOCATION, VARY};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::http::accept::prefers;
use crate::http::content_coding::Coding;
use crate::http::file_response::{A_DAY, file_response};

#[derive(RustEmbed)]
#[folder = "../../demo/pictures"]
#[allow_missing = true]
struct Files;

/// Path prefix of the pictures.
pub const SERVED: &str = "/pictures/";
const WIDTHS: [u32; 4] = [480, 960, 1600, 2400];
/// Width of the picture at its own address.
const OWN_WIDTH: u32 = 1600;

/// By name, for example `rara-lake/banner`.
static PLACEHOLDERS: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let file = Files::get("placeholders.json");
    file.map_or_else(HashMap::new, |file| {
        serde_json::from_slice(&file.data).expect("placeholders.json has a text for each picture")
    })
});

/// The placeholder of the demo picture at an address.
pub fn placeholder(address: &str) -> Option<&'static str> {
    let path = address.strip_prefix(SERVED)?;
    let name = path.strip_suffix(".webp").or(drawn(path))?;
    PLACEHOLDERS.get(name).map(String::as_str)
}

fn is_picture(name: &str) -> bool {
    PLACEHOLDERS.contains_key(name)
}

/// Addresses from when the pictures were drawings. Old databases contain them.
fn drawn(path: &str) -> Option<&str> {
    path.strip_suffix(".svg")
}

/// Replaces the address of an old drawing by the current picture. Returns `false` for other addresses.
pub fn rename(address: &mut String) -> bool {
    let name = address.strip_prefix(SERVED).and_then(drawn);
    let Some(name) = name.filter(|name| is_picture(name)) else {
        return false;
    };
    *address = format!("{SERVED}{name}.webp");
    true
}

/// `path` is the part after [`SERVED`]: `<name>.webp` is the picture, `<name>.webp/480` its copy of that width.
pub fn serve(path: &str, asked: &HeaderMap) -> Option<Response> {
    let mut address = format!("{SERVED}{path}");
    if rename(&mut address) {
        return moved(&address);
    }
    let (name, width) = asked_for(path).filter(|(name, _)| is_picture(name))?;
    let (file, file_name) = files(name, width, endings(asked))
        .find_map(|file_name| Some((Files::get(&file_name)?, file_name)))?;
    let mut response = file_response(
        &file_name,
        file,
        Coding::Identity,
        A_DAY,
        asked,
        StatusCode::OK,
    );
    let headers = response.headers_mut();
    headers.insert(VARY, HeaderValue::from_static("accept"));
    Some(response)
}

fn moved(address: &str) -> Option<Response> {
    let to = HeaderValue::try_from(address).ok()?;
    let headers = [(LOCATION, to), (CACHE_CONTROL, A_DAY)];
    Some((StatusCode::PERMANENT_REDIRECT, headers).into_response())
}

fn asked_for(path: &str) -> Option<(&str, u32)> {
    if let Some(name) = path.strip_suffix(".webp") {
        return Some((name, OWN_WIDTH));
    }
    let (path, width) = path.rsplit_once('/')?;
    let width = WIDTHS
        .into_iter()
        .find(|known| known.to_string() == width)?;
    Some((path.strip_suffix(".webp")?, width))
}

/// File extensions that the client accepts, best first.
fn endings(asked: &HeaderMap) -> &'static [&'static str] {
    match prefers(asked, "image/avif", "image/webp") {
        true => &["avif", "webp"],
        false => &["webp"],
    }
}

/// Candidate files, best first: of the requested width, else the next larger, else the next smaller.
fn files(name: &str, width: u32, endings: &'static [&'static str]) -> impl Iterator<Item = String> {
    let larger = WIDTHS.into_iter().filter(move |other| *other >= width);
    let smaller = WIDTHS.into_iter().rev();
    let widths = larger.chain(smaller.filter(move |other| *other < width));
    widths.flat_map(move |width| {
        let file = move |ending| format!("{name}-{width}.{ending}");
        endings.iter().map(file)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_that_is_absent_is_answered_by_the_next() {
        let first = |width, endings| files("a/b", width, endings).take(3).collect::<Vec<_>>();
        let both: &[&str] = &["avif", "webp"];
        assert_eq!(
            first(2400, both),
            ["a/b-2400.avif", "a/b-2400.webp", "a/b-1600.avif"]
        );
        assert_eq!(
            first(480, &["webp"]),
            ["a/b-480.webp", "a/b-960.webp", "a/b-1600.webp"]
        );
        assert_eq!(
            first(2400, &["webp"]),
            ["a/b-2400.webp", "a/b-1600.webp", "a/b-960.webp"]
        );
    }
}
