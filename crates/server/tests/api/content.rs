//! Articles, achievement figures, site settings and exchange rates (document 1 §7, decisions §3).

use chautari::features::blog::views;
use chautari::features::exchange_rate::refresh;
use chrono::TimeDelta;
use domain::achievement::Achievement;
use domain::blog::Blog;
use serde_json::{Value, json};
use wiremock::matchers::method;
use wiremock::{Mock, MockServer, ResponseTemplate};

use crate::call::fields_of;
use crate::support::TestApp;

/// Stores an article that is this many hours old, published or as a draft.
pub async fn write_blog_of(test: &TestApp, title: &str, hours: i64, published: bool) -> Blog {
    let now = test.app.clock.now();
    let blog = Blog {
        id: test.app.clock.new_id(),
        version: 1,
        title: title.to_owned(),
        description: "On tea".to_owned(),
        content: vec!["Once".to_owned()],
        thumbnail: "/pictures/a.svg".to_owned(),
        banner: "/pictures/b.svg".to_owned(),
        images: vec![],
        tags: vec!["tea".to_owned()],
        category: None,
        published_on: published.then_some(now - TimeDelta::hours(hours)),
        created_at: now - TimeDelta::hours(hours),
        views: 0,
    };
    store::blogs::insert(&test.app.db, &blog)
        .await
        .expect("stored");
    blog
}

fn titles(answer: &Value) -> Vec<&str> {
    let blogs = answer["data"]["blogs"].as_array().expect("a list");
    blogs
        .iter()
        .filter_map(|blog| blog["title"].as_str())
        .collect()
}

// API-20 API-21 API-37: paging, sorting, and drafts hidden from readers.
#[tokio::test]
async fn articles_are_paged_and_drafts_are_for_administrators() {
    let test = TestApp::start().await;
    for (title, hours, published) in [
        ("Old", 9, true),
        ("New", 1, true),
        ("Middle", 5, true),
        ("Draft", 3, false),
    ] {
        write_blog_of(&test, title, hours, published).await;
    }
    let all = test.get("/api/blogs").send().await.expect(200);
    assert_eq!(
        (titles(&all), &all["data"]["total"]),
        (vec!["New", "Middle", "Old"], &json!(3))
    );
    let page = test
        .get("/api/blogs?page=2&limit=2&sortBy=createdAt&order=desc")
        .send()
        .await
        .expect(200);
    assert_eq!(
        (titles(&page), &page["data"]["total"]),
        (vec!["Old"], &json!(3))
    );
    let sorted = test
        .get("/api/blogs?sortBy=title&order=asc")
        .send()
        .await
        .expect(200);
    assert_eq!(titles(&sorted), ["Middle", "New", "Old"]);
    let admin = test.admin().await;
    let all = test
        .get("/api/blogs?limit=4")
        .bearer(&admin.access)
        .send()
        .await
        .expect(200);
    assert_eq!(titles(&all), ["New", "Draft", "Middle", "Old"]);
}

// API-37 API-38: an invalid query is named.
#[tokio::test]
async fn an_invalid_query_of_articles_is_named() {
    let test = TestApp::start().await;
    for (query, field) in [
        ("page=0", "page"),
        ("page=-1", "page"),
        ("page=x", "page"),
        ("page=1.5", "page"),
        ("page=", "page"),
        ("page=99999999999999999999", "page"),
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("limit=1e3", "limit"),
        ("sortBy=password", "sortBy"),
        ("sortBy=", "sortBy"),
        ("order=up", "order"),
        ("order=desc;drop", "order"),
    ] {
        let body = test
            .get(&format!("/api/blogs?{query}"))
            .send()
            .await
            .expect(400);
        assert_eq!(fields_of(&body), [field], "{query}");
    }
    test.get("/api/blogs?page=1&page=2")
        .send()
        .await
        .expect(400);
    test.get("/api/blogs?page=1000000&limit=100")
        .send()
        .await
        .expect(200);
}

// API-22 DATA-21: an article counts its readers; only administrators can read a draft.
#[tokio::test]
async fn an_article_counts_its_readers() {
    let test = TestApp::start().await;
    let (blog, draft) = (
        write_blog_of(&test, "Tea", 1, true).await,
        write_blog_of(&test, "Draft", 2, false).await,
    );
    let admin = test.admin().await;
    let path = format!("/api/blogs/{}", blog.id);
    let read = test.get(&path).send().await.expect(200);
    assert_eq!(read["data"]["blog"]["category"], "tea");
    test.get(&path)
        .bearer(&admin.access)
        .send()
        .await
        .expect(200);
    test.get(&path).send().await.expect(200);
    views::save(&test.app).await.expect("stored");
    let counted = test
        .get(&path)
        .bearer(&admin.access)
        .send()
        .await
        .expect(200);
    assert_eq!(counted["data"]["blog"]["views"], 2);
    // Travellers see the new number after the lifetime of the cached response.
    test.clock.advance(TimeDelta::seconds(5));
    let counted = test.get(&path).send().await.expect(200);
    assert_eq!(counted["data"]["blog"]["views"], 2);
    let path = format!("/api/blogs/{}", draft.id);
    test.get(&path)
        .send()
        .await
        .expect_failure(404, "Blog not found");
    test.get(&path)
        .bearer(&admin.access)
        .send()
        .await
        .expect(200);
    test.get("/api/blogs/x")
        .send()
        .await
        .expect_failure(404, "Blog not found");
}

