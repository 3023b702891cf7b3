//! Placeholders of pictures: responses with pictures contain a few pixels of each, by address, to show until the
//! picture has loaded.

use std::collections::{BTreeMap, HashMap};

use store::{Connection, StoreResult};

use crate::features::demo::pictures as demo;
use crate::features::upload::key::Key;

/// Data URL of the placeholder by address of the picture.
pub type Placeholders = BTreeMap<String, String>;

/// The placeholders of all pictures of a response, loaded with one query.
pub struct Known(HashMap<String, String>);

impl Known {
    pub(crate) async fn of<'a>(
        db: &impl Connection,
        addresses: impl IntoIterator<Item = &'a str>,
    ) -> StoreResult<Self> {
        let keys: Vec<String> = addresses.into_iter().filter_map(key_in).collect();
        Ok(Self(store::pictures::placeholders(db, &keys).await?))
    }

    /// The placeholders of these pictures.
    pub fn for_pictures<'a>(&self, addresses: impl IntoIterator<Item = &'a str>) -> Placeholders {
        let found = addresses
            .into_iter()
            .filter_map(|address| Some((address.to_owned(), self.find(address)?.to_owned())));
        found.collect()
    }

    fn find(&self, address: &str) -> Option<&str> {
        demo::placeholder(address).or_else(|| self.0.get(&key_in(address)?).map(String::as_str))
    }
}

/// The key of an uploaded picture, with or without our host in front. Other sites never have keys of ours.
fn key_in(address: &str) -> Option<String> {
    let (_, path) = address.rsplit_once("/uploads/")?;
    Some(Key::parse(path)?.text())
}
