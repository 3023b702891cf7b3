//! The figures of a run that kept all invariants.

use domain::booking::{Booking, BookingStatus};
use store::refunds::Cause;

use crate::audit::{Audit, is_confirmation};
use crate::audit_money;

impl Audit<'_> {
    pub fn figures(&self) -> String {
        let books = self.books;
        let of =
            |is: &dyn Fn(&&Booking) -> bool| books.bookings.iter().filter(|one| is(one)).count();
        let figures = [
            ("bookings", books.bookings.len()),
            (
                "confirmed",
                of(&|one| one.status == BookingStatus::Confirmed),
            ),
            (
                "completed",
                of(&|one| one.status == BookingStatus::Completed),
            ),
            (
                "cancelled",
                of(&|one| one.status == BookingStatus::Cancelled),
            ),
            ("unpaid", of(&|one| one.status == BookingStatus::Pending)),
            ("invoices", of(&|one| one.invoice_number.is_some())),
            ("credit notes", of(&|one| one.credit_note_number.is_some())),
            (
                "confirmed by hand",
                of(&|one| one.payment.by_hand.is_some() && one.invoice_number.is_some()),
            ),
            ("payments captured", books.captured().count()),
            ("refunds made", books.provider_refunds.len()),
            (
                "of late money",
                books
                    .refunds
                    .iter()
                    .filter(|one| one.cause == Cause::Late)
                    .count(),
            ),
            ("answers to moves", books.choices.len()),
            ("ledger lines", books.ledger.len()),
            (
                "confirmation mails",
                self.mails
                    .iter()
                    .filter(|mail| is_confirmation(mail))
                    .count(),
            ),
        ];
        let figures = figures.map(|(what, count)| format!("{count} {what}"));
        format!(
            "{}; ledger and provider agree on {}",
            figures.join(", "),
            audit_money::balance(books)
        )
    }
}
