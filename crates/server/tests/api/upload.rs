//! Picture uploads: signed, sent, checked, converted and served (decisions §3, §6, §10 "Uploads").

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::call::Answer;
use crate::support::{Login, TestApp};
use crate::upload_pictures::{bomb, heic_with_place, jpeg_with_place, png};

pub struct Uploads {
    pub test: TestApp,
    pub admin: Login,
}

pub async fn uploads() -> Uploads {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    Uploads { test, admin }
}

impl Uploads {
    pub async fn sign(&self, content_type: &str, size: usize) -> Answer {
        let ask = json!({"fileName": "a.jpg", "contentType": content_type, "size": size,
            "keyPrefix": "images/banner"});
        self.post("/api/upload/sign", &ask).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Answer {
        let call = self.test.post(path, body);
        call.bearer(&self.admin.access).send().await
    }

    pub async fn put(&self, signed: &Value, content_type: &str, bytes: &[u8]) -> Answer {
        let url = signed["uploadUrl"].as_str().expect("an address");
        let path = url.strip_prefix("http://localhost:8080").expect("ours");
        let call = self.test.call(Method::PUT, path);
        call.body(content_type, bytes.to_vec()).send().await
    }

    /// Signs and uploads a picture; returns the response of `complete` and the URL.
    pub async fn send(&self, content_type: &str, bytes: &[u8]) -> (Answer, String) {
        let signed = self.sign(content_type, bytes.len()).await.expect(200)["data"].clone();
        self.put(&signed, content_type, bytes).await.expect(200);
        let url = signed["publicUrl"].as_str().expect("an address").to_owned();
        let done = self
            .post("/api/upload/complete", &json!({"publicUrl": url}))
            .await;
        (done, url)
    }

    pub async fn stored(&self, bytes: &[u8]) -> String {
        let (done, url) = self.send("image/jpeg", bytes).await;
        done.expect(200);
        url
    }
}

pub fn message(answer: Answer, status: u16) -> String {
    answer.expect(status)["message"]
        .as_str()
        .expect("a message")
        .to_owned()
}

// UPLOAD-10 UPLOAD-11 UPLOAD-13: not found before its completion, cached for ever after it.
#[tokio::test]
async fn a_signed_picture_is_public_once_it_is_completed() {
    let test = uploads().await;
    let bytes = jpeg_with_place(1200, 800);
    let signed = test.sign("image/jpeg", bytes.len()).await.expect(200)["data"].clone();
    let url = signed["publicUrl"].as_str().expect("an address");
    assert!(url.starts_with("/uploads/images/banner/"), "{url}");
    assert_eq!(signed["method"], "PUT");
    test.post("/api/upload/complete", &json!({"publicUrl": url}))
        .await
        .expect(409);
    test.put(&signed, "image/jpeg", &bytes).await.expect(200);
    test.test.get(url).send().await.expect(404);
    for _ in 0..2 {
        let done = test
            .post("/api/upload/complete", &json!({"publicUrl": url}))
            .await;
        assert_eq!(done.expect(200)["data"]["publicUrl"], url);
    }
    let served = test.test.get(url).send().await;
    assert_eq!(served.status, 200);
    assert_eq!(served.header("content-type"), Some("image/jpeg"));
    assert_eq!(served.header("x-content-type-options"), Some("nosniff"));
    assert!(
        served
            .header("cache-control")
            .is_some_and(|said| said.contains("immutable"))
    );
    test.put(&signed, "image/jpeg", &bytes).await.expect(409);
}

// UPLOAD-01: location data is removed, the picture is rotated upright, and smaller copies are made.
#[tokio::test]
async fn a_picture_is_stored_without_location_data_and_with_smaller_copies() {
    let test = uploads().await;
    let bytes = jpeg_with_place(1200, 800);
    assert!(contains(&bytes, b"GPS-PLACE"));
    let url = test.stored(&bytes).await;
    let picture = test.test.get(&url).send().await.body;
    assert!(!contains(&picture, b"GPS-PLACE") && !contains(&picture, b"Exif"));
    // Rotated by a quarter turn, as its EXIF orientation requires.
    let image = image::load_from_memory(&picture).expect("a picture");
    assert_eq!((image.width(), image.height()), (800, 1200));
    let copy = test.test.get(&format!("{url}/480")).send().await;
    assert_eq!(copy.header("content-type"), Some("image/webp"));
    let image = image::load_from_memory(&copy.body).expect("a picture");
    assert_eq!((image.width(), image.height()), (480, 720));
    assert!(!contains(&copy.body, b"GPS-PLACE"));
    // A width beyond the picture returns the picture itself.
    let same = test.test.get(&format!("{url}/1600")).send().await;
    assert_eq!(same.body, picture);
    test.test
        .get(&format!("{url}/481"))
        .send()
        .await
        .expect(404);
}

// UPLOAD-01: phones take photos as HEIC, which browsers do not show.
#[tokio::test]
async fn a_heic_is_converted_to_a_jpeg() {
    let test = uploads().await;
    let bytes = heic_with_place(600, 400);
    assert!(contains(&bytes, b"GPS-PLACE"));
    let (done, url) = test.send("image/heic", &bytes).await;
    done.expect(200);
    assert!(url.ends_with(".jpg"), "{url}");
    let picture = test.test.get(&url).send().await.body;
    assert!(!contains(&picture, b"GPS-PLACE"));
    let image = image::load_from_memory(&picture).expect("a picture");
    assert_eq!((image.width(), image.height()), (600, 400));
    // Red on the left, blue on the right.
    let [left, right] = [10, 590].map(|x| image.to_rgb8().get_pixel(x, 200).0);
    assert!(left[0] > 180 && left[2] < 80, "{left:?}");
    assert!(right[0] < 80 && right[2] > 180, "{right:?}");
    let (done, _) = test.send("image/heic", &bytes[..bytes.len() / 2]).await;
    let said = message(done, 400);
    assert!(said.starts_with("File type error: "), "{said}");
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

// UPLOAD-05: the content decides, not the name or the header.
#[tokio::test]
async fn the_type_of_a_file_is_detected_from_its_content() {
    let test = uploads().await;
    let (done, url) = test.send("image/jpeg", &png(20, 10)).await;
    done.expect(200);
    let served = test.test.get(&url).send().await;
    assert_eq!(served.header("content-type"), Some("image/jpeg"));
    assert!(served.body.starts_with(&[0xff, 0xd8]));
    let page = b"<html><script>alert(1)</script></html>";
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    let heic = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic";
    for lie in [&page[..], svg, heic, b"\xff\xd8\xff\xe0 broken", b""] {
        let (done, url) = test.send("image/jpeg", lie).await;
        let said = message(done, 400);
        assert!(said.starts_with("File type error: "), "{said}");
        test.test.get(&url).send().await.expect(404);
    }
    let (done, _) = test.send("image/svg+xml", &png(20, 10)).await;
    let said = message(done, 400);
    assert!(said.starts_with("File type error: "), "{said}");
}

// UPLOAD-01 UPLOAD-05: unusable files are refused before they are sent.
#[tokio::test]
async fn an_upload_is_signed_for_usable_files_only() {
    let test = uploads().await;
    for content_type in ["text/html", "application/pdf", ""] {
        let said = message(test.sign(content_type, 10).await, 400);
        assert!(said.starts_with("File type error: "), "{said}");
    }
    const MOST: usize = 2 * 1024 * 1024;
    test.sign("image/svg+xml", MOST).await.expect(200);
    let said = message(test.sign("image/svg+xml", MOST + 1).await, 413);
    assert!(said.starts_with("File size error: "), "{said}");
    for kind in [
        "jpeg", "jpg", "png", "gif", "webp", "bmp", "tiff", "avif", "heic", "heif",
    ] {
        let content_type = format!("image/{kind}");
        test.sign(&content_type, MOST + 1).await.expect(200);
    }
}

// UPLOAD-02 UPLOAD-04: the limit of fifteen million bytes, and a small file that claims many pixels.
#[tokio::test]
async fn a_body_that_is_too_large_is_refused_before_it_is_read() {
    let test = uploads().await;
    const MOST: usize = 15 * 1024 * 1024;
    test.sign("image/jpeg", MOST).await.expect(200);
    let said = message(test.sign("image/jpeg", MOST + 1).await, 413);
    assert!(said.starts_with("File size error: "), "{said}");
    let signed = test.sign("image/jpeg", MOST).await.expect(200)["data"].clone();
    let said = message(
        test.put(&signed, "image/jpeg", &vec![0; MOST + 1]).await,
        413,
    );
    assert!(said.starts_with("File size error: "), "{said}");
    let (done, _) = test.send("image/png", &bomb()).await;
    let said = message(done, 413);
    assert!(said.starts_with("File size error: "), "{said}");
}

// UPLOAD-10: the signature covers key, expiry, size and type.
#[tokio::test]
async fn a_signed_url_accepts_the_announced_file_until_it_expires() {
    let test = uploads().await;
    let bytes = png(4, 4);
    let signed = test.sign("image/png", bytes.len()).await.expect(200)["data"].clone();
    test.put(&signed, "image/jpeg", &bytes).await.expect(415);
    test.put(&signed, "image/png", &bytes[..10])
        .await
        .expect(400);
    let longer = [&bytes[..], b"x"].concat();
    assert!(matches!(
        test.put(&signed, "image/png", &longer)
            .await
            .status
            .as_u16(),
        400 | 413
    ));
    let url = signed["uploadUrl"].as_str().expect("an address");
    for (part, other) in [
        (format!("size={}", bytes.len()), "size=99".to_owned()),
        ("type=image%2Fpng".to_owned(), "type=text%2Fhtml".to_owned()),
        ("images/banner".to_owned(), "images/secondary".to_owned()),
        ("expires=".to_owned(), "expires=9".to_owned()),
        ("signature=".to_owned(), "signature=00".to_owned()),
    ] {
        assert!(url.contains(&part), "{url}");
        let forged = json!({"uploadUrl": url.replace(&part, &other)});
        test.put(&forged, "image/png", &bytes).await.expect(403);
    }
    test.test.clock.advance(TimeDelta::minutes(16));
    test.put(&signed, "image/png", &bytes).await.expect(403);
}

// UPLOAD-09: only the prefixes of the documents are allowed.
#[tokio::test]
async fn a_prefix_that_leads_elsewhere_is_refused() {
    let test = uploads().await;
    for prefix in [
        "",
        "..",
        "images/banner/..",
        "../images/banner",
        "/images/banner",
        "incoming",
    ] {
        let ask = json!({"contentType": "image/png", "size": 10, "keyPrefix": prefix});
        let said = message(test.post("/api/upload/sign", &ask).await, 400);
        assert!(said.starts_with("Upload failed: "), "{said}");
    }
    for path in [
        "/uploads/../chautari.db",
        "/uploads/incoming/x",
        "/uploads/%2e%2e/secret.key",
    ] {
        assert_eq!(test.test.get(path).send().await.status, 404, "{path}");
    }
}
