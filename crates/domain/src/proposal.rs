//! A proposal: the agency's priced and dated answer to a custom trek request, with an end of validity (operations §6).
//!
//! A request can be answered again with a new version. Each version is a proposal of its own with its own link.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::booking::end_date;
use crate::itinerary::{Accommodation, Coordinates, Day, Place, Route, Waypoint};
use crate::money::{Currency, Money, Percent};
use crate::pricing::Quote;
use crate::schedule::PaymentTerms;
use crate::trek::{Charges, Discount, Images, PaymentDetails, SoldAs, Trek};

/// The route name of every private trek.
const ROUTE_NAME: &str = "Private trek";

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProposalState {
    /// Only staff see it.
    Draft,
    Sent,
    Accepted,
    /// Sent, and the end of validity has passed. Never stored.
    Expired,
    Withdrawn,
    /// A newer version was sent.
    Superseded,
}

impl ProposalState {
    pub const ALL: [Self; 6] = [
        Self::Draft,
        Self::Sent,
        Self::Accepted,
        Self::Expired,
        Self::Withdrawn,
        Self::Superseded,
    ];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Sent => "sent",
            Self::Accepted => "accepted",
            Self::Expired => "expired",
            Self::Withdrawn => "withdrawn",
            Self::Superseded => "superseded",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }
}

/// One version of the answer to a request.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    pub id: Uuid,
    pub custom_trek_id: Uuid,
    /// 1 for the first version for a request.
    pub number: u32,
    /// As stored: never expired.
    pub state: ProposalState,
    /// Increases with every change.
    pub version: i64,
    pub content: ProposalContent,
    /// The end of the last day of validity in the agency's time zone.
    pub ends_at: DateTime<Utc>,
    /// When the traveller is reminded of the end. `None`: reminded already, or never.
    pub remind_at: Option<DateTime<Utc>>,
    /// The booking that accepted it.
    pub booking_id: Option<Uuid>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub sent_at: Option<DateTime<Utc>>,
}

/// What the traveller reads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProposalContent {
    pub title: String,
    #[serde(default)]
    pub message: String,
    #[serde(default)]
    pub location: String,
    /// Of the trek that it was copied from.
    #[serde(default)]
    pub banner_image: String,
    /// Of the end of the trek that it was copied from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coordinates: Option<Coordinates>,
    pub days: Vec<ProposalDay>,
    pub start_date: NaiveDate,
    pub guests: u32,
    pub lines: Vec<ProposalLine>,
    #[serde(default)]
    pub included: Vec<String>,
    #[serde(default)]
    pub not_included: Vec<String>,
    /// `None`: everything is due with the booking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<PaymentTerms>,
    /// The last day on which it can be accepted.
    pub valid_until: NaiveDate,
    pub currency: Currency,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ProposalDay {
    pub from: String,
    pub to: String,
    pub lodging: String,
    pub description: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProposalLine {
    pub text: String,
    pub quantity: u32,
    /// Negative for a discount.
    pub unit_price: Money,
    /// Whether it is part of the total. Options and the traveller's own arrangements are shown, but do not count.
    pub counts: bool,
}

impl ProposalLine {
    /// `None` if it is too large.
    #[must_use]
    pub fn amount(&self) -> Option<Money> {
        let amount = self.unit_price.checked_mul(self.quantity)?;
        (amount.minor().abs() <= Money::MAX.minor()).then_some(amount)
    }
}

impl ProposalContent {
    /// The sum of the lines that count. `None` if it is too large.
    #[must_use]
    pub fn total(&self) -> Option<Money> {
        let counted = self.lines.iter().filter(|line| line.counts);
        let total = counted
            .map(ProposalLine::amount)
            .try_fold(Money::ZERO, |sum, amount| sum.checked_add(amount?))?;
        (total.minor().abs() <= Money::MAX.minor()).then_some(total)
    }

    /// The price of a booking: the total, with no line for taxes or fees, since the lines of the proposal contain them.
    #[must_use]
    pub fn quote(&self) -> Quote {
        let total = self.total().unwrap_or_default();
        Quote {
            base_price: total,
            discount: Money::ZERO,
            promotion: Money::ZERO,
            gst: Money::ZERO,
            service_fee: Money::ZERO,
            insurance: Money::ZERO,
            booking_fee: Money::ZERO,
            total,
            currency: self.currency,
        }
    }

    /// The total per guest, rounded down.
    #[must_use]
    pub fn price_per_head(&self) -> Money {
        let total = self.total().unwrap_or_default();
        Money::from_minor(total.minor() / i64::from(self.guests.max(1)))
    }

    #[must_use]
    pub fn number_of_days(&self) -> u32 {
        u32::try_from(self.days.len()).unwrap_or(u32::MAX)
    }

    #[must_use]
    pub fn end_date(&self) -> NaiveDate {
        end_date(self.start_date, self.number_of_days())
    }
}

impl Proposal {
    /// The state by the clock.
    #[must_use]
    pub fn state_at(&self, now: DateTime<Utc>) -> ProposalState {
        match self.state {
            ProposalState::Sent if self.ends_at <= now => ProposalState::Expired,
            state => state,
        }
    }

    /// The trek that a booking of the proposal refers to. It is archived from the beginning, so that it is in no public
    /// list, and its one route has the same id.
    #[must_use]
    pub fn private_trek(&self, now: DateTime<Utc>) -> Trek {
        let content = &self.content;
        let place = |name: Option<&String>| Place {
            name: name.cloned().unwrap_or_default(),
            coordinates: content.coordinates.unwrap_or_default(),
        };
        let number_of_days = content.number_of_days();
        Trek {
            name: content.title.clone(),
            description: content.message.clone(),
            location: content.location.clone(),
            images: Images {
                banner_image: content.banner_image.clone(),
                secondary_images: Vec::new(),
            },
            routes: vec![Route {
                id: self.id,
                name: ROUTE_NAME.to_owned(),
                description: String::new(),
                price_per_head: content.price_per_head(),
                number_of_days,
                number_of_nights: number_of_days.saturating_sub(1),
                is_visible: true,
                daily_activities: content.days.iter().map(Day::from).collect(),
            }],
            starting_place: place(content.days.first().map(|day| &day.from)),
            ending_place: place(content.days.last().map(|day| &day.to)),
            payment_details: PaymentDetails {
                discount: Discount {
                    is_group_discount_applicable: false,
                    ..Discount::default()
                },
                charges: Charges {
                    gst: Percent::ZERO,
                    service_fee: Percent::ZERO,
                    insurance_per_person: Money::ZERO,
                    booking_fee: Money::ZERO,
                },
                terms: content.terms,
            },
            included: content.included.clone(),
            not_included: content.not_included.clone(),
            sold_as: SoldAs::Private,
            is_private: true,
            archived_at: Some(now),
            ..Trek::blank(self.id, content.currency, now)
        }
    }
}

impl From<&ProposalDay> for Day {
    fn from(day: &ProposalDay) -> Self {
        let from = Waypoint {
            name: day.from.clone(),
            is_start_point: true,
            ..Waypoint::default()
        };
        let to = Waypoint {
            name: day.to.clone(),
            is_end_point: true,
            ..Waypoint::default()
        };
        Self {
            waypoints: vec![from, to],
            connections: Vec::new(),
            accommodation: Accommodation {
                title: day.lodging.clone(),
                description: day.description.clone(),
                ..Accommodation::default()
            },
            ..Self::default()
        }
    }
}
