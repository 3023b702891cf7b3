//! Rebuilds the server when the web app or the pictures that it embeds have changed.
fn main() {
    for folder in ["../../web/dist", "../../demo/pictures", "../../demo/treks"] {
        println!("cargo:rerun-if-changed={folder}");
    }
}
