//! Generated pictures for uploads.

use std::io::Cursor;

use image::{ImageFormat, RgbImage, RgbaImage};

fn written(image: &image::DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).expect("written");
    bytes.into_inner()
}

/// Half of it is transparent.
pub fn png(width: u32, height: u32) -> Vec<u8> {
    let image = RgbaImage::from_fn(width, height, |x, _| {
        image::Rgba([200, 10, 10, if x % 2 == 0 { 255 } else { 0 }])
    });
    written(&image.into(), ImageFormat::Png)
}

/// As a phone writes it: with location data and an orientation of a quarter turn.
pub fn jpeg_with_place(width: u32, height: u32) -> Vec<u8> {
    let image = RgbImage::from_fn(width, height, |x, y| {
        let part = |at: u32| u8::try_from(at % 256).expect("a byte");
        image::Rgb([part(x), part(y), 90])
    });
    let plain = written(&image.into(), ImageFormat::Jpeg);
    let mut exif = b"Exif\0\0MM\0\x2a\0\0\0\x08".to_vec();
    // Two entries: orientation 6 (a quarter turn to the right), and a text with the location.
    let place = b"GPS-PLACE 27.98N 86.92E\0";
    exif.extend([0, 2]);
    exif.extend([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]);
    exif.extend([0x01, 0x0e, 0, 2, 0, 0, 0, 24, 0, 0, 0, 38]);
    exif.extend([0, 0, 0, 0]);
    exif.extend(place);
    let length = u16::try_from(exif.len() + 2).expect("short").to_be_bytes();
    let mut bytes = plain[..2].to_vec();
    bytes.extend([0xff, 0xe1]);
    bytes.extend(length);
    bytes.extend(exif);
    bytes.extend(&plain[2..]);
    bytes
}

/// Red on the left and blue on the right, with location data.
pub fn heic_with_place(width: u32, height: u32) -> Vec<u8> {
    let column = |x: u32| match x < width / 2 {
        true => [230, 20, 20, 255],
        false => [20, 20, 230, 255],
    };
    let pixels = (0..height).flat_map(|_| (0..width).flat_map(column));
    let image = heifer::Image {
        width,
        height,
        bit_depth: 8,
        has_alpha: false,
        data: pixels.collect(),
    };
    let metadata = heifer::Metadata {
        xmp: Some(b"<place>GPS-PLACE</place>".to_vec()),
        ..heifer::Metadata::default()
    };
    let options = heifer::EncodeOptions::default();
    heifer::encode_with_metadata(&image, &metadata, &options).expect("written")
}

/// A file of a hundred bytes that claims to be a picture of 30,000 by 30,000.
pub fn bomb() -> Vec<u8> {
    let mut bytes = png(1, 1);
    bytes[16..20].copy_from_slice(&30_000_u32.to_be_bytes());
    bytes[20..24].copy_from_slice(&30_000_u32.to_be_bytes());
    let sum = crc(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&sum.to_be_bytes());
    bytes
}

/// The checksum of PNG.
fn crc(bytes: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for byte in bytes {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            let odd = crc & 1 == 1;
            crc >>= 1;
            if odd {
                crc ^= 0xedb8_8320;
            }
        }
    }
    !crc
}
