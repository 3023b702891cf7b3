//! The text of the public pages in their HTML, before or without scripts (crates/server/src/site/page/body.rs).

use crate::page::{page, put_on_sale, start, text, write_blog};
use crate::stage::{keep, trek_named};

/// The HTML inside the root element of the app.
fn body(html: &str) -> &str {
    let (_, rest) = html.split_once(r#"<div id="root">"#).expect("a root");
    rest.split_once(r#"id="page-data""#).expect("the data").0
}

// TREK-01: a trek is complete: its texts, prices, altitudes, and each day of each route.
#[tokio::test]
async fn the_page_of_a_trek_describes_each_day() {
    let test = start().await;
    let mut trek = trek_named(&test.app, "Everest");
    trek.description = "Up the Khumbu".to_owned();
    trek.features = (1..=8).map(|number| format!("Feature {number}")).collect();
    keep(&test.app, &trek).await;
    let answer = page(&test, &format!("/package/{}", trek.id)).await;
    let html = body(text(&answer));
    for words in [">Everest</h1>", "Up the Khumbu", "Feature 8"] {
        assert!(html.contains(words), "{words} in {html}");
    }
    let visible: Vec<_> = trek.visible_routes().collect();
    let days: usize = visible
        .iter()
        .map(|route| route.daily_activities.len())
        .sum();
    assert!(days > 0);
    assert_eq!(html.matches("<details>").count(), days);
    for route in &visible {
        assert!(html.contains(&route.name));
        for place in route.daily_activities.iter().flat_map(|day| &day.waypoints) {
            assert!(html.contains(&place.name), "{}", place.name);
        }
    }
    // For the cheapest route: 800, plus 13 % and 5 % of it, 40 of insurance and the booking fee of 25.
    assert!(html.contains("$1,009 <"));
    assert!(html.contains(" per person incl. taxes"));
    assert!(
        html.contains("2–3 days</p>"),
        "the length of all its routes"
    );
    for words in [
        ">Highlights</h2>",
        ">Included</h2>",
        "Licensed guide</li>",
        ">Not included</h2>",
        "Flights</li>",
    ] {
        assert!(html.contains(words), "{words} in {html}");
    }
    for route in trek.routes.iter().filter(|route| !route.is_visible) {
        assert!(!html.contains(&route.name), "{} is hidden", route.name);
    }
}

// HOME-01, PKG-02: lists link to every trek, and without scripts to all pages.
#[tokio::test]
async fn lists_link_to_each_trek_and_article() {
    let test = start().await;
    let mut ids = Vec::new();
    for number in 1..=6 {
        ids.push(
            put_on_sale(&test, &format!("Trek number {number}"))
                .await
                .id,
        );
    }
    let blog = write_blog(&test, "On tea and butter", true).await;
    let hidden = write_blog(&test, "Not yet", false).await;
    let packages = page(&test, "/packages").await;
    let html = body(text(&packages));
    for id in &ids {
        assert!(html.contains(&format!("/package/{id}")), "{id}");
    }
    assert!(html.contains(">$1,009</span>") && html.contains("2–3 days · Moderate"));
    let (shown, rest) = html.split_once("<noscript><ul").expect("more than a page");
    assert_eq!(shown.matches("<article").count(), 4);
    assert_eq!(rest.matches("<article").count(), 2);

    let home = page(&test, "/").await;
    assert_eq!(body(text(&home)).matches("href=\"/package/").count(), 3);
    for path in ["/", "/blogs"] {
        let answer = page(&test, path).await;
        let html = body(text(&answer));
        assert!(html.contains(&format!("/blog/{}", blog.id)), "{path}");
        assert!(!html.contains(&hidden.id.to_string()), "{path}");
    }
    let article = page(&test, &format!("/blog/{}", blog.id)).await;
    let html = body(text(&article));
    assert!(html.contains("On tea and butter") && html.contains("<p>Once</p>"));
}

// Pages work on a site without content.
#[tokio::test]
async fn an_empty_site_shows_its_empty_state() {
    let test = start().await;
    let packages = page(&test, "/packages").await;
    assert!(body(text(&packages)).contains("No packages are available at the moment."));
    for (path, words) in [
        ("/", "Find your next Himalayan trek."),
        ("/blogs", "<h1"),
        ("/custom-trek", "Custom trek"),
        ("/terms", "Terms of Service"),
        ("/privacy", "Privacy Policy"),
    ] {
        let answer = page(&test, path).await;
        assert!(body(text(&answer)).contains(words), "{path}");
    }
}

// Personal pages contain the layout and a hint that they need scripts.
#[tokio::test]
async fn personal_pages_say_that_they_need_scripts() {
    let test = start().await;
    for path in ["/login", "/dashboard", "/checkout"] {
        let answer = test.get(path).send().await;
        assert!(
            text(&answer).contains("This page needs JavaScript"),
            "{path}"
        );
    }
    let home = page(&test, "/").await;
    assert!(!text(&home).contains("This page needs JavaScript"));
}

// NAV-07: the form needs the app, and text that is typed before the app loads would be lost.
#[tokio::test]
async fn the_login_page_is_visible_at_once_and_usable_after_its_app_has_loaded() {
    let test = start().await;
    let answer = test.get("/login").send().await;
    let body = body(text(&answer));
    for words in [">Login</h1>", ">Email</p>", ">Continue</p>", "data-written"] {
        assert!(body.contains(words), "{words}");
    }
    for field in ["<input", "<button", "<form"] {
        assert!(!body.contains(field), "{field}");
    }
    assert!(text(&answer).contains("<script type=\"module\""));
}
