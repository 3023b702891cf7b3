//! The picture that a page begins with, in its head.

use crate::page::{between, page, put_on_sale, start, text, write_blog};
use crate::stage::change_trek;

// The browser fetches the first picture in sight while the app is on its way, and the same file that the app asks for.
#[tokio::test]
async fn a_page_names_the_picture_that_it_begins_with() {
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
    let hero = between(text(&page(&test, "/").await), preload, "\"").to_owned();
    assert_eq!(test.get(&hero).send().await.status, 200, "{hero}");
    for path in ["/packages", "/blogs", "/terms"] {
        assert!(!text(&page(&test, path).await).contains(preload), "{path}");
    }
}
