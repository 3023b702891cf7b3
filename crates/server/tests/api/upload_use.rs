//! Pictures in forms, in use, and no longer in use (decisions §3, §6).

use axum::http::Method;
use chautari::features::upload::usage;
use chrono::TimeDelta;
use serde_json::json;

use crate::call::Answer;
use crate::stage::with;
use crate::trek_save::desk;
use crate::upload::{Uploads, uploads};
use crate::upload_pictures::png;

pub const BOUNDARY: &str = "----stones";

/// A form: each file under the field, the prefix behind them.
pub fn form(field: &str, files: &[&[u8]], prefix: &str) -> Vec<u8> {
    let mut body = Vec::new();
    for file in files {
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"a.png\"\r\n\r\n"
        );
        body.extend(head.as_bytes());
        body.extend(*file);
        body.extend(b"\r\n");
    }
    let tail = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"keyPrefix\"\r\n\r\n{prefix}\r\n--{BOUNDARY}--\r\n"
    );
    body.extend(tail.as_bytes());
    body
}

impl Uploads {
    async fn form(&self, path: &str, body: Vec<u8>) -> Answer {
        let call = self.test.call(Method::POST, path);
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        call.body(&kind, body)
            .bearer(&self.admin.access)
            .send()
            .await
    }

    async fn delete(&self, url: &str) -> Answer {
        let call = self.test.call(Method::DELETE, "/api/upload/delete");
        let call = call.json(&json!({"url": url}));
        call.bearer(&self.admin.access).send().await
    }
}

// API-34 API-35 UPLOAD-09: forms with one picture and with several.
#[tokio::test]
async fn forms_upload_pictures_under_their_prefix() {
    let test = uploads().await;
    let picture = png(30, 20);
    let body = form("image", &[&picture], "blogs/thumbnails");
    let url = test.form("/api/upload/single", body).await.expect(200)["url"].clone();
    let url = url.as_str().expect("an address");
    assert!(
        url.starts_with("/uploads/blogs/thumbnails/") && url.ends_with(".png"),
        "{url}"
    );
    assert_eq!(test.test.get(url).send().await.status, 200);
    let body = form("images", &[&picture, &picture], "blogs/images");
    let urls = test.form("/api/upload/multiple", body).await.expect(200)["urls"].clone();
    assert_eq!(urls.as_array().map(Vec::len), Some(2));

    let bad = form("images", &[&picture, b"no picture"], "blogs/images");
    let body = test.form("/api/upload/multiple", bad).await.expect(400);
    assert!(
        body["message"]
            .as_str()
            .is_some_and(|said| said.starts_with("File type error"))
    );
    let large = vec![0; 15 * 1024 * 1024 + 1];
    let body = form("image", &[&large], "blogs/images");
    let body = test.form("/api/upload/single", body).await.expect(413);
    assert!(
        body["message"]
            .as_str()
            .is_some_and(|said| said.starts_with("File size error"))
    );
    for (body, what) in [
        (form("image", &[&picture], "blogs/../.."), "prefix"),
        (form("image", &[], "blogs/images"), "no file"),
        (b"no form".to_vec(), "no form"),
    ] {
        let said = test.form("/api/upload/single", body).await.expect(400);
        let said = said["message"].as_str().expect("a message");
        assert!(said.starts_with("Upload failed"), "{what}: {said}");
    }
}

// API-36: only the site's own pictures, none in use, each once.
#[tokio::test]
async fn a_picture_is_deleted_unless_something_shows_it() {
    let desk = desk().await;
    let test = Uploads {
        test: desk.test,
        admin: desk.admin,
    };
    let (shown, other) = (test.stored(&png(9, 9)).await, test.stored(&png(9, 9)).await);
    let document = with(&desk.document, "images.bannerImage", json!(shown));
    let put = test.test.call(Method::PUT, &desk.path).json(&document);
    put.bearer(&test.admin.access).send().await.expect(200);
    test.delete(&shown).await.expect(409);
    test.delete(&other).await.expect(200);
    test.delete(&other).await.expect(404);
    for foreign in [
        "https://elsewhere.example/a.jpg",
        "/pictures/a.svg",
        "/uploads/../chautari.db",
        "",
    ] {
        test.delete(foreign).await.expect(400);
    }
    assert_eq!(test.test.get(&shown).send().await.status, 200);
    assert_eq!(test.test.get(&other).send().await.status, 404);
}

// UPLOAD-10 API-38: a trek may use completed pictures only.
#[tokio::test]
async fn a_trek_with_an_incomplete_picture_is_refused() {
    let desk = desk().await;
    let test = Uploads {
        test: desk.test,
        admin: desk.admin,
    };
    let asked = test.sign("image/png", 10).await.expect(200)["data"]["publicUrl"].clone();
    for address in [
        asked,
        json!("http://localhost:8080/uploads/images/banner/none.jpg"),
        json!("/uploads/../a.jpg"),
    ] {
        let document = with(
            &desk.document,
            "images.secondaryImages",
            json!(["/pictures/b.svg", address]),
        );
        let put = test.test.call(Method::PUT, &desk.path).json(&document);
        let body = put.bearer(&test.admin.access).send().await.expect(422);
        assert_eq!(body["errors"][0]["field"], "images.secondaryImages[1]");
    }
}

// UPLOAD-10: pictures that no document shows are deleted after a day.
#[tokio::test]
async fn an_unused_picture_is_deleted_after_a_day() {
    let desk = desk().await;
    let test = Uploads {
        test: desk.test,
        admin: desk.admin,
    };
    let (first, second) = (test.stored(&png(9, 9)).await, test.stored(&png(9, 9)).await);
    let show = async |url: &str| {
        let document = with(&desk.document, "images.bannerImage", json!(url));
        let document = crate::stage::without(&document, "version");
        let put = test.test.call(Method::PUT, &desk.path).json(&document);
        // At most half a day, so that the session of the test stays valid.
        put.bearer(&test.admin.access).send().await
    };
    show(&first).await.expect(200);
    let there = async |url: &str| test.test.get(url).send().await.status == 200;
    test.test.clock.advance(TimeDelta::hours(23));
    usage::sweep(&test.test.app).await.expect("swept");
    assert!(there(&first).await && there(&second).await);
    test.test.clock.advance(TimeDelta::hours(2));
    usage::sweep(&test.test.app).await.expect("swept");
    assert!(there(&first).await && !there(&second).await);
    let left: usize = store::pictures::list_keys(&test.test.app.db)
        .await
        .expect("keys")
        .len();
    assert_eq!(left, 1);
}
