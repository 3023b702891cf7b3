//! A trek: the offer of the agency, its routes and the terms of its price (document 2 §3).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use crate::departure::SoldAs;
pub use crate::itinerary::{Coordinates, Place, Route};
use crate::money::{Currency, Money, Percent};
use crate::pricing;
use crate::schedule::PaymentTerms;

/// A trek that the agency offers. `version` increases by one with every save.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Trek {
    pub id: Uuid,
    pub version: i64,
    pub name: String,
    pub description: String,
    pub location: String,
    pub features: Vec<String>,
    pub images: Images,
    pub routes: Vec<Route>,
    pub starting_place: Place,
    pub ending_place: Place,
    pub payment_details: PaymentDetails,
    pub currency: Currency,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<String>,
    #[serde(default)]
    pub best_seasons: Vec<String>,
    /// The part of the country that travellers filter by, as in `Everest`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// What the price per head covers.
    #[serde(default)]
    pub included: Vec<String>,
    /// What travellers pay for themselves.
    #[serde(default)]
    pub not_included: Vec<String>,
    #[serde(default)]
    pub sold_as: SoldAs,
    /// A private booking starts at least this many days after the day on which it is made.
    #[serde(default)]
    pub minimum_notice_days: u32,
    /// Made for the booking of a proposal: it is archived from the beginning and never restored.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_private: bool,
    /// Set if the trek no longer appears in the public lists. Its bookings still refer to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub archived_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Images {
    pub banner_image: String,
    pub secondary_images: Vec<String>,
}

/// Discount and charges from which the price of a trek is computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentDetails {
    pub discount: Discount,
    pub charges: Charges,
    /// The deposit. `None`: the whole price is due with the booking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<PaymentTerms>,
}

/// The group discount. The default is 20 % from 4 guests on (document 2 §9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Discount {
    pub group_discount_threshold: u32,
    pub group_discount_percentage: Percent,
    pub is_group_discount_applicable: bool,
}

impl Discount {
    /// The threshold is inclusive: four guests reach a threshold of four.
    #[must_use]
    pub fn applies_to(&self, guests: u32) -> bool {
        self.is_group_discount_applicable && guests >= self.group_discount_threshold
    }
}

impl Default for Discount {
    fn default() -> Self {
        Self {
            group_discount_threshold: 4,
            group_discount_percentage: Percent::whole(20),
            is_group_discount_applicable: true,
        }
    }
}

/// Charges added to the price. Tax and service fee are percentages, the others amounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Charges {
    pub gst: Percent,
    pub service_fee: Percent,
    pub insurance_per_person: Money,
    pub booking_fee: Money,
}

impl Charges {
    /// Document 2 §9: tax 18 %, service fee 5 %, insurance 500 per person, booking fee 200, in major units.
    #[must_use]
    pub fn default_in(currency: Currency) -> Self {
        let unit = 10_i64.pow(currency.minor_digits());
        Self {
            gst: Percent::whole(18),
            service_fee: Percent::whole(5),
            insurance_per_person: Money::from_minor(500 * unit),
            booking_fee: Money::from_minor(200 * unit),
        }
    }
}

impl Default for Charges {
    fn default() -> Self {
        Self::default_in(Currency::USD)
    }
}

/// The route that a request selects: by id if present, otherwise by name, otherwise by index.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RouteChoice {
    pub route_id: Option<Uuid>,
    pub name: Option<String>,
    /// Index among the visible routes.
    pub route_index: Option<usize>,
}

/// The choice matches no visible route, or its fields contradict each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Invalid route selected")]
pub struct InvalidRoute;

impl Trek {
    /// An empty trek: version 1 and the default payment details. A new field needs a value here only, because code and
    /// tests build their treks from this one.
    #[must_use]
    pub fn blank(id: Uuid, currency: Currency, now: DateTime<Utc>) -> Self {
        Self {
            id,
            version: 1,
            name: String::new(),
            description: String::new(),
            location: String::new(),
            features: Vec::new(),
            images: Images::default(),
            routes: Vec::new(),
            starting_place: Place::default(),
            ending_place: Place::default(),
            payment_details: PaymentDetails {
                discount: Discount::default(),
                charges: Charges::default_in(currency),
                terms: None,
            },
            currency,
            difficulty: None,
            best_seasons: Vec::new(),
            region: None,
            included: Vec::new(),
            not_included: Vec::new(),
            sold_as: SoldAs::default(),
            minimum_notice_days: 0,
            is_private: false,
            archived_at: None,
            created_at: now,
            updated_at: now,
        }
    }

    pub fn visible_routes(&self) -> impl Iterator<Item = &Route> {
        self.routes.iter().filter(|route| route.is_visible)
    }

    /// The cheapest visible route, which sets the "from" price. The first one if several cost the same.
    #[must_use]
    pub fn cheapest_visible_route(&self) -> Option<&Route> {
        self.visible_routes()
            .min_by_key(|route| route.price_per_head)
    }

    /// The cheapest of all routes, including hidden ones. Editors see its price as `price`.
    #[must_use]
    pub fn cheapest_route(&self) -> Option<&Route> {
        self.routes.iter().min_by_key(|route| route.price_per_head)
    }

    /// Finds the selected visible route. If several routes have the name, an index or id must select one of them.
    pub fn find_visible_route(&self, choice: &RouteChoice) -> Result<&Route, InvalidRoute> {
        let visible: Vec<&Route> = self.visible_routes().collect();
        let at_index = match choice.route_index {
            Some(index) => Some(*visible.get(index).ok_or(InvalidRoute)?),
            None => None,
        };
        let agrees = |route: &Route| at_index.is_none_or(|other| other.id == route.id);
        if let Some(id) = choice.route_id {
            let found = visible.iter().find(|route| route.id == id);
            return found.copied().filter(|r| agrees(r)).ok_or(InvalidRoute);
        }
        let Some(name) = choice.name.as_deref().map(str::trim) else {
            return at_index.ok_or(InvalidRoute);
        };
        let mut named = visible
            .iter()
            .filter(|route| route.name.trim() == name && agrees(route));
        match (named.next(), named.next()) {
            (Some(route), None) => Ok(route),
            _ => Err(InvalidRoute),
        }
    }

    /// Total price of `route` for one traveller who books alone, with taxes, fees and insurance. `None` if no such
    /// booking is possible.
    #[must_use]
    pub fn all_in_price(&self, route: &Route) -> Option<Money> {
        self.all_in_price_of(route.price_per_head)
    }

    /// The same for a price per head, for example that of a departure.
    #[must_use]
    pub fn all_in_price_of(&self, price_per_head: Money) -> Option<Money> {
        let quote = pricing::quote(
            price_per_head,
            1,
            &self.payment_details,
            self.currency,
            None,
        );
        quote.ok().map(|quote| quote.total)
    }

    #[must_use]
    pub fn is_archived(&self) -> bool {
        self.archived_at.is_some()
    }
}

/// Normalizes case and whitespace of a name. The names of treks are unique by this key.
#[must_use]
pub fn name_key(name: &str) -> String {
    name.split_whitespace()
        .map(str::to_lowercase)
        .collect::<Vec<_>>()
        .join(" ")
}
