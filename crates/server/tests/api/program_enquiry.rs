//! `chautari enquiry receive` as the pipe of a mail server calls it.

use std::io::Write as _;
use std::process::Stdio;

use crate::program::{chautari, folder, stderr_of};

fn receive(mail: &[u8], settings: &[(&str, &str)]) -> (Option<i32>, String) {
    let folder = folder();
    let mut command = chautari(&folder, &["enquiry", "receive"]);
    command.envs(settings.iter().copied());
    command.stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut running = command.spawn().expect("it runs");
    let mut input = running.stdin.take().expect("an input");
    input.write_all(mail).expect("it reads the whole email");
    drop(input);
    let output = running.wait_with_output().expect("it ends");
    (output.status.code(), stderr_of(&output))
}

#[test]
fn an_email_to_an_unknown_address_is_returned_and_a_broken_server_keeps_it() {
    let mail = b"From: maya@example.com\r\nTo: enquiry+00@agency.example\r\n\r\nHello\r\n";
    let inbox = ("CHAUTARI_ENQUIRY_INBOX", "enquiry@agency.example");
    let (code, said) = receive(mail, &[inbox]);
    assert_eq!(code, Some(67), "{said}");
    assert!(said.contains("This address is not in use."), "{said}");
    let (code, said) = receive(&vec![b'x'; 21 * 1024 * 1024], &[inbox]);
    assert_eq!(code, Some(65), "{said}");
    let (code, said) = receive(mail, &[]);
    assert_eq!(code, Some(75), "{said}");
    assert!(said.contains("CHAUTARI_ENQUIRY_INBOX"), "{said}");
    let nowhere = (
        "CHAUTARI_DATABASE_URL",
        "postgres://chautari@127.0.0.1:1/none",
    );
    for wrong in [nowhere, ("CHAUTARI_CURRENCY", "DOLLAR")] {
        let (code, said) = receive(mail, &[inbox, wrong]);
        assert_eq!(code, Some(75), "{wrong:?}: {said}");
    }
}
