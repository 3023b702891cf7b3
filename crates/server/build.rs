//! Rebuilds the server after a change of the embedded web app or pictures, and compresses the texts that it embeds.
use std::error::Error;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

const OPENAPI: &str = "../../contract/openapi.json";
const TREKS: &str = "../../demo/treks";

fn main() -> Result<(), Box<dyn Error>> {
    for path in ["../../web/dist", "../../demo/pictures", TREKS, OPENAPI] {
        println!("cargo:rerun-if-changed={path}");
    }
    pack("openapi.json.gz", &fs::read(OPENAPI)?)?;

    let mut names = fs::read_dir(TREKS)?
        .map(|file| Ok(file?.path()))
        .collect::<Result<Vec<_>, std::io::Error>>()?;
    names.sort();
    let mut treks = Vec::new();
    for path in names {
        let name = path.file_stem().ok_or("a file without a name")?;
        treks.extend_from_slice(name.as_encoded_bytes());
        treks.push(0);
        treks.extend(fs::read(&path)?);
        treks.push(0);
    }
    pack("treks.gz", &treks)
}

fn pack(name: &str, bytes: &[u8]) -> Result<(), Box<dyn Error>> {
    let folder = std::env::var_os("OUT_DIR").ok_or("cargo names no folder")?;
    let file = File::create(Path::new(&folder).join(name))?;
    let mut packed = GzEncoder::new(file, Compression::best());
    packed.write_all(bytes)?;
    packed.finish()?;
    Ok(())
}
