//! JSON types of proposals.

use chrono::{DateTime, NaiveDate, Utc};
use domain::booking::Booking;
use domain::custom_trek::CustomTrek;
use domain::proposal;
use domain::schedule::Pay;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use utoipa::ToSchema;
use uuid::Uuid;

use super::link::proposal_url;
use crate::features::booking::cancellation_terms::{CancellationDeadline, deadlines};
use crate::features::booking::price::installments;
use crate::features::booking::wire_price::{Installment, PriceBreakdown};
use crate::features::booking::wire_status::BookingStatus;
use crate::features::trek::wire::PaymentTerms;
use crate::http::response::Success;
use crate::platform::app::App;

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ProposalState {
    Draft,
    Sent,
    Accepted,
    Expired,
    Withdrawn,
    Superseded,
}

impl From<proposal::ProposalState> for ProposalState {
    fn from(state: proposal::ProposalState) -> Self {
        match state {
            proposal::ProposalState::Draft => Self::Draft,
            proposal::ProposalState::Sent => Self::Sent,
            proposal::ProposalState::Accepted => Self::Accepted,
            proposal::ProposalState::Expired => Self::Expired,
            proposal::ProposalState::Withdrawn => Self::Withdrawn,
            proposal::ProposalState::Superseded => Self::Superseded,
        }
    }
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ProposalDay {
    #[schema(required)]
    pub from: String,
    #[schema(required)]
    pub to: String,
    #[schema(required)]
    pub lodging: String,
    #[schema(required)]
    pub description: String,
}

impl ProposalDay {
    pub fn read(self) -> proposal::ProposalDay {
        proposal::ProposalDay {
            from: self.from.trim().to_owned(),
            to: self.to.trim().to_owned(),
            lodging: self.lodging.trim().to_owned(),
            description: self.description.trim().to_owned(),
        }
    }
}

impl From<proposal::ProposalDay> for ProposalDay {
    fn from(day: proposal::ProposalDay) -> Self {
        Self {
            from: day.from,
            to: day.to,
            lodging: day.lodging,
            description: day.description,
        }
    }
}

#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProposalLine {
    pub text: String,
    pub quantity: u32,
    /// Negative for a discount.
    #[schema(value_type = f64)]
    pub unit_price: Number,
    /// Quantity × unit price.
    #[schema(value_type = f64)]
    pub amount: Number,
    /// Whether it is part of the total. Options and the traveller's own arrangements are shown, but do not count.
    pub counts: bool,
}

/// The booking that accepted a proposal.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ProposalBooking {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub reference: String,
    pub status: BookingStatus,
}

impl From<&Booking> for ProposalBooking {
    fn from(booking: &Booking) -> Self {
        Self {
            id: booking.id,
            reference: booking.reference.clone(),
            status: booking.status.into(),
        }
    }
}

/// A proposal as the traveller reads it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Proposal {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// 1 for the first version for a request.
    pub number: u32,
    pub state: ProposalState,
    pub title: String,
    pub message: String,
    pub location: String,
    pub banner_image: String,
    pub days: Vec<ProposalDay>,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub guests: u32,
    pub lines: Vec<ProposalLine>,
    pub price_breakdown: PriceBreakdown,
    /// The total per guest, rounded down.
    #[schema(value_type = f64)]
    pub price_per_head: Number,
    /// Absent: everything is due with the booking.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub terms: Option<PaymentTerms>,
    /// What is due when, if the deposit is paid today.
    pub schedule: Vec<Installment>,
    pub included: Vec<String>,
    pub not_included: Vec<String>,
    /// The last day on which it can be accepted.
    pub valid_until: NaiveDate,
    pub cancellation_deadlines: Vec<CancellationDeadline>,
    /// Whether it can be accepted now.
    pub can_be_accepted: bool,
    /// Only for the owner of the booking, and staff.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub booking: Option<ProposalBooking>,
}

impl Proposal {
    /// `booking`: the one that accepted it, if the reader may see it.
    #[must_use]
    pub fn new(
        app: &App,
        kept: &proposal::Proposal,
        can_be_accepted: bool,
        booking: Option<&Booking>,
    ) -> Self {
        let now = app.clock.now();
        let (content, currency) = (&kept.content, kept.content.currency);
        let quote = content.quote();
        let trek = kept.private_trek(now);
        let (guests, start) = (content.guests, content.start_date);
        let parts = installments(app, &trek, &quote, guests, start, Pay::Deposit);
        let line = |line: &proposal::ProposalLine| ProposalLine {
            text: line.text.clone(),
            quantity: line.quantity,
            unit_price: line.unit_price.to_number(currency),
            amount: line.amount().unwrap_or_default().to_number(currency),
            counts: line.counts,
        };
        Self {
            id: kept.id,
            number: kept.number,
            state: kept.state_at(now).into(),
            title: content.title.clone(),
            message: content.message.clone(),
            location: content.location.clone(),
            banner_image: content.banner_image.clone(),
            days: content.days.iter().cloned().map(Into::into).collect(),
            start_date: start,
            end_date: content.end_date(),
            guests,
            lines: content.lines.iter().map(line).collect(),
            price_breakdown: PriceBreakdown::from(&quote),
            price_per_head: content.price_per_head().to_number(currency),
            terms: content
                .terms
                .as_ref()
                .map(|terms| PaymentTerms::new(terms, currency)),
            schedule: Installment::list(&parts, domain::money::Money::ZERO, currency),
            included: content.included.clone(),
            not_included: content.not_included.clone(),
            valid_until: content.valid_until,
            cancellation_deadlines: deadlines(&app.config.cancellation_policy, start),
            can_be_accepted,
            booking: booking.map(ProposalBooking::from),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct ProposalAnswer {
    pub status: Success,
    pub data: OneProposal,
}

#[derive(Serialize, ToSchema)]
pub struct OneProposal {
    pub proposal: Proposal,
}

/// A proposal as staff read it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffProposal {
    /// What the traveller reads.
    pub shown: Proposal,
    pub custom_trek_id: Uuid,
    /// The traveller who gets it.
    pub name: String,
    pub email: String,
    /// Increases with every change.
    pub version: i64,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub sent_at: Option<DateTime<Utc>>,
    /// The traveller's link. Absent for a draft.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub url: Option<String>,
}

impl StaffProposal {
    #[must_use]
    pub fn new(
        app: &App,
        kept: &proposal::Proposal,
        asked: &CustomTrek,
        booking: Option<&Booking>,
    ) -> Self {
        let is_draft = kept.state == proposal::ProposalState::Draft;
        Self {
            shown: Proposal::new(app, kept, false, booking),
            custom_trek_id: kept.custom_trek_id,
            name: asked.wish.name.clone(),
            email: asked.wish.email.clone(),
            version: kept.version,
            created_at: kept.created_at,
            updated_at: kept.updated_at,
            sent_at: kept.sent_at,
            url: (!is_draft).then(|| proposal_url(app, kept.id)),
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct StaffProposalAnswer {
    pub status: Success,
    pub data: OneStaffProposal,
}

#[derive(Serialize, ToSchema)]
pub struct OneStaffProposal {
    pub proposal: StaffProposal,
}

impl From<StaffProposal> for StaffProposalAnswer {
    fn from(proposal: StaffProposal) -> Self {
        Self {
            status: Success::Success,
            data: OneStaffProposal { proposal },
        }
    }
}
