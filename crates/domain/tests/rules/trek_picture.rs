//! The addresses of the pictures of a trek.

use crate::trek_check::{assert_one, problems};

// Decisions §11: as blogs, http, https or our own; nothing that a browser would run or read from a disk.
#[test]
fn a_picture_of_a_trek_is_our_own_or_in_the_web() {
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
