//! Proposals and their private treks are in no public list, page or feed (operations §6).

use axum::http::Method;
use serde_json::json;

use crate::money::stored;
use crate::octo::Market;
use crate::page::text as html;
use crate::proposals::{acceptance, book, sent, token};
use crate::stage::{GOOD_CARD, booking_id, pay, text, verify};

const TITLE: &str = "Upper Dolpo";

#[tokio::test]
async fn a_proposal_and_its_private_trek_are_in_no_public_list() {
    let market = Market::open(4).await;
    let (test, admin) = (&market.test, &market.admin);
    let me = test.traveller().await;
    let kept = sent(test, admin).await;
    let opened = book(test, &me, &acceptance(token(&kept))).await.expect(201)["data"].clone();
    pay(test, &opened, GOOD_CARD).await.expect(200);
    verify(test, &me, &opened).await.expect(200);
    test.do_jobs().await;
    let id = text(&kept["shown"], "_id").to_owned();
    assert_eq!(
        stored(test, &booking_id(&opened)).await.trek.id.to_string(),
        id
    );
    for path in [
        "/api/treks/getall",
        "/api/treks/getall?search=Upper%20Dolpo",
        "/api/treks/map",
        "/api/bookings/get-trending-treks",
        "/api/config",
        "/",
        "/packages",
        "/packages?search=Upper+Dolpo",
        "/sitemap.xml",
        "/robots.txt",
        "/site.webmanifest",
    ] {
        let answer = test.get(path).send().await;
        let said = html(&answer);
        assert_eq!(answer.status, 200, "{path}: {said}");
        for secret in [TITLE, &id, token(&kept)] {
            assert!(!said.contains(secret), "{secret} on {path}");
        }
    }
    for path in [
        "/octo/products",
        "/octo/supplier",
        "/octo/bookings?localDateStart=2027-01-01&localDateEnd=2027-12-31",
    ] {
        let answer = market.get(path).await;
        let said = String::from_utf8_lossy(&answer.body).into_owned();
        assert!(
            !said.contains(TITLE) && !said.contains(&id),
            "{path}: {said}"
        );
    }
    let product = market.get(&format!("/octo/products/{id}")).await;
    assert!(!product.status.is_success(), "{}", product.status);
    for path in [
        format!("/api/treks/{id}"),
        format!("/api/treks/{id}/departures"),
        format!("/package/{id}"),
    ] {
        let answer = test.get(&path).send().await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(!html(&answer).contains(TITLE), "{path}");
    }
    // It is booked by its proposal only, and staff cannot put it on sale.
    let ask = json!({"trekId": id, "routeDetails": {"routeIndex": 0}, "totalGuests": 2});
    test.post("/api/bookings/quote", &ask)
        .send()
        .await
        .expect(409);
    for (method, path) in [
        (Method::POST, format!("/api/treks/{id}/restore")),
        (Method::POST, format!("/api/treks/{id}/archive")),
        (Method::DELETE, format!("/api/treks/{id}")),
        (Method::PUT, format!("/api/treks/{id}")),
        (Method::GET, format!("/api/treks/{id}?edit=true")),
    ] {
        let call = test
            .call(method, &path)
            .json(&json!({}))
            .bearer(&admin.access);
        assert_eq!(call.send().await.status, 404, "{path}");
    }
    // The page of the link is drawn by the app alone, and not indexed.
    let page = test
        .get(&format!("/proposal/{}", token(&kept)))
        .send()
        .await;
    assert_eq!(page.status, 200);
    assert_eq!(page.header("x-robots-tag"), Some("noindex"));
    assert!(!html(&page).contains(TITLE));
    let managed = test
        .get("/api/treks/manage?state=archived")
        .bearer(&admin.access);
    assert_eq!(managed.send().await.expect(200)["data"]["total"], 0);
}

#[tokio::test]
async fn a_draft_and_a_guessed_link_are_not_found() {
    let market = Market::open(4).await;
    let (test, admin) = (&market.test, &market.admin);
    let kept = sent(test, admin).await;
    test.do_jobs().await;
    let token = token(&kept);
    let (start, end) = token.split_at(token.len() - 1);
    let other = if end == "A" { "B" } else { "A" };
    for guessed in [
        format!("{start}{other}"),
        text(&kept["shown"], "_id").to_owned(),
        "x".to_owned(),
    ] {
        let answer = test.get(&format!("/api/proposal/{guessed}")).send().await;
        // The last letter of a token may contain unused bits.
        if answer.status != 200 || guessed.len() < 40 {
            answer.expect_failure(404, "This link is not valid.");
        }
    }
    let ask = json!({"customTrekId": kept["customTrekId"]});
    let draft = crate::proposals::create(test, admin, &ask)
        .await
        .expect(201);
    assert_eq!(draft["data"]["proposal"]["url"], json!(null));
    let id: uuid::Uuid = text(&draft["data"]["proposal"]["shown"], "_id")
        .parse()
        .expect("an id");
    let url = chautari::features::proposal::link::proposal_url(&test.app, id);
    let (_, signed) = url.split_once("/proposal/").expect("a link");
    let answer = test.get(&format!("/api/proposal/{signed}")).send().await;
    answer.expect_failure(404, "This link is not valid.");
}
