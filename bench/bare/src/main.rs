//! Minimal axum server that returns the bytes of one file, as the baseline for the benchmarks.
use axum::{Router, http::header, routing::get};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("usage: bare FILE")?;
    let body: &'static [u8] = std::fs::read(file)?.leak();
    let answer = move || async move { ([(header::CONTENT_TYPE, "application/json")], body) };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}", listener.local_addr()?);
    axum::serve(
        listener,
        Router::new().route("/api/treks/getall", get(answer)),
    )
    .await?;
    Ok(())
}
