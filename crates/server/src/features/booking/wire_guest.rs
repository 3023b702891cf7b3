//! JSON types of the party of a booking (document 2 §3).

use domain::guest;
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub enum Gender {
    Male,
    Female,
    Other,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Guest {
    pub name: String,
    pub age: u8,
    pub gender: Gender,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub phone_number: Option<String>,
}

impl From<guest::Guest> for Guest {
    fn from(guest: guest::Guest) -> Self {
        Self {
            name: guest.name,
            age: guest.age,
            gender: match guest.gender {
                guest::Gender::Male => Gender::Male,
                guest::Gender::Female => Gender::Female,
                guest::Gender::Other => Gender::Other,
            },
            phone_number: guest.phone_number,
        }
    }
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GuestDetails {
    pub primary_guest: Guest,
    pub additional_guests: Vec<Guest>,
}
