//! Placeholders of pictures, shown until a picture has loaded, in the responses that contain pictures.

use std::collections::BTreeSet;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chautari::features::upload::missing_placeholders;
use image::GenericImageView;
use serde_json::Value;

use crate::demo_pictures::{banner, rendered};
use crate::stage::{change_trek, stored_trek};
use crate::support::TestApp;
use crate::upload::{Uploads, uploads};
use crate::upload_pictures::{jpeg_with_place, png};

/// Decodes the image of a placeholder.
fn pixels(placeholder: &Value) -> image::DynamicImage {
    let text = placeholder.as_str().expect("a placeholder");
    assert!(text.len() <= 400, "{} letters", text.len());
    let data = text.strip_prefix("data:image/webp;base64,").expect("WebP");
    let bytes = STANDARD.decode(data).expect("base64");
    image::load_from_memory_with_format(&bytes, image::ImageFormat::WebP).expect("a picture")
}

impl Uploads {
    async fn read(&self, path: &str) -> Value {
        self.test.get(path).send().await.expect(200)["data"].clone()
    }
}

// UPLOAD-01: placeholders are made with the smaller copies. The page of a trek has those of all its pictures, a list
// those of the banners.
#[tokio::test]
async fn responses_with_a_trek_contain_placeholders_of_its_pictures() {
    let test = uploads().await;
    let url = test.stored(&jpeg_with_place(1200, 800)).await;
    let banner = banner();
    let mut trek = stored_trek(&test.test).await;
    change_trek(&test.test, &mut trek, |trek| {
        trek.images.banner_image.clone_from(&url);
        trek.images.secondary_images =
            vec![banner.clone(), "https://elsewhere.example/a.jpg".to_owned()];
    })
    .await;
    let one = test.read(&format!("/api/treks/{}", trek.id)).await["trek"].clone();
    let found = one["placeholders"].as_object().expect("placeholders");
    let mut addresses: Vec<&str> = found.keys().map(String::as_str).collect();
    addresses.sort_unstable();
    assert_eq!(addresses, [&*banner, &*url]);
    // Rotated by a quarter turn, as its EXIF orientation requires.
    assert_eq!(pixels(&found[&url]).dimensions(), (11, 16));
    assert_eq!(pixels(&found[&banner]).dimensions(), (16, 10));
    let listed = test.read("/api/treks/getall").await["treks"][0]["placeholders"].clone();
    assert_eq!(listed, serde_json::json!({ &*url: found[&url] }));
}

// A drawing or a transparent picture has none: the placeholder would show through.
#[tokio::test]
async fn drawings_and_transparent_pictures_have_no_placeholder() {
    let test = uploads().await;
    let drawing =
        b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 2 1'><path d='M0 0h2v1z'/></svg>";
    let (done, drawn) = test.send("image/svg+xml", drawing).await;
    done.expect(200);
    let (done, glass) = test.send("image/png", &png(640, 400)).await;
    done.expect(200);
    let mut trek = stored_trek(&test.test).await;
    change_trek(&test.test, &mut trek, |trek| {
        trek.images.banner_image.clone_from(&drawn);
        trek.images.secondary_images = vec![glass.clone()];
    })
    .await;
    let one = test.read(&format!("/api/treks/{}", trek.id)).await;
    assert_eq!(one["trek"].get("placeholders"), None);
}

// Pictures that were uploaded before placeholders existed get theirs, and cached lists show them.
#[tokio::test]
async fn older_pictures_get_their_placeholders() {
    let test = uploads().await;
    let url = test.stored(&jpeg_with_place(640, 960)).await;
    let lost = test.stored(&jpeg_with_place(64, 64)).await;
    let mut trek = stored_trek(&test.test).await;
    change_trek(&test.test, &mut trek, |trek| {
        trek.images.banner_image.clone_from(&url)
    })
    .await;
    let listed =
        async || test.read("/api/treks/getall").await["treks"][0]["placeholders"][&url].clone();
    let made = listed().await;
    let (app, key) = (&test.test.app, |url: &str| url.replace("/uploads/", ""));
    // As an older version stored them.
    for url in [&url, &lost] {
        store::pictures::remove(&app.db, &key(url)).await.unwrap();
        let stored = store::pictures::State::Stored;
        store::pictures::insert(&app.db, &key(url), stored, app.clock.now())
            .await
            .unwrap();
    }
    app.files.delete(&key(&lost)).await.unwrap();
    assert_eq!(listed().await, Value::Null);
    let made_now = missing_placeholders::make_missing(app).await;
    made_now.expect("made");
    let again = listed().await;
    assert_eq!(pixels(&again).dimensions(), pixels(&made).dimensions());
    let left = store::pictures::list_without_placeholder(&app.db, 10)
        .await
        .unwrap();
    assert_eq!(
        left,
        Vec::<String>::new(),
        "one whose file is lost is not looked for again"
    );
}

#[tokio::test]
async fn lists_of_articles_contain_placeholders_of_thumbnails_only() {
    let test = TestApp::start().await;
    chautari::features::demo::load(&test.app)
        .await
        .expect("loaded");
    let read = async |path: &str| test.get(path).send().await.expect(200)["data"].clone();
    let list = read("/api/blogs").await["blogs"].clone();
    for blog in list.as_array().expect("articles") {
        let thumbnail = &blog["thumbnail"];
        assert_eq!(keys(&blog["placeholders"]), having_one([thumbnail]));
        let id = blog["_id"].as_str().expect("an id");
        let whole = read(&format!("/api/blogs/{id}")).await["blog"].clone();
        let images = whole["images"].as_array().expect("addresses");
        let all = [thumbnail, &whole["banner"]].into_iter().chain(images);
        assert_eq!(keys(&whole["placeholders"]), having_one(all));
    }
    let trending = read("/api/bookings/get-trending-treks").await;
    for trek in trending["treks"].as_array().expect("treks") {
        let expected = having_one([&trek["images"]["bannerImage"]]);
        assert_eq!(keys(&trek["placeholders"]), expected);
    }
}

fn keys(placeholders: &Value) -> BTreeSet<String> {
    let found = placeholders.as_object().into_iter().flatten();
    found
        .map(|(address, placeholder)| {
            pixels(placeholder);
            address.clone()
        })
        .collect()
}

/// The URLs of photos; drawings have no placeholder.
fn having_one<'a>(addresses: impl IntoIterator<Item = &'a Value>) -> BTreeSet<String> {
    let rendered = rendered();
    let addresses = addresses.into_iter().filter_map(Value::as_str);
    let named = |address: &&str| {
        let name = address.strip_prefix("/pictures/")?.strip_suffix(".webp")?;
        rendered.get(name)
    };
    let found = addresses.filter(|address| named(address).is_some());
    found.map(str::to_owned).collect()
}
