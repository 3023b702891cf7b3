//! The files of a picture: WebP and AVIF in sizes, each small enough, and the tiny one shown while it loads.

use base64::Engine;
use image::imageops::{FilterType, resize};
use image::{ImageBuffer, Rgb, RgbImage};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A copy: its width and the most bytes of its WebP and its AVIF, where there is one.
struct Copy {
    width: u32,
    webp: Option<usize>,
    avif: Option<usize>,
}

const fn copy(width: u32, webp: usize, avif: usize) -> Copy {
    Copy { width, webp: Some(webp), avif: Some(avif) }
}

/// The smallest first; the widest WebP has the picture's own name.
const WIDE: [Copy; 4] = [
    copy(480, 19_000, 13_000),
    copy(960, 58_000, 38_000),
    copy(1600, 132_000, 92_000),
    Copy { width: 2400, webp: None, avif: Some(165_000) },
];
const TALL: [Copy; 3] =
    [copy(480, 34_000, 25_000), copy(960, 100_000, 60_000), Copy { width: 1200, webp: Some(130_000), avif: None }];

fn copies(name: &str) -> &'static [Copy] {
    match (crate::picture::tall(name), name.ends_with("/banner")) {
        (true, _) => &TALL,
        (_, true) => &WIDE,
        _ => &WIDE[..3],
    }
}

fn own_width(name: &str) -> u32 {
    copies(name).iter().filter(|copy| copy.webp.is_some()).map(|copy| copy.width).max().unwrap_or(0)
}

/// How wide a picture is to be drawn, against 1600 of a common one.
pub fn widest(name: &str) -> usize {
    match (crate::picture::tall(name), name.ends_with("/banner")) {
        (true, _) => 1200,
        (_, true) => 1800,
        _ => 1600,
    }
}

fn webp_name(name: &str, width: u32) -> String {
    if width == own_width(name) { format!("{name}.webp") } else { format!("{name}-{width}.webp") }
}

fn avif_name(name: &str, width: u32) -> String {
    format!("{name}-{width}.avif")
}

/// No file may be larger, nor all of them together.
const MOST: u64 = 200_000;
const MOST_TOGETHER: u64 = 25_000_000;

pub fn pictures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../pictures")
}

/// The last file written of a picture: where it is, the picture is whole.
pub fn marker(name: &str) -> PathBuf {
    pictures().join(format!("{name}.webp"))
}

pub fn write(name: &str, drawn: &RgbImage) -> Result<(), String> {
    let folder = pictures();
    let save = |file: String, bytes: &[u8]| {
        let path = folder.join(&file);
        std::fs::create_dir_all(path.parent().unwrap_or(&folder)).map_err(|e| format!("{file}: {e}"))?;
        std::fs::write(path, bytes).map_err(|e| format!("{file}: {e}"))
    };
    let (avifs, webps): (Vec<_>, Vec<_>) = copies(name)
        .iter()
        .map(|copy| {
            let height = (copy.width as f32 * drawn.height() as f32 / drawn.width() as f32).round() as u32;
            let image = resize(drawn, copy.width, height, FilterType::CatmullRom);
            let encoded = (copy.avif.map(|most| avif(&image, most)), copy.webp.map(|most| webp(&image, most)));
            ((copy.width, encoded.0), (copy.width, encoded.1))
        })
        .unzip();
    for (width, bytes) in avifs {
        bytes.map_or(Ok(()), |bytes| save(avif_name(name, width), &bytes?))?;
    }
    for (width, bytes) in webps {
        bytes.map_or(Ok(()), |bytes| save(webp_name(name, width), &bytes?))?;
    }
    Ok(())
}

fn webp(image: &RgbImage, most: usize) -> Result<Vec<u8>, String> {
    let mut quality = 76.0;
    loop {
        let bytes = webp::Encoder::from_rgb(image, image.width(), image.height()).encode(quality).to_vec();
        if bytes.len() <= most || quality < 12.0 {
            return Ok(bytes);
        }
        quality -= (12.0 * (bytes.len() as f32 / most as f32).ln() / 0.35).clamp(4.0, 30.0);
    }
}

fn avif(image: &RgbImage, most: usize) -> Result<Vec<u8>, String> {
    let pixels: Vec<rgb::RGB8> = image.pixels().map(|p| rgb::RGB8::new(p[0], p[1], p[2])).collect();
    let mut quality = 56.0_f32;
    loop {
        let encoder = ravif::Encoder::new().with_quality(quality).with_speed(10).with_bit_depth(ravif::BitDepth::Eight);
        let sheet = ravif::Img::new(pixels.as_slice(), image.width() as usize, image.height() as usize);
        let bytes = encoder.encode_rgb(sheet).map_err(|e| e.to_string())?.avif_file;
        if bytes.len() <= most || quality < 15.0 {
            return Ok(bytes);
        }
        quality -= (10.0 * (bytes.len() as f32 / most as f32).ln() / 0.35).clamp(4.0, 24.0);
    }
}

/// Writes `placeholders.json` anew from the small WebP of every picture there is.
pub fn placeholders(names: &[String]) -> Result<usize, String> {
    let mut all = BTreeMap::new();
    for name in names {
        let Ok(bytes) = std::fs::read(pictures().join(format!("{name}-480.webp"))) else { continue };
        let small = webp::Decoder::new(&bytes).decode().ok_or_else(|| format!("{name}-480.webp cannot be read"))?;
        let image: ImageBuffer<Rgb<u8>, Vec<u8>> = ImageBuffer::from_raw(small.width(), small.height(), small.to_vec())
            .ok_or_else(|| format!("{name}-480.webp has no three colours"))?;
        let (across, down) = if image.width() > image.height() { (16, 10) } else { (8, 16) };
        let tiny = resize(&image, across, down, FilterType::Triangle);
        let bytes = webp::Encoder::from_rgb(&tiny, across, down).encode(40.0);
        all.insert(name.clone(), format!("data:image/webp;base64,{}", base64::engine::general_purpose::STANDARD.encode(&*bytes)));
    }
    let lines: Vec<String> = all.iter().map(|(name, data)| format!("  \"{name}\": \"{data}\"")).collect();
    std::fs::write(pictures().join("placeholders.json"), format!("{{\n{}\n}}\n", lines.join(",\n"))).map_err(|e| e.to_string())?;
    Ok(all.len())
}

/// Sizes of all files, or what is too large or missing.
pub fn check(names: &[String]) -> Result<String, String> {
    let (mut sum, mut count, mut largest) = (0, 0, 0);
    for name in names {
        let webps = copies(name).iter().filter(|copy| copy.webp.is_some()).map(|copy| webp_name(name, copy.width));
        let avifs = copies(name).iter().filter(|copy| copy.avif.is_some()).map(|copy| avif_name(name, copy.width));
        let files: Vec<String> = webps.chain(avifs).collect();
        for file in files {
            let bytes = std::fs::metadata(pictures().join(&file)).map_err(|e| format!("{file}: {e}"))?.len();
            if bytes > MOST {
                return Err(format!("{file} has {bytes} bytes, more than {MOST}"));
            }
            (sum, count, largest) = (sum + bytes, count + 1, bytes.max(largest));
        }
    }
    if sum > MOST_TOGETHER {
        return Err(format!("all files together have {sum} bytes, more than {MOST_TOGETHER}"));
    }
    Ok(format!("{count} files, {sum} bytes, the largest {largest}"))
}
