//! Names of backup entries. Other names are neither read nor written, so that no name escapes the data folder.

use uuid::Uuid;

use crate::features::branding;
use crate::features::upload::key;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Name {
    Header,
    Manifest,
    Secret,
    Rows {
        table: String,
        part: u32,
    },
    /// An email of the outbox.
    Mail(Uuid),
    /// A branding file of the agency.
    Site(&'static str),
    /// A picture, by its key in the file store.
    Picture(String),
}

impl Name {
    pub(super) fn text(&self) -> String {
        match self {
            Self::Header => "backup.json".to_owned(),
            Self::Manifest => "manifest.json".to_owned(),
            Self::Secret => "secret.key".to_owned(),
            Self::Rows { table, part } => format!("tables/{table}/{part:05}.jsonl"),
            Self::Mail(id) => format!("outbox/{id}.eml"),
            Self::Site(file) => format!("site/{file}"),
            Self::Picture(key) => format!("pictures/{key}"),
        }
    }

    /// Parses exactly what [`Name::text`] writes.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let name = match text {
            "backup.json" => Self::Header,
            "manifest.json" => Self::Manifest,
            "secret.key" => Self::Secret,
            _ => {
                let (folder, rest) = text.split_once('/')?;
                match folder {
                    "tables" => rows(rest)?,
                    "outbox" => mail(rest)?,
                    "site" => Self::Site(branding::FILES.into_iter().find(|file| *file == rest)?),
                    "pictures" if key::is_file(rest) => Self::Picture(rest.to_owned()),
                    _ => return None,
                }
            }
        };
        (name.text() == text).then_some(name)
    }
}

fn rows(text: &str) -> Option<Name> {
    let (table, file) = text.split_once('/')?;
    let plain = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    if table.is_empty() || !table.chars().all(plain) {
        return None;
    }
    Some(Name::Rows {
        table: table.to_owned(),
        part: file.strip_suffix(".jsonl")?.parse().ok()?,
    })
}

/// The mailer names each email by the id of its job.
fn mail(text: &str) -> Option<Name> {
    let id = text.strip_suffix(".eml")?;
    Some(Name::Mail(Uuid::parse_str(id).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_of_ours_or_none() {
        let id = "019a0000-0000-7000-8000-000000000001";
        for name in [
            "backup.json",
            "manifest.json",
            "secret.key",
            "tables/booking_mails/00001.jsonl",
            "tables/bookings/123456.jsonl",
            &format!("outbox/{id}.eml"),
            "site/logo.svg",
            "site/terms.md",
            &format!("pictures/images/banner/{id}.jpg"),
            &format!("pictures/blogs/thumbnails/{id}-480.webp"),
        ] {
            let read = Name::parse(name).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(read.text(), name);
        }
        for name in [
            "",
            "/backup.json",
            "./backup.json",
            "../secret.key",
            "chautari.db",
            "tables/../secret.key",
            "tables/../../x/00001.jsonl",
            "tables/bookings/1.jsonl",
            "tables/Bookings/00001.jsonl",
            "outbox/../secret.eml",
            &format!("outbox/{id}"),
            &format!("outbox/../{id}.eml"),
            "site/../secret.key",
            "site/other.txt",
            &format!("pictures/../{id}.jpg"),
            &format!("pictures/incoming/{id}"),
            &format!("pictures/images/banner/../../{id}.jpg"),
            &format!("pictures/images/banner/{id}-481.webp"),
            &format!("pictures/images/banner/{id}-480.jpg"),
        ] {
            assert_eq!(Name::parse(name), None, "{name}");
        }
    }
}
