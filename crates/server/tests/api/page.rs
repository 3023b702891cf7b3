//! The HTML of the public pages: head, schema.org data, initial data, sitemap and robots (decisions §3).

use domain::blog::Blog;
use domain::trek::Trek;
use serde_json::{Value, json};

use crate::call::Answer;
use crate::content::write_blog_of;
use crate::stage::{keep, trek_named};
use crate::support::TestApp;

pub const SITE: &str = "https://treks.example";

pub async fn start() -> TestApp {
    TestApp::start_with(&[("public_url", SITE)]).await
}

pub async fn write_blog(test: &TestApp, title: &str, published: bool) -> Blog {
    write_blog_of(test, title, 1, published).await
}

pub async fn put_on_sale(test: &TestApp, name: &str) -> Trek {
    let trek = trek_named(&test.app, name);
    keep(&test.app, &trek).await;
    trek
}

pub fn text(answer: &Answer) -> &str {
    std::str::from_utf8(&answer.body).expect("text")
}

pub fn between<'a>(html: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = html
        .split_once(before)
        .unwrap_or_else(|| panic!("no {before} in {html}"));
    rest.split_once(after).expect("an end").0
}

/// The initial data of a page.
pub fn data(answer: &Answer) -> Value {
    let json = between(text(answer), r#"id="page-data">"#, "</script>");
    serde_json::from_str(json).expect("JSON")
}

pub fn graph(answer: &Answer) -> Vec<Value> {
    let json = between(
        text(answer),
        r#"<script type="application/ld+json">"#,
        "</script>",
    );
    let all: Value = serde_json::from_str(json).expect("JSON");
    assert_eq!(all["@context"], "https://schema.org");
    all["@graph"].as_array().expect("a graph").clone()
}

/// The schema.org object of this type in a page.
pub fn thing(answer: &Answer, kind: &str) -> Value {
    let is = |thing: &Value| {
        thing["@type"] == kind
            || thing["@type"]
                .as_array()
                .is_some_and(|kinds| kinds.contains(&kind.into()))
    };
    let found = graph(answer).into_iter().find(is);
    found.unwrap_or_else(|| panic!("no {kind} in {}", text(answer)))
}

pub async fn page(test: &TestApp, path: &str) -> Answer {
    let answer = test.get(path).send().await;
    assert_eq!(answer.status, 200, "{path}");
    assert_eq!(
        answer.header("content-type"),
        Some("text/html; charset=utf-8")
    );
    assert_eq!(answer.header("x-robots-tag"), None, "{path}");
    answer
}

// The agency's name is a setting. Every page shows it, even those that only the app renders and the offline page.
#[tokio::test]
async fn every_screen_begins_with_the_name_of_the_agency() {
    let name = "Kailash \"Treks\" & <Sons>";
    let test = TestApp::start_with(&[("public_url", SITE), ("name", name)]).await;
    for (path, status) in [
        ("/", 200),
        ("/terms", 200),
        ("/login", 200),
        ("/signup", 200),
        ("/forgot-password", 200),
        ("/admin?section=manage-treks", 200),
        ("/dashboard", 200),
        ("/checkout", 200),
        ("/newsletter/unsubscribe?token=x", 200),
        ("/booking/confirmation/1", 200),
        ("/dashboard/bookings/1", 200),
        ("/index.html", 200),
        ("/nowhere", 404),
        ("/package/1", 404),
    ] {
        let answer = test.get(path).send().await;
        assert_eq!(answer.status, status, "{path}");
        let html = text(&answer);
        assert_eq!(html.matches("<title>").count(), 1, "{path}");
        let title = between(html, "<title>", "</title>");
        let written = "Kailash &#34;Treks&#34; &#38; &#60;Sons&#62;";
        assert!(title.contains(written), "{title} of {path}");
        let named = between(html, r#"name="application-name" content=""#, "\">");
        assert_eq!(named, written, "{path}");
        // Ignores the component that draws a chautari.
        let html = html.replace("ChautariPicture", "");
        assert!(!html.contains("Chautari"), "{path}");
        assert_eq!(data(&answer)["/api/config"]["data"]["name"], name, "{path}");
    }
}

// Each public page has a title, a description and one canonical address of its own.
#[tokio::test]
async fn the_head_of_a_public_page_describes_it() {
    let test = start().await;
    let trek = put_on_sale(&test, "Everest & Back").await;
    let blog = write_blog(&test, "On \"tea\"", true).await;
    let trek_path = format!("/package/{}", trek.id);
    let blog_path = format!("/blog/{}", blog.id);
    for (path, title, canonical) in [
        ("/", "Chautari · Treks in Nepal", "/"),
        ("/packages", "Packages · Chautari", "/packages"),
        (
            "/packages/?destination=x&page=2",
            "Packages · Chautari",
            "/packages",
        ),
        ("/blogs", "Blogs · Chautari", "/blogs"),
        ("/custom-trek", "Custom trek · Chautari", "/custom-trek"),
        ("/terms", "Terms of Service · Chautari", "/terms"),
        ("/privacy", "Privacy Policy · Chautari", "/privacy"),
        ("/login?next=%2Fblogs", "Login · Chautari", "/login"),
        (&trek_path, "Everest &#38; Back · Chautari", &trek_path),
        (&blog_path, "On &#34;tea&#34; · Chautari", &blog_path),
    ] {
        let answer = page(&test, path).await;
        let html = text(&answer);
        assert_eq!(html.matches("<title>").count(), 1, "{path}");
        assert_eq!(html.matches(r#"name="description""#).count(), 1, "{path}");
        assert_eq!(between(html, "<title>", "</title>"), title);
        let url = format!("{SITE}{canonical}");
        assert_eq!(between(html, r#"rel="canonical" href=""#, "\""), url);
        assert_eq!(between(html, r#"property="og:url" content=""#, "\""), url);
        assert_eq!(
            between(html, r#"property="og:title" content=""#, "\""),
            title
        );
        assert!(!between(html, r#"property="og:description" content=""#, "\"").is_empty());
        assert!(html.contains("<div id=\"root\">"), "the app starts in it");
        assert_eq!(thing(&answer, "TravelAgency")["url"], format!("{SITE}/"));
        if canonical != "/" {
            let way = thing(&answer, "BreadcrumbList");
            let last = way["itemListElement"]
                .as_array()
                .expect("a way")
                .last()
                .cloned();
            assert_eq!(last.expect("a step")["item"], url);
        }
    }
    let html = page(&test, &trek_path).await;
    let image = between(text(&html), r#"property="og:image" content=""#, "\"");
    assert_eq!(image, format!("{SITE}/pictures/a.svg"));
}

// TREK-01 PKG-03: trips with their offers, articles and questions.
#[tokio::test]
async fn trips_articles_and_questions_are_described_with_schema_org() {
    let test = start().await;
    let trek = put_on_sale(&test, "Everest").await;
    let blog = write_blog(&test, "On tea", true).await;
    let answer = page(&test, &format!("/package/{}", trek.id)).await;
    let trip = thing(&answer, "TouristTrip");
    assert_eq!(trip["@type"], json!(["TouristTrip", "Product"]));
    assert_eq!(trip["name"], "Everest");
    assert_eq!(
        trip["additionalProperty"][0],
        json!({"@type": "PropertyValue", "name": "Included", "value": "Licensed guide; Permits"})
    );
    let api = test
        .get(&format!("/api/treks/{}", trek.id))
        .send()
        .await
        .expect(200);
    let offers = trip["offers"].as_array().expect("offers");
    let routes = api["data"]["trek"]["routes"].as_array().expect("routes");
    assert_eq!(
        (offers.len(), routes.len()),
        (2, 2),
        "hidden routes are not offered"
    );
    for (offer, route) in offers.iter().zip(routes) {
        assert_eq!(offer["price"], route["pricePerHead"]);
        assert_eq!(
            (&offer["name"], &offer["priceCurrency"]),
            (&route["name"], &json!("USD"))
        );
    }
    let answer = page(&test, &format!("/blog/{}", blog.id)).await;
    let article = thing(&answer, "BlogPosting");
    assert_eq!(
        (&article["headline"], &article["keywords"]),
        (&json!("On tea"), &json!(["tea"]))
    );
    assert_eq!(article["datePublished"], "2026-11-20T02:30:00Z");
    let answer = page(&test, "/packages").await;
    assert_eq!(
        thing(&answer, "FAQPage")["mainEntity"]
            .as_array()
            .map(Vec::len),
        Some(4)
    );
    let listed = thing(&answer, "ItemList");
    assert_eq!(
        listed["itemListElement"][0]["url"],
        format!("{SITE}/package/{}", trek.id)
    );
}

// The initial data of a page equals the responses of its calls.
#[tokio::test]
async fn the_initial_data_of_a_page_equals_the_responses_of_its_calls() {
    let test = start().await;
    let trek = put_on_sale(&test, "Everest").await;
    let blog = write_blog(&test, "On tea", true).await;
    let trek_call = format!("/api/treks/{}", trek.id);
    let closures_call = format!("{trek_call}/closures");
    let reviews_call = format!("{trek_call}/reviews?page=1&limit=5");
    let blog_call = format!("/api/blogs/{}", blog.id);
    let lists = ["/api/treks/getall", "/api/bookings/get-trending-treks"];
    let figures = "/api/achievement/";
    let latest = "/api/blogs?page=1&limit=4&sortBy=createdAt&order=desc";
    let blogs = "/api/blogs?page=1&limit=6&sortBy=createdAt&order=desc";
    for (path, calls) in [
        ("/".to_owned(), vec![lists[0], lists[1], figures, latest]),
        ("/packages".to_owned(), vec![lists[0]]),
        ("/blogs".to_owned(), vec![blogs]),
        (
            format!("/package/{}", trek.id),
            vec![&trek_call, &closures_call, &reviews_call],
        ),
        (format!("/blog/{}", blog.id), vec![latest, &blog_call]),
        ("/terms".to_owned(), vec![]),
    ] {
        let brought = data(&page(&test, &path).await);
        let calls = [vec!["/api/config"], calls].concat();
        assert_eq!(
            brought.as_object().map(serde_json::Map::len),
            Some(calls.len()),
            "{path}"
        );
        for call in calls {
            let answered = test.get(call).send().await.expect(200);
            assert_eq!(brought[call], answered, "{call} on {path}");
        }
    }
}
