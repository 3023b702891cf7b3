//! Custom look and texts of the agency: the folder `site` of the data folder (docs/your-site.md).

use chautari::features::branding;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::page::{data, graph, page, text, thing};
use crate::support::TestApp;
use crate::upload_pictures::{jpeg_with_place, png};

const LOGO: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 320 80\" onload=\"alert(1)\">\
     <script>alert(2)</script><path d=\"M0 0h320v80H0z\"/></svg>";

fn write(test: &TestApp, file: &str, content: impl AsRef<[u8]>) {
    let folder = test.folder.path().join(branding::FOLDER);
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join(file), content).expect("written");
    // The folder is checked once a second.
    test.clock.advance(TimeDelta::seconds(1));
}

async fn look(test: &TestApp) -> Value {
    let config = test.get("/api/config").send().await.expect(200);
    config["data"]["site"].clone()
}

// DECIDE-117: a site without its own files shows the defaults.
#[tokio::test]
async fn without_files_the_defaults_are_shown() {
    let test = TestApp::start().await;
    let expected = json!({
        "headline": "Find your next Himalayan trek.",
        "subline": "Treks in Nepal with every day, every altitude and every price up front.",
        "footerLinks": [],
        "texts": [],
    });
    assert_eq!(look(&test).await, expected);
    for name in ["terms", "privacy", "faq"] {
        let path = format!("/api/site/texts/{name}");
        assert_eq!(test.get(&path).send().await.expect(200)["data"], json!({}));
    }
    test.get("/api/site/texts/secret.key")
        .send()
        .await
        .expect(404);
    for path in [
        "/site/logo-1.svg",
        "/site/../secret.key",
        "/site/site.toml",
        "/site/terms.md",
    ] {
        assert_eq!(test.get(path).send().await.status, 404, "{path}");
    }
    let faq = thing(&page(&test, "/packages").await, "FAQPage");
    assert_eq!(faq["mainEntity"].as_array().map(Vec::len), Some(4));
}

// DECIDE-116 DECIDE-117: with and without scripts.
#[tokio::test]
async fn the_headline_and_the_footer_of_an_agency_are_on_the_home_page() {
    let test = TestApp::start().await;
    write(
        &test,
        "site.toml",
        "[home]\nheadline = \"Walk <with> us\"\nsubline = \"Since 1994.\"\n[footer]\ntext = \"Small groups.\"\n\
         [[footer.links]]\nlabel = \"Instagram\"\nurl = \"https://instagram.example/?a=1&b=2\"\n",
    );
    let home = page(&test, "/").await;
    for part in [
        "Walk &#60;with&#62; us</h1>",
        "Since 1994.",
        "Small groups.",
        "href=\"https://instagram.example/?a=1&#38;b=2\" rel=\"noopener\"",
    ] {
        assert!(text(&home).contains(part), "{part}");
    }
    let shown = &data(&home)["/api/config"]["data"]["site"];
    assert_eq!(shown["headline"], "Walk <with> us");
}

// DECIDE-117
#[tokio::test]
async fn the_terms_of_an_agency_take_the_place_of_the_default_ones() {
    let test = TestApp::start().await;
    write(
        &test,
        "terms.md",
        "# Our terms\n\nPay **first**. <script>alert(1)</script>\n",
    );
    let terms = page(&test, "/terms").await;
    assert!(text(&terms).contains(">Our terms</h1>"));
    assert!(text(&terms).contains("<p>Pay <strong>first</strong>. alert(1)</p>"));
    let answer = &data(&terms)["/api/site/texts/terms"];
    let asked = test.get("/api/site/texts/terms").send().await.expect(200);
    assert_eq!(
        (answer, &asked["data"]["title"]),
        (&asked, &json!("Our terms"))
    );
    // The other text is still the default.
    let privacy = page(&test, "/privacy").await;
    assert!(text(&privacy).contains("What data we keep about you"));
    assert_eq!(data(&privacy).get("/api/site/texts/privacy"), None);
}

