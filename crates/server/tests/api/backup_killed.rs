//! `backup` and `restore` of the binary, and a restore that is killed at its worst moments.

use chautari::platform::kill_points::RESTORE_KILL_POINTS;

use crate::backup_file::{all_rows, backup};
use crate::program::{Running, chautari, folder, stderr_of, stdout_of};
use crate::stage::stored_trek;
use crate::support::TestApp;
use crate::test_database::create_empty_database;

#[tokio::test]
async fn a_killed_restore_is_never_served_and_can_be_repeated() {
    let test = TestApp::start().await;
    stored_trek(&test).await;
    test.traveller().await;
    let here = tempfile::tempdir().expect("a folder");
    let file = backup(&test.app.config, &here, "b.tar.gz").await;
    let before = all_rows(&test.app.config.database_url).await;
    for point in RESTORE_KILL_POINTS {
        let folder = folder();
        let database_url = create_empty_database(folder.path()).await;
        let run = |command: &str, kill_at: &str| {
            let mut command = chautari(&folder, &[command]);
            if command.get_args().any(|argument| argument == "restore") {
                command.arg(&file);
            }
            command
                .env("CHAUTARI_DATABASE_URL", &database_url)
                .env("CHAUTARI_KILL_AT", kill_at)
                .output()
                .expect("it runs")
        };
        assert!(!run("restore", point).status.success(), "{point}");
        let data = folder.path().join("data");
        if *point == "restore-unmarked" {
            // Complete except for its last message.
            assert!(!data.join("restore-unfinished").exists());
            let again = run("restore", "");
            assert!(stderr_of(&again).contains("is not empty"));
        } else {
            for command in ["serve", "check"] {
                let refused = run(command, "");
                let said = format!("{}{}", stdout_of(&refused), stderr_of(&refused));
                assert!(!refused.status.success(), "{point} {command}: {said}");
                assert!(
                    said.contains("was not finished"),
                    "{point} {command}: {said}"
                );
            }
            let again = run("restore", "");
            assert!(again.status.success(), "{point}: {}", stderr_of(&again));
        }
        // Before the server starts, which deletes what has expired.
        let after = all_rows(&database_url).await;
        for (table, rows) in &before {
            let restored = after.iter().find(|(other, _)| other.name == table.name);
            let mut restored = restored.expect("the table").1.clone();
            // The restore leaves a mark of its own.
            restored.retain(|row| table.name != "marks" || row[0] != "restored");
            assert_eq!(&restored, rows, "{point} {}", table.name);
        }
        let mut serve = chautari(&folder, &["serve"]);
        serve.env("CHAUTARI_DATABASE_URL", &database_url);
        let server = Running::start(serve);
        let answer = server.get("/api/treks/getall");
        assert!(answer.contains("Namche Bazaar"), "{point}: {answer}");
    }
}

#[test]
fn backup_and_restore_report_success_and_errors_in_one_line() {
    let folder = folder();
    drop(Running::start(chautari(&folder, &["serve", "--demo"])));
    let file = folder.path().join("b.tar.gz");
    let file = file.to_str().expect("a path");
    let made = chautari(&folder, &["backup", file])
        .output()
        .expect("it runs");
    assert!(made.status.success(), "{}", stderr_of(&made));
    assert!(stdout_of(&made).starts_with(file), "{}", stdout_of(&made));
    assert_eq!(stdout_of(&made).lines().count(), 1);
    let other = ["restore", file, "--data-dir", "other"];
    let restored = chautari(&folder, &other).output().expect("it runs");
    assert!(restored.status.success(), "{}", stderr_of(&restored));
    assert!(stdout_of(&restored).starts_with("restored "));
    let mut serve = chautari(&folder, &["serve"]);
    serve.env("CHAUTARI_DATA_DIR", folder.path().join("other"));
    let server = Running::start(serve);
    let answer = server.login("maya@chautari.example", "trail-maya-2026");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    for arguments in [
        ["backup", file],
        ["restore", file],
        ["restore", "none.tar.gz"],
    ] {
        let refused = chautari(&folder, &arguments).output().expect("it runs");
        assert!(!refused.status.success());
        assert_eq!(
            stderr_of(&refused).lines().count(),
            1,
            "{}",
            stderr_of(&refused)
        );
    }
}
