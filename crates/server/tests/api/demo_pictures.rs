//! Pictures of the demo and their copies in the formats that the browser accepts.

use std::collections::BTreeMap;

use axum::http::Method;
use chautari::features::demo;

use crate::call::Answer;
use crate::support::TestApp;

/// The `Accept` header of Chromium for images.
const BROWSER: &str = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8";

/// The demo's pictures by name, with their placeholders.
pub fn rendered() -> BTreeMap<String, String> {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../demo/pictures/placeholders.json"
    );
    let text = std::fs::read_to_string(file).expect("demo/pictures/placeholders.json");
    serde_json::from_str(&text).expect("names and placeholders")
}

/// The address of one of them.
fn address(is_one: impl Fn(&str) -> bool) -> String {
    let names = rendered();
    let name = names.keys().find(|name| is_one(name)).expect("a picture");
    format!("/pictures/{name}.webp")
}

pub fn banner() -> String {
    address(|name| name.ends_with("/banner"))
}

fn other() -> String {
    address(|name| !name.ends_with("/banner"))
}

async fn ask(test: &TestApp, path: &str, accept: &str) -> Answer {
    let answer = test.get(path).header("accept", accept).send().await;
    assert_eq!(answer.status, 200, "{path}");
    assert_eq!(answer.header("vary"), Some("accept"), "{path}");
    answer
}

fn width(answer: &Answer) -> u32 {
    image::load_from_memory(&answer.body)
        .expect("a picture")
        .width()
}

#[tokio::test]
async fn a_browser_that_accepts_avif_gets_avif_and_any_other_webp() {
    let test = TestApp::start().await;
    let other = other();
    let avif = ask(&test, &other, BROWSER).await;
    assert_eq!(avif.header("content-type"), Some("image/avif"));
    assert_eq!(&avif.body[4..12], b"ftypavif");
    for accept in [
        "*/*",
        "image/webp,*/*",
        "image/avif;q=0,image/webp",
        "image/avif;q=0.1,image/*",
    ] {
        let webp = ask(&test, &other, accept).await;
        assert_eq!(webp.header("content-type"), Some("image/webp"), "{accept}");
        assert_eq!(width(&webp), 960);
    }
    let plain = test.get(&other).send().await;
    assert_eq!(plain.header("content-type"), Some("image/webp"));
}

#[tokio::test]
async fn a_copy_has_the_requested_width_or_the_nearest_available_one() {
    let test = TestApp::start().await;
    let (banner, other) = (banner(), other());
    for (path, expected) in [
        (format!("{banner}/480"), 480),
        (format!("{banner}/960"), 960),
        // These widths exist as AVIF only.
        (format!("{banner}/1600"), 960),
        (format!("{banner}/2400"), 960),
        (format!("{other}/2400"), 960),
    ] {
        assert_eq!(
            width(&ask(&test, &path, "image/webp").await),
            expected,
            "{path}"
        );
    }
    let sizes = ["/480", "/960", "", "/2400"].map(|copy| format!("{banner}{copy}"));
    let mut bytes = Vec::new();
    for path in sizes {
        bytes.push(ask(&test, &path, BROWSER).await.body.len());
    }
    assert!(bytes.is_sorted(), "{bytes:?}");
    let widest = ask(&test, &format!("{other}/2400"), BROWSER).await;
    let whole = ask(&test, &other, BROWSER).await;
    assert_eq!(widest.body, whole.body);
}

#[tokio::test]
async fn each_format_has_its_own_etag_and_is_not_sent_twice() {
    let test = TestApp::start().await;
    let other = &*other();
    let (avif, webp) = (
        ask(&test, other, BROWSER).await,
        ask(&test, other, "*/*").await,
    );
    let tag = avif.header("etag").expect("a tag");
    assert_ne!(Some(tag), webp.header("etag"));
    let asked = |accept| {
        test.get(other)
            .header("accept", accept)
            .header("if-none-match", tag)
    };
    let again = asked(BROWSER).send().await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    assert_eq!(again.header("vary"), Some("accept"));
    assert_eq!(asked("*/*").send().await.status, 200);
    let head = test
        .call(Method::HEAD, other)
        .header("accept", BROWSER)
        .send()
        .await;
    assert_eq!((head.status.as_u16(), head.body.len()), (200, 0));
    assert_eq!(head.header("content-type"), Some("image/avif"));
}

#[tokio::test]
async fn unknown_pictures_are_not_found() {
    let test = TestApp::start().await;
    for path in [
        "/pictures/rara-lake/none.webp",
        "/pictures/rara-lake/none.svg",
        "/pictures/rara-lake/banner.webp/481",
        "/pictures/rara-lake/banner.webp/",
        "/pictures/rara-lake/banner.avif",
        // An existing file that has no URL.
        "/pictures/rara-lake/banner-480.webp",
        "/pictures/rara-lake/banner-480.avif",
        "/pictures/placeholders.json",
    ] {
        test.get(path)
            .send()
            .await
            .expect_failure(404, "There is no such picture");
    }
}

// A database with the earlier demo, whose pictures were drawings, shows photos after an update.
#[tokio::test]
async fn the_address_of_an_earlier_drawing_shows_the_current_picture() {
    let test = TestApp::start().await;
    let moved = test.get("/pictures/rara-lake/banner.svg").send().await;
    assert_eq!(moved.status, 308);
    assert_eq!(
        moved.header("location"),
        Some("/pictures/rara-lake/banner.webp")
    );

    demo::load(&test.app).await.expect("loaded");
    let fresh = store::treks::list(&test.app.db).await.unwrap();
    let tx = test.app.db.begin().await.unwrap();
    for mut trek in fresh.clone() {
        let images = &mut trek.images;
        for address in std::iter::once(&mut images.banner_image).chain(&mut images.secondary_images)
        {
            *address = address.replace(".webp", ".svg");
        }
        // A picture that the agency chose itself.
        trek.images
            .secondary_images
            .push("/uploads/images/secondary/a.svg".to_owned());
        // As in versions before treks had a region and lists of what the price covers.
        trek.region = None;
        trek.included.clear();
        trek.not_included.clear();
        trek.version += 1;
        assert!(
            store::treks::update(&tx, &trek, trek.version - 1)
                .await
                .unwrap()
        );
    }
    // As after loading other demo files.
    store::metadata::set(
        &tx,
        "demo",
        &mark(&test).await.replace("\"digest\":\"", "\"digest\":\"x"),
    )
    .await
    .unwrap();
    tx.commit().await.unwrap();
    demo::load(&test.app).await.expect("loaded");
    for (trek, mut before) in store::treks::list(&test.app.db)
        .await
        .unwrap()
        .into_iter()
        .zip(fresh)
    {
        before
            .images
            .secondary_images
            .push("/uploads/images/secondary/a.svg".to_owned());
        assert_eq!(trek.images, before.images);
        assert!(trek.region.is_some() && !trek.included.is_empty());
        assert_eq!(
            (trek.region, trek.included, trek.not_included),
            (before.region, before.included, before.not_included)
        );
    }
}

async fn mark(test: &TestApp) -> String {
    let mark = store::metadata::find(&test.app.db, "demo").await.unwrap();
    mark.expect("the demo was loaded")
}
