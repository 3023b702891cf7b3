//! URLs of trek pictures.

use crate::trek_check::{assert_one, problems};

// Decisions §11: as for blogs, http, https or our own paths; no URL that runs a script or reads a local file.
#[test]
fn a_trek_picture_has_a_web_address_or_a_path_of_this_site() {
    let refused = "This is not the address of a picture";
    let long = format!("/{}", "a".repeat(2000));
    for address in [
        "javascript:alert(1)",
        "JavaScript:alert(1)",
        "data:image/svg+xml,<svg/>",
        "file:///etc/passwd",
        "//elsewhere.example/a.png",
        "nonsense",
        " /a.png",
        "/a\nb.png",
        &long,
    ] {
        assert_one("images.bannerImage", refused, |t| {
            t.images.banner_image = address.to_owned();
        });
        assert_one("images.secondaryImages[0]", refused, |t| {
            t.images.secondary_images[0] = address.to_owned();
        });
    }
    for address in [
        "/uploads/a.webp",
        "https://a.example/b",
        "http://a.example/b",
    ] {
        let found = problems(|t| t.images.banner_image = address.to_owned());
        assert_eq!(found, [], "{address}");
    }
}