// DECIDE-116 PKG-03
#[tokio::test]
async fn the_questions_of_an_agency_are_on_the_packages_page() {
    let test = TestApp::start().await;
    write(&test, "faq.md", "## How high?\n\nUp to *5,545* m.\n");
    let packages = page(&test, "/packages").await;
    assert!(text(&packages).contains("<p>Up to <em>5,545</em> m.</p>"));
    let told = thing(&packages, "FAQPage");
    let expected = json!([{"@type": "Question", "name": "How high?",
        "acceptedAnswer": {"@type": "Answer", "text": "Up to 5,545 m."}}]);
    assert_eq!(told["mainEntity"], expected);
    let questions = &data(&packages)["/api/site/texts/faq"]["data"]["questions"];
    assert_eq!(questions[0]["answer"], "<p>Up to <em>5,545</em> m.</p>\n");
}

// DECIDE-117
#[tokio::test]
async fn a_change_of_the_site_files_changes_the_texts() {
    let test = TestApp::start().await;
    write(
        &test,
        "site.toml",
        "[home]\nheadline = \"Walk <with> us\"\nsubline = \"Since 1994.\"\n[footer]\ntext = \"Small groups.\"\n\
         [[footer.links]]\nlabel = \"Instagram\"\nurl = \"https://instagram.example/?a=1&b=2\"\n",
    );
    write(
        &test,
        "terms.md",
        "# Our terms\n\nPay **first**. <script>alert(1)</script>\n",
    );
    write(&test, "faq.md", "## How high?\n\nUp to *5,545* m.\n");
    assert_eq!(look(&test).await["texts"], json!(["terms", "faq"]));
    write(
        &test,
        "site.toml",
        format!("[home]\nheadline = \"{}\"\n", "Himalaya ".repeat(22)),
    );
    let home = page(&test, "/").await;
    assert!(text(&home).contains("max-w-[32ch] text-3xl\">Himalaya"));
    assert!(
        text(&home).contains("A chautari"),
        "the footer's default is back"
    );
    let removed = test.folder.path().join(branding::FOLDER).join("faq.md");
    std::fs::remove_file(removed).expect("removed");
    test.clock.advance(TimeDelta::seconds(1));
    assert_eq!(look(&test).await["texts"], json!(["terms"]));
}

fn url(value: &Value) -> String {
    value.as_str().expect("an address").to_owned()
}

// DECIDE-117: a logo is served under a URL with its hash, without executable content.
#[tokio::test]
async fn the_logo_of_an_agency_is_shown_and_served_safely() {
    let test = TestApp::start().await;
    write(&test, "logo.svg", LOGO);
    write(&test, "logo-dark.png", png(640, 160));
    let shown = look(&test).await;
    let logo = &shown["logo"];
    assert_eq!(
        (&logo["width"], &logo["height"], &logo["withName"]),
        (&json!(320), &json!(80), &json!(false))
    );
    let drawing = test.get(&url(&logo["url"])).send().await;
    assert_eq!(drawing.header("content-type"), Some("image/svg+xml"));
    assert_eq!(
        drawing.header("cache-control"),
        Some("public, max-age=31536000, immutable")
    );
    assert!(
        drawing
            .header("content-security-policy")
            .is_some_and(|policy| policy.contains("sandbox"))
    );
    for part in ["script", "onload"] {
        assert!(!text(&drawing).contains(part), "{part}");
    }
    let dark = test.get(&url(&logo["darkUrl"])).send().await;
    assert_eq!(dark.header("content-type"), Some("image/png"));
}

