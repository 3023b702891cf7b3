//! What stands in the frames of pictures until they have loaded: each answer with pictures carries a few pixels of them,
//! by their addresses.

use std::collections::{BTreeMap, HashMap};

use store::{Connection, StoreResult};

use crate::features::demo::pictures as demo;
use crate::features::upload::key::Key;

/// By the address of the picture, as a data address.
pub type Placeholders = BTreeMap<String, String>;

/// Those of all pictures in an answer, asked for at once.
pub struct Known(HashMap<String, String>);

impl Known {
    pub async fn of<'a>(
        db: &impl Connection,
        addresses: impl IntoIterator<Item = &'a str>,
    ) -> StoreResult<Self> {
        let keys: Vec<String> = addresses.into_iter().filter_map(key_in).collect();
        Ok(Self(store::pictures::placeholders(db, &keys).await?))
    }

    /// The part of them that belongs to these pictures.
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

/// The key of an uploaded picture, with or without our host before it: no other site has a key of ours.
fn key_in(address: &str) -> Option<String> {
    let (_, path) = address.rsplit_once("/uploads/")?;
    Some(Key::parse(path)?.text())
}
