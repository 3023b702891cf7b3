//! AVIF uploads: browsers show AVIF, so it is stored unconverted, without its metadata (decisions §6).

use heifer_isobmff::HeifFile;

use crate::call::Answer;
use crate::upload::{message, uploads};
use crate::upload_pictures::png;

/// 64 by 48, half of it transparent, with location data in EXIF and XMP; made for this test with libavif.
const WITH_PLACE: &[u8] = include_bytes!("place.avif");
const MOVING: &[u8] = include_bytes!("moving.avif");

fn tells(bytes: &[u8], part: &str) -> bool {
    bytes
        .windows(part.len())
        .any(|window| window == part.as_bytes())
}

fn refused(answer: Answer, status: u16, words: &str) {
    let said = message(answer, status);
    assert!(said.starts_with(words), "{said}");
}

// UPLOAD-01: the same picture without location and camera data.
#[tokio::test]
async fn an_avif_is_stored_without_location_data() {
    let test = uploads().await;
    assert!(tells(WITH_PLACE, "GPS-PLACE"));
    let (done, url) = test.send("image/avif", WITH_PLACE).await;
    done.expect(200);
    assert!(url.ends_with(".avif"), "{url}");
    let served = test.test.get(&url).send().await;
    assert_eq!(served.header("content-type"), Some("image/avif"));
    for part in ["GPS-PLACE", "27.98N", "Exif", "xmpmeta", "XMP"] {
        assert!(!tells(&served.body, part), "{part}");
    }
    let [before, after] =
        [WITH_PLACE, &served.body].map(|bytes| HeifFile::parse(bytes).expect("an AVIF"));
    let pictures = before
        .items
        .iter()
        .filter(|item| &item.item_type.0 == b"av01");
    let pictures: Vec<_> = pictures.map(|item| item.id).collect();
    assert_eq!(pictures.len(), 2, "the colours and what is seen through");
    for id in pictures {
        assert_eq!(before.item_data(id), after.item_data(id));
        let [old, new] = [&before, &after].map(|file| {
            let all = file.item_properties(id).expect("properties");
            all.cloned().collect::<Vec<_>>()
        });
        assert_eq!(old, new);
    }
    assert_eq!(before.references, after.references);
    let small = test.test.get(&format!("{url}/480")).send().await;
    assert_eq!(small.body, served.body);
}

// UPLOAD-01 UPLOAD-04 UPLOAD-05: broken, animated, huge and mislabelled files.
#[tokio::test]
async fn an_unusable_avif_is_refused() {
    let test = uploads().await;
    for end in [WITH_PLACE.len() - 1, WITH_PLACE.len() / 2, 40, 12] {
        let (done, _) = test.send("image/avif", &WITH_PLACE[..end]).await;
        refused(done, 400, "File type error: ");
    }
    let (done, _) = test.send("image/avif", MOVING).await;
    refused(done, 400, "File type error: AVIF images that move");
    let (done, _) = test.send("image/jpeg", WITH_PLACE).await;
    refused(done, 400, "File type error: this is an AVIF");
    let (done, _) = test.send("image/avif", &png(4, 4)).await;
    refused(done, 400, "File type error: this is no AVIF");
    let at = WITH_PLACE.windows(4).position(|name| name == b"ispe");
    let at = at.expect("its size") + 8;
    let mut huge = WITH_PLACE.to_vec();
    huge[at..at + 8].copy_from_slice(&[0, 1, 0, 0, 0, 1, 0, 0]);
    let (done, _) = test.send("image/avif", &huge).await;
    refused(done, 413, "File size error: ");
}

// UPLOAD-01: comparing a hundred thousand empty items with one another would take minutes.
#[tokio::test]
async fn an_avif_with_too_many_empty_items_is_refused_at_once() {
    let test = uploads().await;
    for (kind, brand) in [("image/avif", b"avif"), ("image/heic", b"heic")] {
        let mut bytes = [&[0, 0, 0, 20][..], b"ftyp", brand, &[0; 4], brand].concat();
        let meta = 12 + 2_000_000_u32;
        bytes.extend(meta.to_be_bytes());
        bytes.extend(b"meta\0\0\0\0");
        let empty = [0, 0, 0, 8, b'f', b'r', b'e', b'e'];
        bytes.extend(empty.iter().cycle().take(2_000_000));
        let (done, _) = test.send(kind, &bytes).await;
        refused(done, 400, "File type error: ");
    }
}
