//! Draws the demo's pictures. See README.md.

mod air;
mod airstrip;
mod boughs;
mod canvas;
mod chautari;
mod clouds;
mod crowns;
mod erosion;
mod files;
mod film;
mod ground;
mod hours;
mod houses;
mod land;
mod light;
mod maths;
mod mesh;
mod needles;
mod noise;
mod paths;
mod picture;
mod props;
mod reach;
mod ridges;
mod scene;
mod shade;
mod shapes;
mod stones;
mod things;
mod trace;
mod turf;
mod view;
mod villages;
mod water;
mod woods;

use std::path::Path;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Err(message) = run(&arguments) {
        eprintln!("{message}");
        std::process::exit(1);
    }
}

const HELP: &str =
    "scenery draw [width=1760] [folder | folder/name ...]   the files of all pictures, or of these, that are not there yet
scenery look <folder | folder/name> <width> <file.png>   one picture, or a sheet of a folder, to judge it
scenery placeholders   pictures/placeholders.json
scenery check   sizes of all files";

fn run(arguments: &[String]) -> Result<(), String> {
    let (verb, rest) = arguments.split_first().ok_or(HELP)?;
    match verb.as_str() {
        "draw" => {
            let (width, rest) = match rest.split_first().and_then(|(first, rest)| Some((first.strip_prefix("width=")?, rest))) {
                Some((width, rest)) => (width.parse().map_err(|_| HELP)?, rest),
                None => (1760, rest),
            };
            draw(&picture::names(rest)?, width)
        }
        "look" => match rest {
            [name, width, file] => {
                look(&picture::names(std::slice::from_ref(name))?, width.parse().map_err(|_| HELP)?, Path::new(file))
            }
            _ => Err(HELP.into()),
        },
        "placeholders" => files::placeholders(&picture::names(&[])?).map(|n| println!("{n} placeholders")),
        "check" => files::check(&picture::names(&[])?).map(|report| println!("{report}")),
        _ => Err(HELP.into()),
    }
}

/// Draws `width` pixels wide, banners wider and tall ones less wide, and writes what has no file yet.
fn draw(names: &[String], width: usize) -> Result<(), String> {
    for name in names {
        if files::marker(name).exists() {
            continue;
        }
        let clock = std::time::Instant::now();
        let drawn = picture::draw(&picture::scene(name)?, width * files::widest(name) / 1600)?;
        let seen = clock.elapsed().as_secs_f32();
        files::write(name, &drawn)?;
        println!("{name}: drawn in {seen:.0} s, written after {:.0} s", clock.elapsed().as_secs_f32());
    }
    Ok(())
}

fn look(names: &[String], width: u32, file: &Path) -> Result<(), String> {
    let across = if names.len() > 1 { 2 } else { 1 };
    let scenes = names.iter().map(|name| picture::scene(name)).collect::<Result<Vec<_>, _>>()?;
    let height_of = |scene: &scene::Scene| (width as f32 * scene.frame[1] / scene.frame[0]) as u32;
    let height = scenes.iter().map(height_of).max().unwrap_or(1);
    let mut sheet = image::RgbImage::new(width * across, height * (names.len() as u32).div_ceil(across));
    for (i, scene) in scenes.iter().enumerate() {
        let drawn = picture::draw(scene, width as usize * 11 / 10)?;
        let small = image::imageops::resize(&drawn, width, height_of(scene), image::imageops::FilterType::CatmullRom);
        let i = i as u32;
        image::imageops::replace(&mut sheet, &small, i64::from(i % across * width), i64::from(i / across * height));
    }
    sheet.save(file).map_err(|e| e.to_string())
}
