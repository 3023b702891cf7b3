//! Contact details of OCTO, of the lead traveller and of each unit item.

use domain::account::Email;
use domain::guest::MAX_NAME_LENGTH;
use domain::problem::has_control_character_besides_breaks;
use serde::{Deserialize, Serialize};

use super::error::{OctoError, OctoResult};

const MAX_LENGTH: usize = 200;
const MAX_NOTES_LENGTH: usize = 2000;
const MAX_LOCALES: usize = 20;

/// Sent, stored and returned in the same form. A field that is not sent keeps its value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Contact {
    pub full_name: Option<String>,
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub email_address: Option<String>,
    pub phone_number: Option<String>,
    pub locales: Option<Vec<String>>,
    pub postal_code: Option<String>,
    pub country: Option<String>,
    pub notes: Option<String>,
}

fn trimmed(text: Option<&String>) -> Option<&str> {
    text.map(|text| text.trim()).filter(|text| !text.is_empty())
}

impl Contact {
    /// These details, with those of `stored` for fields that were not sent.
    #[must_use]
    pub fn or(&self, stored: &Self) -> Self {
        let mut merged = Self {
            full_name: self.full_name.clone(),
            first_name: self.first_name.clone().or(stored.first_name.clone()),
            last_name: self.last_name.clone().or(stored.last_name.clone()),
            email_address: self.email_address.clone().or(stored.email_address.clone()),
            phone_number: self.phone_number.clone().or(stored.phone_number.clone()),
            locales: self.locales.clone().or(stored.locales.clone()),
            postal_code: self.postal_code.clone().or(stored.postal_code.clone()),
            country: self.country.clone().or(stored.country.clone()),
            notes: self.notes.clone().or(stored.notes.clone()),
        };
        // The full name is an alias: new parts replace a stored one.
        let has_new_parts = self.first_name.is_some() || self.last_name.is_some();
        if merged.full_name.is_none() && has_new_parts {
            let parts = [
                trimmed(merged.first_name.as_ref()),
                trimmed(merged.last_name.as_ref()),
            ];
            let parts: Vec<&str> = parts.into_iter().flatten().collect();
            merged.full_name = Some(parts.join(" ")).filter(|name| !name.is_empty());
        }
        merged.full_name = merged.full_name.or(stored.full_name.clone());
        merged
    }

    /// The name, at most as long as that of a guest may be.
    #[must_use]
    pub fn name(&self) -> Option<String> {
        let name = trimmed(self.full_name.as_ref())?;
        Some(name.chars().take(MAX_NAME_LENGTH).collect())
    }

    #[must_use]
    pub fn email(&self) -> Option<&str> {
        trimmed(self.email_address.as_ref())
    }

    #[must_use]
    pub fn phone(&self) -> Option<&str> {
        trimmed(self.phone_number.as_ref())
    }

    pub fn check(&self) -> OctoResult<()> {
        let locales = self.locales.iter().flatten();
        let texts = [
            &self.full_name,
            &self.first_name,
            &self.last_name,
            &self.email_address,
            &self.phone_number,
            &self.postal_code,
            &self.country,
        ];
        let is_long = |text: &String| text.chars().count() > MAX_LENGTH;
        let mut lines = texts.into_iter().flatten().chain(locales);
        if lines.any(|text| is_long(text) || text.chars().any(char::is_control)) {
            let message = "Contact details must be one line of at most 200 characters each";
            return Err(OctoError::bad_request(message));
        }
        let notes = self.notes.as_deref().unwrap_or_default();
        if notes.chars().count() > MAX_NOTES_LENGTH || has_control_character_besides_breaks(notes) {
            let message = "The notes of a contact must be at most 2000 characters";
            return Err(OctoError::bad_request(message));
        }
        if self
            .locales
            .as_ref()
            .is_some_and(|locales| locales.len() > MAX_LOCALES)
        {
            return Err(OctoError::bad_request("A contact has at most 20 locales"));
        }
        match self.email().map(Email::parse) {
            Some(Err(error)) => Err(OctoError::bad_request(error.to_string())),
            _ => Ok(()),
        }
    }
}
