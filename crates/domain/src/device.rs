//! Names a device by its `User-Agent` header, for example "Chrome on Android".
//!
//! Browsers include the names of others: Edge contains "Chrome", Chrome contains "Safari". The most specific names
//! are therefore checked first. Unknown browsers are not guessed.

/// Token in the `User-Agent` header, and the name to show.
const BROWSERS: [(&str, &str); 17] = [
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("OPiOS/", "Opera"),
    ("Vivaldi/", "Vivaldi"),
    ("YaBrowser/", "Yandex Browser"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("UCBrowser/", "UC Browser"),
    ("DuckDuckGo/", "DuckDuckGo"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("curl/", "curl"),
    ("Safari/", "Safari"),
];

const SYSTEMS: [(&str, &str); 9] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
    ("X11", "Linux"),
    ("FreeBSD", "FreeBSD"),
];

/// The name of a device, from the `User-Agent` header of its browser.
#[must_use]
pub fn device_name(user_agent: Option<&str>) -> String {
    let said = user_agent.unwrap_or_default();
    let called = |names: &[(&str, &'static str)]| {
        let found = names.iter().find(|(mark, _)| said.contains(mark));
        found.map(|(_, name)| *name)
    };
    match (called(&BROWSERS), called(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(browser), None) => browser.to_owned(),
        (None, Some(system)) => format!("A browser on {system}"),
        (None, None) => "Unknown device".to_owned(),
    }
}
