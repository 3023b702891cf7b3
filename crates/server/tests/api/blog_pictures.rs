//! Pictures of articles: completed ones only, and files in the multipart form of the documents (document 2 §7,
//! decisions §3).

use axum::http::Method;
use serde_json::{Value, json};

use crate::blog_write::{article, audit, written};
use crate::call::{Answer, fields_of};
use crate::stage::with;
use crate::upload::{Uploads, uploads};
use crate::upload_pictures::png;

const KIND: &str = "multipart/form-data; boundary=x";

/// A field of a form: a text, or a file.
fn field(name: &str, file: Option<&str>, content: &[u8]) -> Vec<u8> {
    let file = file.map_or_else(String::new, |file| format!("; filename=\"{file}\""));
    let head = format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n");
    [head.as_bytes(), content, b"\r\n"].concat()
}

async fn put(test: &Uploads, blog: &Value, kind: &str, body: Vec<u8>) -> Answer {
    let path = format!("/api/blogs/{}", blog["_id"].as_str().expect("an id"));
    let call = test.test.call(Method::PUT, &path).body(kind, body);
    call.bearer(&test.admin.access).send().await
}

async fn put_form(test: &Uploads, blog: &Value, fields: &[Vec<u8>]) -> Answer {
    let body = [&fields.concat()[..], b"--x--\r\n"].concat();
    put(test, blog, KIND, body).await
}

// API-32 UPLOAD-09: each file is stored under the prefix of its field.
#[tokio::test]
async fn the_multipart_form_uploads_pictures_with_an_article() {
    let test = uploads().await;
    let blog = written(&test.test, &test.admin, &article("Tea")).await;
    let (small, large) = (png(20, 10), png(40, 30));
    let fields = [
        field("description", None, b"On salt"),
        field("images", None, br#"["/pictures/c.svg"]"#),
        field("thumbnail", Some("a.png"), &small),
        field("banner", Some("b.png"), &large),
        field("images", Some("c.png"), &small),
        field("images", Some("d.png"), &large),
        // A file input without a chosen file.
        field("images", Some(""), b""),
    ];
    let changed = put_form(&test, &blog, &fields).await.expect(200)["data"]["blog"].clone();
    assert_eq!(changed["description"], "On salt");
    assert_eq!(changed["images"][0], "/pictures/c.svg");
    assert_eq!(changed["images"].as_array().map(Vec::len), Some(3));
    for (address, prefix, width) in [
        (&changed["thumbnail"], "thumbnails", 20),
        (&changed["banner"], "banners", 40),
        (&changed["images"][1], "images", 20),
        (&changed["images"][2], "images", 40),
    ] {
        let address = address.as_str().expect("an address");
        assert!(
            address.starts_with(&format!("/uploads/blogs/{prefix}/")),
            "{address}"
        );
        let picture = test.test.get(address).send().await.body;
        let picture = image::load_from_memory(&picture).expect("a picture");
        assert_eq!(picture.width(), width);
    }
    assert_eq!(audit(&test.test, &test.admin).await[0], "update blog Tea");
}

// API-32 API-38 UPLOAD-04 UPLOAD-05: a form with an unusable file changes nothing.
#[tokio::test]
async fn a_form_with_an_unusable_file_is_refused() {
    let test = uploads().await;
    let blog = written(&test.test, &test.admin, &article("Tea")).await;
    let many: Vec<_> = (0..21)
        .map(|_| field("images", Some("a.png"), b"x"))
        .collect();
    for (fields, status, said) in [
        (
            vec![field("banner", Some("a.png"), b"no picture")],
            400,
            "File type error: ",
        ),
        (
            vec![
                field("banner", Some("a.png"), &png(9, 9)),
                field("images", Some("a.png"), b"no picture"),
            ],
            400,
            "File type error: ",
        ),
        (
            vec![field(
                "banner",
                Some("a.png"),
                &vec![0; 15 * 1024 * 1024 + 1],
            )],
            413,
            "File size error: ",
        ),
        (
            vec![field("title", Some("a.png"), b"x")],
            400,
            "title takes no file",
        ),
        (many, 400, "Upload failed: "),
    ] {
        let body = put_form(&test, &blog, &fields).await.expect(status);
        let message = body["message"].as_str().expect("a message");
        assert!(message.starts_with(said), "{message}");
    }
    assert_eq!(audit(&test.test, &test.admin).await, ["create blog Tea"]);
}

// BLOGADM-01 UPLOAD-10 API-38: an article may use completed pictures only.
#[tokio::test]
async fn an_article_with_an_incomplete_picture_is_refused() {
    let test = uploads().await;
    let blog = written(&test.test, &test.admin, &article("Tea")).await;
    let asked = test.sign("image/png", 10).await.expect(200)["data"]["publicUrl"].clone();
    for address in [
        asked,
        json!("http://localhost:8080/uploads/blogs/banners/none.jpg"),
    ] {
        for (name, value, named) in [
            ("thumbnail", address.clone(), "thumbnail"),
            ("banner", address.clone(), "banner"),
            ("images", json!(["/pictures/b.svg", address]), "images[1]"),
        ] {
            let new = with(&article("Salt"), name, value.clone());
            let refused = test.post("/api/blogs", &new).await;
            let said = "Validation failed. Please check your input.";
            assert_eq!(fields_of(&refused.expect_failure(422, said)), [named]);
            let change = json!({name: value}).to_string().into_bytes();
            let refused = put(&test, &blog, "application/json", change).await;
            let body = refused.expect_failure(400, "Invalid blog data");
            assert_eq!(fields_of(&body), [named]);
        }
    }
    let finished = test.stored(&png(9, 9)).await;
    let new = with(&article("Salt"), "banner", json!(finished));
    test.post("/api/blogs", &new).await.expect(201);
}
