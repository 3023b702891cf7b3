//! Hidden content, hostile names, caching of pages, and the page that is never cached (document 1 §2).

use axum::http::Method;
use domain::trek::Trek;
use sea_orm::ConnectionTrait;

use crate::page::{SITE, data, graph, page, put_on_sale, start, text, thing, write_blog};
use crate::stage::{keep, trek_named};
use crate::support::TestApp;

// The app still starts, tells the visitor, and names the request to look up in the log.
#[tokio::test]
async fn a_page_that_a_defect_prevents_is_500_with_the_app_and_its_request_id() {
    let test = start().await;
    let blog = write_blog(&test, "Unreadable", true).await;
    let broken = "update blogs set document = '{}'";
    let changed = test.app.db.execute_unprepared(broken).await;
    assert_eq!(changed.expect("changed").rows_affected(), 1);
    let answer = test.get(&format!("/blog/{}", blog.id)).send().await;
    assert_eq!(answer.status, 500);
    assert!(
        answer
            .header("x-request-id")
            .is_some_and(|id| !id.is_empty())
    );
    assert_eq!(answer.header("x-robots-tag"), Some("noindex"));
    assert_eq!(answer.header("retry-after"), None);
    assert!(text(&answer).contains("<div id=\"root\">"));
    assert_eq!(test.get("/blogs").send().await.status, 500);
}

// NOTFOUND-01: an unknown page is 404 with the page, and search engines do not index it.
#[tokio::test]
async fn hidden_content_is_in_no_public_page() {
    let test = start().await;
    let on_sale = put_on_sale(&test, "Everest").await;
    let archived = Trek {
        archived_at: Some(test.app.clock.now()),
        ..trek_named(&test.app, "Withdrawn")
    };
    keep(&test.app, &archived).await;
    let mut hidden = trek_named(&test.app, "Unready");
    for route in &mut hidden.routes {
        route.is_visible = false;
    }
    keep(&test.app, &hidden).await;
    let draft = write_blog(&test, "Unfinished", false).await;
    let nobody = test.app.clock.new_id();
    for path in [
        format!("/package/{}", archived.id),
        format!("/package/{}", hidden.id),
        format!("/package/{nobody}"),
        "/package/1".to_owned(),
        "/package/%3Cscript%3E".to_owned(),
        format!("/package/{}", on_sale.id.simple()),
        format!("/blog/{}", draft.id),
        format!("/blog/{nobody}"),
        "/blog/nope.html".to_owned(),
    ] {
        let answer = test.get(&path).send().await;
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.header("x-robots-tag"), Some("noindex"), "{path}");
        let html = text(&answer);
        assert!(html.contains("<div id=\"root\">"), "{path}");
        for name in ["Withdrawn", "Unready", "Unfinished"] {
            assert!(!html.contains(name), "{path}");
        }
    }
    let trek = page(&test, &format!("/package/{}", on_sale.id)).await;
    assert!(!text(&trek).contains("Secret"), "the hidden route");
    for path in ["/", "/packages", "/blogs", "/sitemap.xml"] {
        let answer = test.get(path).send().await;
        for secret in [
            "Withdrawn",
            "Unready",
            "Unfinished",
            &draft.id.to_string(),
            &archived.id.to_string(),
        ] {
            assert!(!text(&answer).contains(secret), "{secret} on {path}");
        }
    }
}

// Personal pages exist, but are not indexed.
#[tokio::test]
async fn personal_pages_contain_no_data_but_the_settings() {
    let test = start().await;
    for path in [
        "/signup",
        "/dashboard",
        "/dashboard/bookings/1",
        "/booking",
        "/checkout",
        "/admin",
    ] {
        let answer = test.get(path).send().await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("x-robots-tag"), Some("noindex"), "{path}");
        let brought = data(&answer);
        let calls: Vec<&String> = brought.as_object().expect("calls").keys().collect();
        assert_eq!(calls, ["/api/config"], "{path}");
    }
    let packed = test
        .get("/signup")
        .header("accept-encoding", "br")
        .send()
        .await;
    assert_eq!(packed.header("content-encoding"), Some("br"));
}