// DECIDE-117: the picture of the home page has copies of several widths and no location data.
#[tokio::test]
async fn the_picture_of_an_agency_is_shown_on_the_home_page() {
    let test = TestApp::start_with(&[("public_url", crate::page::SITE)]).await;
    write(&test, "home.jpg", jpeg_with_place(900, 1200));
    let shown = look(&test).await;
    let image = &shown["homeImage"];
    let (address, copies) = (url(&image["url"]), url(&image["srcSet"]));
    assert_eq!(
        copies,
        format!("{address}/480 480w, {address}/960 960w, {address} 1200w")
    );
    let whole = test.get(&address).send().await;
    assert_eq!(whole.header("content-type"), Some("image/jpeg"));
    assert!(!whole.body.windows(9).any(|part| part == b"GPS-PLACE"));
    let copy = test.get(&format!("{address}/480")).send().await;
    assert_eq!(copy.header("content-type"), Some("image/webp"));
    let home = page(&test, "/").await;
    assert_eq!(
        text(&home).matches("fetchpriority=\"high\"").count(),
        2,
        "its preload and itself"
    );
    assert!(text(&home).contains(&format!("imagesrcset=\"{copies}\" imagesizes=\"100vw\"")));
    assert!(text(&home).contains(&format!("content=\"{}{address}\"", crate::page::SITE)));
    assert!(!text(&home).contains("/pictures/site/"));
    assert!(!graph(&home).is_empty());
}

// DECIDE-117
#[tokio::test]
async fn a_logo_that_is_replaced_is_shown_at_once_and_the_old_one_is_still_served() {
    let test = TestApp::start().await;
    write(&test, "logo.svg", LOGO);
    let logo = look(&test).await["logo"].clone();
    // An open page still shows the old picture after the file is replaced, and revalidates it each time.
    write(&test, "logo.svg", LOGO.replace("320 80", "80 80"));
    let after = look(&test).await["logo"].clone();
    assert_ne!(after["url"], logo["url"]);
    assert_eq!(after["withName"], true);
    let old = test.get(&url(&logo["url"])).send().await;
    assert_eq!(
        (old.status.as_u16(), old.header("cache-control")),
        (200, Some("no-cache"))
    );
    let manifest = test.get("/site.webmanifest").send().await.expect(200);
    assert_eq!(manifest["icons"][0]["src"], after["url"]);
    let favicon = test.get("/favicon.svg").send().await;
    assert!(text(&favicon).contains("0 0 80 80"));
    let html = page(&test, "/terms").await;
    assert!(text(&html).contains(&format!("src=\"{}\"", url(&after["url"]))));
}

// DECIDE-117: an invalid file is reported and never takes the site down.
#[tokio::test]
async fn a_file_that_cannot_be_used_is_reported_and_the_default_is_shown() {
    let test = TestApp::start().await;
    let folder = test.folder.path().join(branding::FOLDER);
    for (file, content, problem) in [
        (
            "site.toml",
            b"[home]\nheadline = 5".to_vec(),
            "cannot be used",
        ),
        ("logo.svg", b"<svg".to_vec(), "damaged"),
        ("logo-dark.png", vec![0; 2_500_000], "larger than 2048 kB"),
        ("home.webp", b"no picture".to_vec(), "no image"),
        (
            "terms.md",
            b"<script>alert(1)</script>".to_vec(),
            "is empty",
        ),
        ("privacy.md", vec![0xff, 0xfe, 0x00], "not UTF-8"),
        ("faq.md", b"No question".to_vec(), "must be questions"),
    ] {
        write(&test, file, content);
        let site = branding::load(&folder).await;
        let named = site.problems.iter().find(|one| one.file.starts_with(file));
        let named = named.unwrap_or_else(|| panic!("{file} of {:?}", site.problems));
        assert!(named.to_string().contains(problem), "{named}");
    }
    std::fs::create_dir(folder.join("logo.webp")).expect("a folder in place of a file");
    test.clock.advance(TimeDelta::seconds(1));
    let shown = look(&test).await;
    assert_eq!(shown["headline"], "Find your next Himalayan trek.");
    assert_eq!((&shown["texts"], shown.get("logo")), (&json!([]), None));
    for path in ["/", "/terms", "/privacy", "/packages"] {
        page(&test, path).await;
    }
    // A corrected file is used without a restart.
    write(&test, "site.toml", "[home]\nheadline = \"Five\"");
    assert_eq!(look(&test).await["headline"], "Five");
}
