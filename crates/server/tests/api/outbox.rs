//! Reads the emails that the app wrote to its outbox folder.

use std::path::Path;

pub struct MailFile {
    pub file_name: String,
    pub raw: Vec<u8>,
    pub to: String,
    pub subject: String,
    pub message_id: String,
    pub text: String,
    pub html: String,
}

/// In the order of their jobs.
pub fn read(folder: &Path) -> Vec<MailFile> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .filter(|name| name.ends_with(".eml"))
        .collect();
    names.sort();
    names.iter().map(|name| read_one(folder, name)).collect()
}

fn read_one(folder: &Path, name: &str) -> MailFile {
    let raw = std::fs::read(folder.join(name)).expect("a mail");
    let mail = mail_parser::MessageParser::default()
        .parse(&raw)
        .expect("a mail that reads back");
    let to = mail
        .to()
        .and_then(|to| to.first())
        .and_then(|to| to.address())
        .unwrap_or_default();
    MailFile {
        file_name: name.to_owned(),
        to: to.to_owned(),
        subject: mail.subject().unwrap_or_default().to_owned(),
        message_id: mail.message_id().unwrap_or_default().to_owned(),
        text: mail.body_text(0).unwrap_or_default().into_owned(),
        html: mail.body_html(0).unwrap_or_default().into_owned(),
        raw: raw.clone(),
    }
}
