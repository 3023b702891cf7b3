//! A minimal axum server: every request gets the bytes of one file. The body of a POST is parsed as JSON first.

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};

use crate::Failed;

/// `coding` is the Content-Encoding in which the file is stored, or `identity`.
pub async fn serve(file: &str, content_type: &str, coding: &str) -> Result<(), Failed> {
    let bytes = Bytes::from(std::fs::read(file)?);
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_str(content_type)?);
    if coding != "identity" {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_str(coding)?);
    }
    let answer = move |body: Bytes| async move {
        match body.is_empty() || serde_json::from_slice::<serde_json::Value>(&body).is_ok() {
            true => Ok((headers, bytes)),
            false => Err(StatusCode::BAD_REQUEST),
        }
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}", listener.local_addr()?);
    Ok(axum::serve(listener, Router::new().fallback(answer)).await?)
}
