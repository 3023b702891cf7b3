//! What staff add to bookings and answer: tags and enquiries.

use domain::booking::Booking;
use domain::enquiry::{Author, Enquiry, EnquiryStatus, Message};
use store::accounts::Account;
use store::{Tx, booking_tags, enquiries};

use crate::maker::{Failed, Maker};

/// Of that many bookings one has a tag, and of as many enquiries one waits for an answer.
const SHARE: usize = 10;
const TAGS: [&str; 3] = ["group", "returning", "vip"];

impl Maker {
    pub async fn add_tag(&mut self, tx: &Tx, booking: &Booking) -> Result<(), Failed> {
        if self.dice.below(SHARE) == 0 {
            let tag = TAGS[self.dice.below(TAGS.len())].to_owned();
            booking_tags::replace(tx, booking.id, &[tag]).await?;
        }
        Ok(())
    }

    /// The question of a customer before the first booking.
    pub async fn add_enquiry(
        &mut self,
        tx: &Tx,
        account: &Account,
        booking: &Booking,
    ) -> Result<(), Failed> {
        let status = match self.dice.below(SHARE) {
            0 => EnquiryStatus::Waiting,
            1..4 => EnquiryStatus::Closed,
            _ => EnquiryStatus::Answered,
        };
        let made = account.created_at;
        let enquiry = Enquiry {
            id: self.dice.id(made),
            trek_id: booking.trek.id,
            trek_name: booking.trek.name.clone(),
            name: account.name.clone(),
            email: account.email.clone(),
            status,
            is_verified: true,
            version: 1,
            created_at: made,
            last_message_at: made,
        };
        let question = Message {
            id: self.dice.id(made),
            enquiry_id: enquiry.id,
            author: Author::Traveller,
            author_name: account.name.clone(),
            text: "Is the high pass open at that time of the year?".to_owned(),
            sent_at: made,
            mail_key: None,
        };
        Ok(enquiries::insert(tx, &enquiry, &question).await?)
    }
}