// API-19 ACH-01: readers get the visible figures.
#[tokio::test]
async fn the_visible_figures_are_public() {
    let test = TestApp::start().await;
    let figures = |visibility| Achievement {
        id: test.app.clock.new_id(),
        experience_yrs: 15,
        no_of_location: 50,
        travel_awards: 25,
        total_clients: 1000,
        visibility,
    };
    for one in [figures(false), figures(true)] {
        store::achievements::insert(&test.app.db, &one)
            .await
            .expect("stored");
    }
    let shown = test.get("/api/achievement/").send().await.expect(200);
    let [one] = shown["data"].as_array().unwrap().as_slice() else {
        panic!("{shown}")
    };
    for (field, expected) in [
        ("experienceYrs", json!(15)),
        ("noOfLocation", json!(50)),
        ("travelAwards", json!(25)),
        ("totalClients", json!(1000)),
        ("visibility", json!(true)),
    ] {
        assert_eq!(one[field], expected);
    }
    assert_eq!(test.get("/api/achievement").send().await.expect(200), shown);
    let admin = test.admin().await;
    let all = test
        .get("/api/achievement/")
        .bearer(&admin.access)
        .send()
        .await
        .expect(200);
    assert_eq!(all["data"].as_array().unwrap().len(), 2);
}

// PAY-01: the client gets its settings and the current date in Nepal.
#[tokio::test]
async fn the_config_call_returns_the_settings_of_the_site() {
    let settings = [
        ("name", "Hill Walks"),
        ("currency", "INR"),
        ("cancellation_policy", "10:12.5"),
        ("otp_ttl_seconds", "90"),
        ("default_tax_percent", "13"),
        ("default_insurance_per_person", "750.50"),
    ];
    let test = TestApp::start_with(&settings).await;
    test.clock.set("2026-11-20T18:15:00Z".parse().unwrap());
    let shown = test.get("/api/config").send().await.expect(200)["data"].clone();
    for (field, expected) in [
        ("name", json!("Hill Walks")),
        ("currency", json!("INR")),
        ("paymentProvider", json!("sandbox")),
        ("google", json!(false)),
        ("otpTtlSeconds", json!(90)),
        ("timezone", json!("Asia/Kathmandu")),
        ("today", json!("2026-11-21")),
        ("cancellationPolicy", json!([{"days": 10, "percent": 12.5}])),
        (
            "defaultCharges",
            json!({"gst": 13, "serviceFee": 5, "insurancePerPerson": 750.5, "bookingFee": 200}),
        ),
    ] {
        assert_eq!(shown[field], expected, "{field}");
    }
    assert_eq!(shown.get("stripePublishableKey"), None);
}

// CURR-02: rates come from the service and remain if it fails; without any rates the response is 503.
#[tokio::test]
async fn exchange_rates_are_fetched_stored_and_served() {
    let service = MockServer::start().await;
    let test = TestApp::start_with(&[("exchange_rate_url", &service.uri())]).await;
    let read = || test.get("/api/exchange-rate").send();
    refresh(&test.app).await.unwrap_err();
    read().await.expect(503);
    for nonsense in [
        "",
        "[]",
        "{\"rates\":{}}",
        "{\"rates\":{\"NPR\":-1}}",
        "{\"rates\":{\"NPR\":\"x\"}}",
    ] {
        let _gone_after = Mock::given(method("GET"))
            .respond_with(ResponseTemplate::new(200).set_body_string(nonsense))
            .mount_as_scoped(&service)
            .await;
        refresh(&test.app).await.unwrap_err();
    }
    read().await.expect(503);
    {
        let rates = json!({"base": "USD", "rates": {"NPR": 141.25, "EUR": 0.9, "USD": 1}});
        let _gone_after = Mock::given(method("GET"))
            .respond_with(ResponseTemplate::new(200).set_body_json(rates))
            .expect(1)
            .mount_as_scoped(&service)
            .await;
        refresh(&test.app).await.unwrap();
        refresh(&test.app).await.unwrap();
    }
    let known = json!({"base": "USD", "rates": {"NPR": 141.25, "USD": 1.0}, "asOf": "2026-11-20T03:30:00Z"});
    assert_eq!(read().await.expect(200)["data"], known);
    test.clock.advance(TimeDelta::hours(2));
    refresh(&test.app).await.unwrap_err();
    assert_eq!(
        read().await.expect(200)["data"],
        known,
        "what was known stays known"
    );
}