// TREK-01: names and texts are escaped.
#[tokio::test]
async fn hostile_names_are_escaped_in_every_page() {
    let test = start().await;
    let name = "</script><script>alert(1)</script>\"'><!--";
    let mut trek = trek_named(&test.app, name);
    trek.description = format!("{name}\u{2028}</title><img src=x onerror=alert(2)>");
    trek.images.banner_image = "javascript:alert(3)".to_owned();
    trek.routes[1].name = name.to_owned();
    keep(&test.app, &trek).await;
    let blog = write_blog(&test, name, true).await;
    for path in [
        "/".to_owned(),
        "/packages".to_owned(),
        format!("/package/{}", trek.id),
        format!("/blog/{}", blog.id),
    ] {
        let answer = page(&test, &path).await;
        let html = text(&answer);
        for start in ["<script>", "<img src=x", "src=\"javascript:", "<!--"] {
            assert!(!html.contains(start), "{start} on {path}");
        }
        let in_scripts = html.split("<script").skip(1);
        for script in in_scripts.filter_map(|rest| rest.split("</script>").next()) {
            assert!(!script.contains('\u{2028}'), "{path}");
        }
        // The scripts are those of the theme, which requests the app, of the data, and of schema.org.
        let scripts = html.matches("<script").count();
        assert_eq!(scripts, html.matches("</script>").count(), "{path}");
        assert_eq!(scripts, 3, "{path}");
        graph(&answer);
        data(&answer);
    }
    let answer = page(&test, &format!("/package/{}", trek.id)).await;
    let brought = data(&answer);
    assert_eq!(
        brought[format!("/api/treks/{}", trek.id)]["data"]["trek"]["name"],
        name
    );
    assert_eq!(thing(&answer, "Product")["name"], name);
    assert!(
        !text(&answer).contains("og:image"),
        "a script is no picture"
    );
}

// An unchanged page is not sent again, and the next visitor sees a change.
#[tokio::test]
async fn a_page_has_an_etag_and_is_compressed_and_shows_changes_at_once() {
    let test = start().await;
    let trek = put_on_sale(&test, "Everest").await;
    let path = format!("/package/{}", trek.id);
    for path in ["/", &path] {
        for coding in ["br", "gzip"] {
            let get = || test.get(path).header("accept-encoding", coding);
            let first = get().send().await;
            assert_eq!(first.header("content-encoding"), Some(coding));
            assert_eq!(first.header("vary"), Some("accept-encoding"));
            assert_eq!(first.header("cache-control"), Some("no-cache"));
            let tag = first.header("etag").expect("an etag").to_owned();
            let again = get().header("if-none-match", &tag).send().await;
            assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
            assert_eq!(again.header("etag"), Some(tag.as_str()));
            let several = format!("\"x\", W/{tag}");
            let again = get().header("if-none-match", &several).send().await;
            assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
        }
    }
    let plain = test.get("/").send().await;
    assert_eq!(plain.header("content-encoding"), None);
    let head = test.call(Method::HEAD, "/").send().await;
    assert_eq!(head.status, 200);
    assert_eq!(head.header("etag"), plain.header("etag"));

    let tag = plain.header("etag").expect("an etag").to_owned();
    put_on_sale(&test, "Langtang").await;
    let changed = test.get("/").header("if-none-match", &tag).send().await;
    assert_eq!(changed.status, 200);
    assert!(text(&changed).contains("Langtang"));
    let refused = test.call(Method::POST, "/packages").send().await;
    refused.expect_failure(405, "This method is not allowed here");
}

// OAUTH-06 OAUTH-07: the callback of a third-party sign-in carries tokens in its URL.
#[tokio::test]
async fn the_login_page_sends_no_referrer_and_is_never_cached() {
    let app = TestApp::start().await;
    for path in [
        "/login",
        "/login/",
        "/login?accessToken=a&refreshToken=r&user=%7B%7D",
    ] {
        let answer = app.get(path).send().await;
        assert_eq!(
            answer.header("referrer-policy"),
            Some("no-referrer"),
            "{path}"
        );
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{path}");
        assert_eq!(answer.header("etag"), None, "{path}");
    }
    let other = app.get("/signup").send().await;
    assert_ne!(other.header("referrer-policy"), Some("no-referrer"));
}

// The server treats each page as contract/routes.json describes it.
#[tokio::test]
async fn every_route_of_the_contract_is_served_and_indexed_as_described() {
    let test = start().await;
    let list: serde_json::Value =
        serde_json::from_str(include_str!("../../../../contract/routes.json")).expect("JSON");
    let sitemap = test.get("/sitemap.xml").send().await;
    for (name, page) in list.as_object().expect("pages") {
        let path = page["path"].as_str().expect("a path");
        let (path, parameter) = path.split_once(':').unwrap_or((path, ""));
        let asked = match (path, parameter) {
            ("*", _) => "/nowhere".to_owned(),
            (path, "") => path.to_owned(),
            (path, _) => format!("{path}1"),
        };
        let answer = test.get(&asked).send().await;
        // No trek and no article has the id 1.
        let is_missing = name == "notFound" || (page["html"] == "content" && !parameter.is_empty());
        assert_eq!(answer.status, if is_missing { 404 } else { 200 }, "{name}");
        let is_hidden = is_missing || page["html"] == "shell";
        let robots = answer.header("x-robots-tag");
        assert_eq!(robots, is_hidden.then_some("noindex"), "{name}");
        let is_listed = text(&sitemap).contains(&format!("<loc>{SITE}{asked}</loc>"));
        assert_eq!(is_listed, page["sitemap"] == true, "{name}");
    }
}
