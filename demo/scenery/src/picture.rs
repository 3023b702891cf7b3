//! One picture from its scene to pixels.

use crate::air::Air;
use crate::clouds::Clouds;
use crate::land::Land;
use crate::light::Light;
use crate::noise::Billows;
use crate::scene::{Folder, Scene};
use crate::trace::Tracer;
use crate::view::View;
use crate::{film, props, scene, turf, water, woods};
use image::RgbImage;
use std::path::{Path, PathBuf};

pub fn scenes_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes")
}

pub fn folder(name: &str) -> Result<Folder, String> {
    let file = scenes_folder().join(format!("{name}.toml"));
    let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    toml::from_str::<scene::Folder>(&text).map_err(|e| format!("{}: {e}", file.display()))
}

/// Portrait, for phones.
pub fn tall(name: &str) -> bool {
    name.ends_with("-tall")
}

/// The scene of `folder/name`.
pub fn scene(name: &str) -> Result<Scene, String> {
    let (group, own) = name.split_once('/').ok_or("a picture is folder/name")?;
    let mut scene = folder(group)?.remove(own).ok_or_else(|| format!("{group}.toml has no {own}"))?;
    scene.frame = if tall(name) { scene::TALL } else { scene::WIDE };
    Ok(scene)
}

/// All pictures of the named folders, the named pictures themselves, or every picture there is.
pub fn names(wanted: &[String]) -> Result<Vec<String>, String> {
    let mut groups: Vec<String> = std::fs::read_dir(scenes_folder())
        .map_err(|e| e.to_string())?
        .filter_map(|entry| entry.ok()?.path().file_stem().map(|name| name.to_string_lossy().into_owned()))
        .collect();
    groups.sort();
    let of =
        |group: &String| -> Result<Vec<String>, String> { Ok(folder(group)?.keys().map(|own| format!("{group}/{own}")).collect()) };
    let mut names = Vec::new();
    for want in if wanted.is_empty() { &groups } else { wanted } {
        if want.contains('/') { names.push(want.clone()) } else { names.extend(of(want)?) }
    }
    Ok(names)
}

/// Draws a scene `width` pixels wide.
pub fn draw(scene: &Scene, width: usize) -> Result<RgbImage, String> {
    let clock = std::time::Instant::now();
    let say = |what: &str| {
        if std::env::var_os("SCENERY_TIMES").is_some() {
            eprintln!("{what} {:.1}s", clock.elapsed().as_secs_f32());
        }
    };
    let view = View::new(scene, width)?;
    let land = Land::new(scene, &view);
    say("land");
    let light = Light::new(&land, view.sun);
    say("light");
    let air = Air::new(scene, &view);
    let groves = woods::groves(scene, &view, &land);
    let shade = woods::shade(&groves, &view);
    say("trees grown");
    let tracer = Tracer { scene, view: &view, land: &land, light: &light, air: &air, shade: &shade };
    let mut canvas = tracer.land();
    say("ground");
    if let Some(lake) = &scene.lake {
        water::lay_over(&tracer, lake, &mut canvas);
        say("water");
    }
    turf::draw(&tracer, &mut canvas);
    say("turf");
    woods::draw(&tracer, &groves, &mut canvas);
    props::draw(&tracer, &mut canvas);
    say("woods and props");
    if !scene.clouds.is_empty() {
        let clouds = Clouds { scene, view: &view, land: &land, light: &light, air: &air, billows: Billows::new(7) };
        clouds.lay_over(&mut canvas);
        say("clouds");
    }
    let image = film::develop(&canvas, view.hour.exposure + scene.exposure, scene.hour == "moon");
    say("developed");
    Ok(image)
}
