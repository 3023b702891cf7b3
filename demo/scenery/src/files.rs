//! The files of a picture: WebP and AVIF in sizes, each small enough, and the tiny one shown while it loads.

use base64::Engine;
use image::imageops::{FilterType, resize};
use image::{ImageBuffer, Rgb, RgbImage};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Widths and the most bytes of each: WebP, AVIF.
const SIZES: [(u32, usize, usize); 3] = [(1600, 132_000, 92_000), (960, 58_000, 38_000), (480, 19_000, 13_000)];
const BANNER: (u32, usize) = (2400, 165_000);
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

pub fn write(name: &str, drawn: &RgbImage, banner: bool) -> Result<(), String> {
    let folder = pictures();
    let save = |file: String, bytes: &[u8]| std::fs::write(folder.join(&file), bytes).map_err(|e| format!("{file}: {e}"));
    let at = |width: u32| resize(drawn, width, width * 5 / 8, FilterType::CatmullRom);
    if banner {
        save(format!("{name}-{}.avif", BANNER.0), &avif(&at(BANNER.0), BANNER.1)?)?;
    }
    for (width, most_webp, most_avif) in SIZES.into_iter().rev() {
        let image = at(width);
        save(format!("{name}-{width}.avif"), &avif(&image, most_avif)?)?;
        let own = if width == 1600 { String::new() } else { format!("-{width}") };
        save(format!("{name}{own}.webp"), &webp(&image, most_webp)?)?;
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
        let tiny = resize(&image, 16, 10, FilterType::Triangle);
        let bytes = webp::Encoder::from_rgb(&tiny, 16, 10).encode(40.0);
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
        let mut files: Vec<String> = ["", "-960", "-480"].map(|s| format!("{name}{s}.webp")).to_vec();
        files.extend(["-480", "-960", "-1600"].map(|s| format!("{name}{s}.avif")));
        if name.ends_with("/banner") {
            files.push(format!("{name}-2400.avif"));
        }
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
