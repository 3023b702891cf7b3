//! Incomplete backups and non-empty targets are refused with one line, before anything is written.

use std::io::Read as _;
use std::path::Path;

use serde_json::{Value, json};
use tar::EntryType;
use tempfile::TempDir;

use crate::backup_file::{Elsewhere, Entries, backup, entries, with_manifest, written};
use crate::stage::stored_trek;
use crate::support::TestApp;

struct Scene {
    test: TestApp,
    folder: TempDir,
    entries: Entries,
}

async fn scene() -> Scene {
    let test = TestApp::start().await;
    stored_trek(&test).await;
    let folder = tempfile::tempdir().expect("a folder");
    let file = backup(&test.app.config, &folder, "good.tar.gz").await;
    let entries = entries(&file);
    Scene {
        test,
        folder,
        entries,
    }
}

impl Scene {
    /// Asserts that the restore is refused with this text in one line, and writes nothing.
    async fn refuses(&self, elsewhere: &Elsewhere, file: &Path, words: &str) {
        let said = elsewhere.restore(file).await.expect_err("refused");
        assert!(
            said.contains(words) && said.lines().count() == 1,
            "{words}: {said}"
        );
        elsewhere.assert_untouched().await;
    }

    fn changed(&self, name: &str, change: impl FnOnce(&mut Entries)) -> std::path::PathBuf {
        let mut entries = self.entries.clone();
        change(&mut entries);
        written(&self.folder, name, &entries, EntryType::Regular)
    }
}

fn position(entries: &Entries, start: &str) -> usize {
    let found = entries.iter().position(|(name, _)| name.starts_with(start));
    found.expect("an entry")
}

/// The archive in a file, after its checksum was verified; none if it cannot be read.
fn unpack(file: &[u8]) -> Option<Vec<u8>> {
    let mut archive = Vec::new();
    let mut decoder = flate2::read::GzDecoder::new(file);
    decoder.read_to_end(&mut archive).ok()?;
    Some(archive)
}

#[tokio::test]
async fn a_truncated_or_damaged_backup_is_refused() {
    let scene = scene().await;
    let elsewhere = Elsewhere::of(&scene.test.app.config).await;
    let whole = std::fs::read(scene.folder.path().join("good.tar.gz")).expect("the file");
    let file = scene.folder.path().join("bad.tar.gz");
    for length in [
        0,
        1,
        20,
        whole.len() / 2,
        whole.len() - 100,
        whole.len() - 1,
    ] {
        std::fs::write(&file, &whole[..length]).expect("written");
        scene.refuses(&elsewhere, &file, "bad.tar.gz is no").await;
    }
    for place in (12..whole.len()).step_by(whole.len() / 24) {
        let mut bytes = whole.clone();
        bytes[place] = !bytes[place];
        // Deflate has unused bits: if the archive is the same to the byte, the file is not damaged.
        if unpack(&bytes) == unpack(&whole) {
            continue;
        }
        std::fs::write(&file, &bytes).expect("written");
        scene.refuses(&elsewhere, &file, "bad.tar.gz").await;
    }
    let mut longer = whole.clone();
    longer.extend_from_slice(b"more");
    std::fs::write(&file, &longer).expect("written");
    scene.refuses(&elsewhere, &file, "follows its end").await;
    let none = scene.folder.path().join("none.tar.gz");
    scene.refuses(&elsewhere, &none, "cannot be opened").await;
    // Repacked without changes, the backup is accepted: the tests below change one thing each.
    let same = scene.changed("same.tar.gz", |_| ());
    elsewhere.restore(&same).await.expect("restored");
}

#[tokio::test]
async fn a_backup_with_changed_entries_is_refused() {
    let scene = scene().await;
    let elsewhere = Elsewhere::of(&scene.test.app.config).await;
    let other_row = scene.changed("1.tar.gz", |entries| {
        let at = position(entries, "tables/treks");
        let text = String::from_utf8(entries[at].1.clone()).expect("text");
        entries[at].1 = text.replace("Khumbu", "Khumbo").into_bytes();
    });
    scene
        .refuses(&elsewhere, &other_row, "is not what was written")
        .await;
    let without = scene.changed("2.tar.gz", |entries| {
        entries.remove(position(entries, "tables/treks"));
    });
    scene
        .refuses(&elsewhere, &without, "tables/treks/00001.jsonl is not")
        .await;
    let twice = scene.changed("3.tar.gz", |entries| {
        let at = position(entries, "tables/treks");
        entries.insert(at, entries[at].clone());
    });
    scene.refuses(&elsewhere, &twice, "is in it twice").await;
    let no_end = scene.changed("4.tar.gz", |entries| drop(entries.pop()));
    scene
        .refuses(&elsewhere, &no_end, "its end is missing")
        .await;
    let no_begin = scene.changed("5.tar.gz", |entries| drop(entries.remove(0)));
    scene
        .refuses(&elsewhere, &no_begin, "begin with its header")
        .await;
    let fewer = scene.changed("6.tar.gz", |entries| {
        entries.remove(position(entries, "tables/treks"));
        *entries = with_manifest(entries.clone());
    });
    scene
        .refuses(&elsewhere, &fewer, "rows of treks are missing")
        .await;
    let no_row = scene.changed("7.tar.gz", |entries| {
        let at = position(entries, "tables/treks");
        entries[at].1 = b"[1,2]\n".to_vec();
        *entries = with_manifest(entries.clone());
    });
    scene
        .refuses(&elsewhere, &no_row, "treks has a row that is none")
        .await;
}

