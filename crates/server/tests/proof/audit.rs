//! Invariants of the books at the end of a run. Reports every violation, not only the first.

use std::collections::{BTreeMap, HashMap, HashSet};

use domain::booking::{Booking, BookingStatus, PaymentStatus};
use uuid::Uuid;

use crate::audit_money;
use crate::books::Books;
use crate::journey::{Outcome, Promise};
use crate::outbox::MailFile;

pub struct Audit<'a> {
    pub books: &'a Books,
    pub mails: &'a [MailFile],
    pub outcomes: &'a [Outcome],
    /// Bookings of the demo data, which have no emails.
    pub of_the_demo: &'a HashSet<Uuid>,
    breaches: Vec<String>,
}

impl<'a> Audit<'a> {
    pub fn of(
        books: &'a Books,
        mails: &'a [MailFile],
        outcomes: &'a [Outcome],
        of_the_demo: &'a HashSet<Uuid>,
    ) -> Self {
        Self {
            books,
            mails,
            outcomes,
            of_the_demo,
            breaches: Vec::new(),
        }
    }

    /// Returns the figures, or all violations.
    pub fn run(mut self) -> Result<String, String> {
        self.breaches.extend(audit_money::breaches(self.books));
        self.bookings();
        self.series("invoices", |booking| {
            let replaced = booking.earlier_dates.iter();
            let replaced = replaced.filter_map(|earlier| earlier.invoice_number.as_ref());
            replaced.chain(booking.invoice_number.as_ref()).collect()
        });
        self.series("credit notes", |booking| {
            let replaced = booking.earlier_dates.iter();
            let replaced = replaced.filter_map(|earlier| earlier.credit_note_number.as_ref());
            replaced
                .chain(booking.credit_note_number.as_ref())
                .collect()
        });
        self.confirmation_mails();
        self.promises();
        self.choices();
        let open = (self.books.open_jobs, self.books.jobs_given_up);
        self.hold(open == (0, 0), || {
            format!("{open:?} jobs are open and given up")
        });
        if self.breaches.is_empty() {
            Ok(self.figures())
        } else {
            self.breaches.truncate(40);
            Err(self.breaches.join("\n"))
        }
    }

    fn hold(&mut self, holds: bool, otherwise: impl FnOnce() -> String) {
        if !holds {
            self.breaches.push(otherwise());
        }
    }

    /// Confirmed and completed bookings are paid, and every booking that was confirmed has an invoice.
    fn bookings(&mut self) {
        for booking in &self.books.bookings {
            let (id, status, paid) = (booking.id, booking.status, is_paid(booking));
            let kept = matches!(status, BookingStatus::Confirmed | BookingStatus::Completed);
            let numbered = booking.invoice_number.is_some();
            self.hold(!kept || (paid && numbered), || {
                format!(
                    "{id}: {status:?} with {:?}, invoice {numbered}",
                    booking.payment.status
                )
            });
            self.hold(!numbered || paid, || {
                format!("{id}: an invoice, and nobody paid")
            });
            // A payment after the end of the booking is refunded in full and has no invoice.
            let payment = &booking.payment;
            let all_back = payment.refunded.plus(payment.refunding) == booking.paid();
            self.hold(!paid || numbered || all_back, || {
                format!(
                    "{id}: paid after its end, {:?} went back",
                    booking.payment.refunded
                )
            });
        }
    }

    /// Numbers run 1, 2, 3 … in each series.
    fn series(&mut self, what: &str, numbers_of: fn(&Booking) -> Vec<&String>) {
        let mut series: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        for number in self.books.bookings.iter().flat_map(numbers_of) {
            let (year, count) = number.rsplit_once('-').expect("a number");
            let count = count.parse().expect("a number");
            series.entry(year).or_default().push(count);
        }
        for (name, mut numbers) in series {
            numbers.sort_unstable();
            let whole = numbers
                .iter()
                .copied()
                .eq(1..=u32::try_from(numbers.len()).expect("few"));
            self.hold(whole, || {
                format!("{what} {name}: gaps or repetitions in {numbers:?}")
            });
        }
    }

