//! Uploads at several servers that share a database and a file store.

use axum::http::Method;
use chautari::router;
use serde_json::{Value, json};

use crate::call::Call;
use crate::shared_tasks::another;
use crate::upload::uploads;
use crate::upload_pictures::jpeg_with_place;

#[tokio::test]
async fn a_picture_may_be_signed_sent_completed_and_read_at_different_servers() {
    let uploads = uploads().await;
    let (second, _folder) = another(&uploads.test).await;
    let (third, _folder) = another(&uploads.test).await;
    let (second, third) = (router::router(second), router::router(third));
    let bytes = jpeg_with_place(1200, 800);
    let signed = uploads.sign("image/jpeg", bytes.len()).await.expect(200)["data"].clone();
    let text = |signed: &Value, name: &str| signed[name].as_str().expect("an address").to_owned();
    let to = text(&signed, "uploadUrl");
    let to = to.strip_prefix("http://localhost:8080").expect("ours");
    let sent = Call::new(second.clone(), Method::PUT, to).body("image/jpeg", bytes);
    sent.send().await.expect(200);
    let url = text(&signed, "publicUrl");
    let done = Call::new(third, Method::POST, "/api/upload/complete");
    let done = done.json(&json!({"publicUrl": url}));
    let done = done.bearer(&uploads.admin.access).send().await;
    done.expect(200);
    for path in [url.clone(), format!("{url}/480")] {
        let here = uploads.test.get(&path).send().await;
        let there = Call::new(second.clone(), Method::GET, &path).send().await;
        assert_eq!(here.status, 200, "{path}");
        assert_eq!(there.status, 200, "{path}");
        assert_eq!(here.body, there.body, "{path}");
    }
}
