//! Rebuilds the server after a change of the embedded web app or pictures.
fn main() {
    for folder in ["../../web/dist", "../../demo/pictures", "../../demo/treks"] {
        println!("cargo:rerun-if-changed={folder}");
    }
}