#[tokio::test]
async fn no_entry_of_a_backup_is_written_outside_the_data_folder() {
    let scene = scene().await;
    let elsewhere = Elsewhere::of(&scene.test.app.config).await;
    for name in [
        "../evil",
        "/tmp/evil",
        "pictures/../../evil",
        "outbox/../../evil.eml",
        "tables/../evil/00001.jsonl",
        "chautari.db",
    ] {
        let file = scene.changed("evil.tar.gz", |entries| {
            entries.insert(1, (name.to_owned(), b"evil".to_vec()));
            *entries = with_manifest(entries.clone());
        });
        scene
            .refuses(&elsewhere, &file, "which no backup does")
            .await;
        assert!(!elsewhere.folder.path().join("evil").exists());
    }
    for kind in [
        EntryType::Symlink,
        EntryType::Link,
        EntryType::Directory,
        EntryType::Fifo,
    ] {
        let file = written(&scene.folder, "link.tar.gz", &scene.entries, kind);
        scene
            .refuses(&elsewhere, &file, "which no backup does")
            .await;
    }
}

#[tokio::test]
async fn a_backup_of_a_newer_version_is_refused() {
    let scene = scene().await;
    let elsewhere = Elsewhere::of(&scene.test.app.config).await;
    let header = |change: &dyn Fn(&mut Value)| {
        scene.changed("newer.tar.gz", |entries| {
            let mut header: Value = serde_json::from_slice(&entries[0].1).expect("JSON");
            change(&mut header);
            entries[0].1 = header.to_string().into_bytes();
            *entries = with_manifest(entries.clone());
        })
    };
    let file = header(&|header| header["format"] = json!(2));
    scene
        .refuses(&elsewhere, &file, "made by a newer Chautari")
        .await;
    let file = header(&|header| {
        let names = header["migrations"].as_array_mut().expect("names");
        names.push(json!("m9999_of_tomorrow"));
    });
    scene.refuses(&elsewhere, &file, "m9999_of_tomorrow").await;
    let file = header(&|header| {
        let names = header["migrations"].as_array_mut().expect("names");
        names.remove(0);
    });
    scene.refuses(&elsewhere, &file, "of no version").await;
}

// Decisions §10 "Commands".
#[tokio::test]
async fn a_target_that_is_not_empty_is_refused_and_unchanged() {
    let scene = scene().await;
    let good = scene.folder.path().join("good.tar.gz");
    let elsewhere = Elsewhere::of(&scene.test.app.config).await;
    std::fs::create_dir(&elsewhere.config.data_dir).expect("a folder");
    let note = elsewhere.config.data_dir.join("note.txt");
    std::fs::write(&note, "mine").expect("written");
    let said = elsewhere.restore(&good).await.expect_err("refused");
    assert!(
        said.contains("is not empty") && said.lines().count() == 1,
        "{said}"
    );
    assert_eq!(
        std::fs::read_dir(&elsewhere.config.data_dir)
            .expect("read")
            .count(),
        1
    );
    std::fs::remove_file(&note).expect("removed");

    let db = store::connect(&elsewhere.config.database_url)
        .await
        .expect("open");
    db.migrate().await.expect("tables");
    store::metadata::set(&db, "mine", "1").await.expect("set");
    let said = elsewhere.restore(&good).await.expect_err("refused");
    assert!(said.contains("the table marks holds rows"), "{said}");
    assert_eq!(
        std::fs::read_dir(&elsewhere.config.data_dir)
            .expect("read")
            .count(),
        0
    );
    // Tables without rows do not count as data.
    store::metadata::remove(&db, "mine").await.expect("removed");
    db.close().await.expect("closed");
    elsewhere.restore(&good).await.expect("restored");
    let said = elsewhere.restore(&good).await.expect_err("refused");
    assert!(said.contains("is not empty"), "{said}");
}