    fn confirmation_mails(&mut self) {
        let mut mailed: HashMap<Uuid, usize> = HashMap::new();
        for mail in self.mails.iter().filter(|mail| is_confirmation(mail)) {
            let booking = self
                .books
                .bookings
                .iter()
                .find(|b| mail.text.contains(&b.id.to_string()));
            let booking = booking.map(|booking| booking.id);
            self.hold(booking.is_some(), || {
                format!("{}: confirms no booking", mail.file_name)
            });
            *mailed.entry(booking.unwrap_or_default()).or_default() += 1;
        }
        for booking in &self.books.bookings {
            let id = booking.id;
            let confirmed = booking.invoice_number.is_some();
            let wanted = match confirmed && !self.of_the_demo.contains(&id) {
                // A booking that moves is confirmed again, with its new dates.
                true => 1 + booking.earlier_dates.len(),
                false => 0,
            };
            let found = mailed.get(&id).copied().unwrap_or_default();
            self.hold(wanted == found, || {
                format!("{id}: {found} confirmation mails instead of {wanted}")
            });
        }
        let ids: HashSet<&str> = self
            .mails
            .iter()
            .map(|mail| mail.message_id.as_str())
            .collect();
        let all = self.mails.len();
        self.hold(ids.len() == all, || {
            format!("{all} mails have {} Message-IDs", ids.len())
        });
    }

    /// What the traveller was told must be true at the end.
    fn promises(&mut self) {
        for outcome in self.outcomes {
            let id = outcome.booking_id.parse().expect("an id");
            let Some(booking) = self.books.booking(id) else {
                self.breaches
                    .push(format!("{id}: told to a traveller and not stored"));
                continue;
            };
            if self.books.has_left(id) {
                // The traveller chose so when the departure was moved.
                continue;
            }
            let status = booking.status;
            let went_back = booking.payment.refunded.minor();
            let kept = match outcome.promise {
                Promise::Paid => status == BookingStatus::Confirmed && went_back == 0,
                Promise::RefundedInPart(part) => {
                    status == BookingStatus::Confirmed && went_back == part
                }
                Promise::Unpaid => !is_paid(booking),
                Promise::Cancelled => {
                    let all = went_back == booking.quote.total.minor();
                    status == BookingStatus::Cancelled && (all || !is_paid(booking))
                }
                Promise::PaidOrBack => match status {
                    BookingStatus::Confirmed => went_back == 0,
                    _ => went_back == booking.quote.total.minor() || !is_paid(booking),
                },
                Promise::Unknown => true,
            };
            self.hold(kept, || {
                format!(
                    "{id}: {:?} was promised, it is {status:?}, {went_back} went back",
                    outcome.promise
                )
            });
        }
    }

    /// Every traveller whose departure was moved was moved once for each new date that was accepted, or left once.
    fn choices(&mut self) {
        let mut chosen: HashMap<Uuid, Vec<&str>> = HashMap::new();
        for (booking_id, choice) in &self.books.choices {
            chosen.entry(*booking_id).or_default().push(choice);
        }
        for (id, choices) in chosen {
            let Some(booking) = self.books.booking(id) else {
                self.breaches.push(format!("{id}: moved and not stored"));
                continue;
            };
            let is_move = |choice: &&&str| ["accept", "departure"].contains(*choice);
            let moves = choices.iter().filter(is_move).count();
            self.hold(booking.earlier_dates.len() == moves, || {
                format!(
                    "{id}: {choices:?}, and moved {} times",
                    booking.earlier_dates.len()
                )
            });
            let back = booking.payment.refunded;
            let is_right = match choices.last() {
                Some(&"refund") => {
                    booking.status == BookingStatus::Cancelled && back == booking.quote.total
                }
                Some(&"credit") => booking.status == BookingStatus::Cancelled && back.is_zero(),
                _ => true,
            };
            self.hold(is_right, || {
                format!(
                    "{id}: {choices:?}, it is {:?}, {back:?} went back",
                    booking.status
                )
            });
        }
    }
}

fn is_paid(booking: &Booking) -> bool {
    matches!(
        booking.payment.status,
        PaymentStatus::Confirmed | PaymentStatus::Refunded
    )
}

pub fn is_confirmation(mail: &MailFile) -> bool {
    mail.subject.starts_with("Booking confirmed")
}
