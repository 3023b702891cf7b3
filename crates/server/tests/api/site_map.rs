//! The sitemap and robots.txt.

use crate::page::{SITE, put_on_sale, start, text, write_blog};

// Pages for crawlers with the date of their last change, and paths that are excluded.
#[tokio::test]
async fn sitemap_and_robots_list_public_pages_only() {
    let test = start().await;
    let trek = put_on_sale(&test, "Everest").await;
    let blog = write_blog(&test, "On tea", true).await;
    let answer = test.get("/sitemap.xml").send().await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.header("content-type"),
        Some("application/xml; charset=utf-8")
    );
    let found: Vec<&str> = text(&answer).matches("<loc>").collect();
    assert_eq!(found.len(), 8, "{}", text(&answer));
    for line in [
        format!("<url><loc>{SITE}/</loc></url>"),
        format!("<url><loc>{SITE}/custom-trek</loc></url>"),
        format!("<url><loc>{SITE}/privacy</loc></url>"),
        format!(
            "<url><loc>{SITE}/package/{}</loc><lastmod>2026-11-20T03:30:00Z</lastmod></url>",
            trek.id
        ),
        format!(
            "<url><loc>{SITE}/blog/{}</loc><lastmod>2026-11-20T02:30:00Z</lastmod></url>",
            blog.id
        ),
    ] {
        assert!(text(&answer).contains(&line), "{line} in {}", text(&answer));
    }
    let robots = test.get("/robots.txt").send().await;
    assert_eq!(robots.status, 200);
    assert_eq!(
        robots.header("content-type"),
        Some("text/plain; charset=utf-8")
    );
    for line in ["/admin", "/dashboard", "/booking", "/checkout", "/api"] {
        assert!(
            text(&robots).contains(&format!("\nDisallow: {line}\n")),
            "{line}"
        );
    }
    assert!(text(&robots).ends_with(&format!("\nSitemap: {SITE}/sitemap.xml\n")));
}
