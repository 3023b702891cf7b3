//! Preloads and links in the head of a page: its first picture, its scripts, and the icons of the site.

use crate::page::{between, page, put_on_sale, start, text, write_blog};
use crate::stage::change_trek;
use crate::support::TestApp;

// The browser preloads the first visible picture while the app loads, in the same file that the app uses.
#[tokio::test]
async fn a_page_preloads_its_first_picture() {
    let test = start().await;
    let mut trek = put_on_sale(&test, "Everest").await;
    let banner = "/pictures/everest-base-camp/banner.webp";
    change_trek(&test, &mut trek, |trek| {
        trek.images.banner_image = banner.to_owned();
    })
    .await;
    let blog = write_blog(&test, "On tea", true).await;
    let preload = r#"<link rel="preload" as="image" href=""#;
    let answer = page(&test, &format!("/package/{}", trek.id)).await;
    let link = between(text(&answer), preload, ">");
    assert!(link.starts_with(&format!("{banner}\"")), "{link}");
    let copies = format!(r#"imagesrcset="{banner}/480 480w, "#);
    assert!(
        link.contains(&copies) && link.contains("imagesizes="),
        "{link}"
    );
    assert!(link.ends_with(r#"fetchpriority="high""#), "{link}");
    // A drawing has no copies.
    let answer = page(&test, &format!("/blog/{}", blog.id)).await;
    let link = between(text(&answer), preload, ">");
    assert_eq!(link, r#"/pictures/b.svg" fetchpriority="high""#);
    // One picture for each of light and dark, wide window and phone.
    let home = page(&test, "/").await;
    let heroes: Vec<&str> = text(&home)
        .lines()
        .filter(|line| line.starts_with(r#"<link rel="preload" as="image" media="#))
        .collect();
    assert_eq!(heroes.len(), 4, "{heroes:?}");
    for hero in heroes {
        let theme = if hero.contains("night") {
            "dark"
        } else {
            "light"
        };
        let window = if hero.contains("tall") { "max" } else { "min" };
        assert!(
            hero.contains(&format!("(prefers-color-scheme: {theme})")),
            "{hero}"
        );
        assert!(hero.contains(&format!("({window}-width: ")), "{hero}");
        let src = between(hero, r#"href=""#, "\"");
        assert_eq!(test.get(src).send().await.status, 200, "{src}");
        assert!(text(&home).contains(&format!(r#"srcset="{src}/"#)), "{src}");
    }
    let preload = r#"rel="preload" as="image""#;
    let packages = page(&test, "/packages").await;
    assert!(text(&packages).contains(&format!(r#"{preload} href="{banner}" imagesrcset="#)));
    for path in ["/blogs", "/terms"] {
        assert!(!text(&page(&test, path).await).contains(preload), "{path}");
    }
}

// The agency's name is also on the home screens of phones.
#[tokio::test]
async fn the_manifest_contains_the_name_of_the_agency() {
    let test = TestApp::start_with(&[("name", "Trek & Co")]).await;
    let answer = test.get("/site.webmanifest").send().await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.header("content-type"),
        Some("application/manifest+json")
    );
    let manifest: serde_json::Value = serde_json::from_str(text(&answer)).expect("JSON");
    assert_eq!(manifest["name"], "Trek & Co");
    assert_eq!(manifest["short_name"], "Trek & Co");
    assert!(
        manifest["icons"]
            .as_array()
            .is_some_and(|icons| icons.len() == 3)
    );
}

// The browser loads the script of a page in parallel with the common script of all pages.
#[tokio::test]
async fn a_page_preloads_its_scripts() {
    let test = start().await;
    for path in ["/login", "/signup", "/admin"] {
        let answer = test.get(path).send().await;
        let link = answer.header("link").unwrap_or_default();
        let own = link.matches("; rel=modulepreload").count();
        assert!(own > 0 && link.contains("</assets/"), "{path}: {link}");
        for script in link.split(", ") {
            let file = between(script, "<", ">");
            assert_eq!(test.get(file).send().await.status, 200, "{path}: {file}");
        }
        assert!(text(&answer).contains("<script type=\"module\""), "{path}");
    }
    let call = test.get("/api/config").send().await;
    assert_eq!(call.header("link"), None);
}

// Scripts do not delay pages that are readable without them: they are requested after the first paint.
#[tokio::test]
async fn a_readable_page_requests_its_scripts_after_the_first_paint() {
    let test = start().await;
    for path in ["/", "/packages", "/blogs", "/terms"] {
        let answer = page(&test, path).await;
        let html = text(&answer);
        assert_eq!(answer.header("link"), None, "{path}");
        assert!(!html.contains("<script type=\"module\""), "{path}");
        assert!(!html.contains("modulepreload"), "{path}");
        assert_eq!(html.matches("<link rel=\"app\" ").count(), 1, "{path}");
        assert!(
            html.matches("<link rel=\"app-part\" ").count() > 1,
            "{path}"
        );
        for link in html.split("<link rel=\"app").skip(1) {
            let file = between(link, "href=\"", "\"");
            assert_eq!(test.get(file).send().await.status, 200, "{path}: {file}");
        }
    }
}
