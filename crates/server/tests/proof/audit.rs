//! What must be true of the books at the end, whatever happened before. Every breach is told, not the first alone.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use domain::booking::{Booking, BookingStatus, PaymentStatus};
use uuid::Uuid;

use crate::books::Books;
use crate::journey::{Outcome, Promise};
use crate::outbox::MailFile;

#[derive(Debug, Default)]
pub struct Figures {
    bookings: usize,
    confirmed: usize,
    cancelled: usize,
    waiting: usize,
    captured: usize,
    invoices: usize,
    mails: usize,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} bookings: {} confirmed, {} cancelled, {} unpaid; {} payments captured, {} invoices, {} confirmation mails",
            self.bookings,
            self.confirmed,
            self.cancelled,
            self.waiting,
            self.captured,
            self.invoices,
            self.mails
        )
    }
}

pub struct Audit<'a> {
    pub books: &'a Books,
    pub mails: &'a [MailFile],
    pub outcomes: &'a [Outcome],
    /// Bookings of the demo: nobody mailed them.
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

    /// The figures, or every breach.
    pub fn run(mut self) -> Result<Figures, String> {
        self.payments();
        self.bookings();
        self.invoices();
        self.confirmation_mails();
        self.promises();
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

    /// What the provider captured belongs to one paid booking of that amount.
    fn payments(&mut self) {
        let mut captured = HashSet::new();
        for payment in self
            .books
            .payments
            .iter()
            .filter(|payment| payment.captured)
        {
            let id = &payment.id;
            self.hold(captured.insert(payment.booking_id), || {
                format!("{id}: the booking {} was charged twice", payment.booking_id)
            });
            let Some(booking) = self.books.booking(payment.booking_id) else {
                self.breaches
                    .push(format!("{id}: captured, and there is no such booking"));
                continue;
            };
            let sold = (booking.quote.total.minor(), booking.quote.currency.code());
            let (booked, intent) = (booking.id, booking.payment.intent_id.as_deref());
            self.hold(sold == (payment.amount, payment.currency.as_str()), || {
                format!(
                    "{id}: {} {} captured, {sold:?} sold",
                    payment.amount, payment.currency
                )
            });
            self.hold(intent == Some(id), || {
                format!("{id}: the booking {booked} names {intent:?}")
            });
            self.hold(is_paid(booking), || {
                format!(
                    "{id}: captured, and {booked} is {:?} {:?}",
                    booking.status, booking.payment.status
                )
            });
        }
    }

    /// A booking that counts as paid was paid; its states agree.
    fn bookings(&mut self) {
        let captured: HashMap<&str, Uuid> = self
            .books
            .payments
            .iter()
            .filter(|payment| payment.captured)
            .map(|payment| (payment.id.as_str(), payment.booking_id))
            .collect();
        for booking in &self.books.bookings {
            let intent = booking.payment.intent_id.as_deref().unwrap_or_default();
            let (id, status, paid) = (booking.id, booking.status, is_paid(booking));
            self.hold(!paid || captured.get(intent) == Some(&id), || {
                format!("{id}: {status:?}, and nobody paid")
            });
            let kept = matches!(status, BookingStatus::Confirmed | BookingStatus::Completed);
            self.hold(!kept || paid, || {
                format!("{id}: {status:?} with {:?}", booking.payment.status)
            });
            let numbered = booking.invoice_number.is_some();
            self.hold(paid == numbered, || {
                format!("{id}: paid {paid}, invoice {numbered}")
            });
        }
    }

    /// 1, 2, 3 … in each series.
    fn invoices(&mut self) {
        let mut series: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for number in self
            .books
            .bookings
            .iter()
            .filter_map(|booking| booking.invoice_number.as_ref())
        {
            let (year, count) = number.rsplit_once('-').expect("a number");
            let count = count.parse().expect("a number");
            series.entry(year.to_owned()).or_default().push(count);
        }
        for (name, mut numbers) in series {
            numbers.sort_unstable();
            let whole = numbers
                .iter()
                .copied()
                .eq(1..=u32::try_from(numbers.len()).expect("few"));
            self.hold(whole, || {
                format!("{name}: gaps or repetitions in {numbers:?}")
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
            let wanted = usize::from(is_paid(booking) && !self.of_the_demo.contains(&id));
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

    /// What was told to somebody has come true.
    fn promises(&mut self) {
        for outcome in self.outcomes {
            let id = outcome.booking_id.parse().expect("an id");
            let Some(booking) = self.books.booking(id) else {
                self.breaches
                    .push(format!("{id}: told to a traveller and not stored"));
                continue;
            };
            let kept = match outcome.promise {
                Promise::Paid => is_paid(booking),
                Promise::Unpaid => !is_paid(booking),
                Promise::Unknown => true,
            };
            self.hold(kept, || {
                format!(
                    "{id}: {:?} was promised, it is {:?} {:?}",
                    outcome.promise, booking.status, booking.payment.status
                )
            });
        }
    }

    fn figures(&self) -> Figures {
        let bookings = &self.books.bookings;
        let count = |status| {
            bookings
                .iter()
                .filter(|booking| booking.status == status)
                .count()
        };
        Figures {
            bookings: bookings.len(),
            confirmed: count(BookingStatus::Confirmed) + count(BookingStatus::Completed),
            cancelled: count(BookingStatus::Cancelled),
            waiting: count(BookingStatus::Pending),
            captured: self
                .books
                .payments
                .iter()
                .filter(|payment| payment.captured)
                .count(),
            invoices: bookings
                .iter()
                .filter(|booking| booking.invoice_number.is_some())
                .count(),
            mails: self
                .mails
                .iter()
                .filter(|mail| is_confirmation(mail))
                .count(),
        }
    }
}

fn is_paid(booking: &Booking) -> bool {
    matches!(
        booking.payment.status,
        PaymentStatus::Confirmed | PaymentStatus::Refunded
    )
}

fn is_confirmation(mail: &MailFile) -> bool {
    mail.subject.starts_with("Booking confirmed")
}
