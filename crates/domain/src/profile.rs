//! Optional profile data of a traveller (document 1 §2 Account, decisions §9 question 133).

use crate::guest::is_phone_number;
use crate::problem::{Problem, has_control_character};

pub const MAX_NATIONALITY_LENGTH: usize = 100;
pub const MAX_EMERGENCY_CONTACT_LENGTH: usize = 200;

/// Parses an optional telephone number. Empty text becomes `None`.
pub fn parse_phone(text: &str) -> Result<Option<String>, Problem> {
    match text.trim() {
        "" => Ok(None),
        phone if is_phone_number(phone) => Ok(Some(phone.to_owned())),
        _ => Err(Problem::new("phone", "Please enter a valid phone number")),
    }
}

pub fn parse_nationality(text: &str) -> Result<Option<String>, Problem> {
    read_line("nationality", "Nationality", text, MAX_NATIONALITY_LENGTH)
}

/// Parses the emergency contact: a name and a number in one line of text.
pub fn parse_emergency_contact(text: &str) -> Result<Option<String>, Problem> {
    let max = MAX_EMERGENCY_CONTACT_LENGTH;
    read_line("emergencyContact", "Emergency contact", text, max)
}

fn read_line(field: &str, name: &str, text: &str, max: usize) -> Result<Option<String>, Problem> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    if text.chars().count() > max {
        let message = format!("{name} must be at most {max} characters");
        return Err(Problem::new(field, message));
    }
    if has_control_character(text) {
        let message = format!("{name} has characters that cannot be used");
        return Err(Problem::new(field, message));
    }
    Ok(Some(text.to_owned()))
}
