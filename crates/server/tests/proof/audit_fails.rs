//! Tests of the audit itself: each violation that it checks is made in the books of the demo, and must be reported.

use std::collections::HashSet;

use domain::booking::{Booking, PaymentStatus};
use uuid::Uuid;

use crate::audit::Audit;
use crate::books::{Books, ProviderPayment};
use crate::journey::{Outcome, Promise};
use crate::program::Site;

fn captured(books: &mut Books) -> &mut ProviderPayment {
    let mut all = books.provider_payments.iter_mut();
    all.find(|payment| payment.captured).expect("a payment")
}

fn numbered(books: &mut Books) -> &mut Booking {
    let mut all = books.bookings.iter_mut();
    all.find(|booking| booking.invoice_number.is_some())
        .expect("an invoice")
}

/// A word of the expected violation, and the change that causes it.
type Spoil = (&'static str, fn(&mut Books));

const SPOILS: &[Spoil] = &[
    ("the ledger has", |books| books.ledger.clear()),
    ("the ledger has", |books| {
        books.ledger.push(books.ledger[0].clone())
    }),
    ("there is no such booking", |books| {
        captured(books).booking_id = Uuid::nil()
    }),
    ("the provider's books to", |books| {
        captured(books).amount += 1
    }),
    ("nothing moved for", |books| {
        captured(books).captured = false
    }),
    ("promises and ledger lines", |books| {
        let mut twice = books.provider_refunds[0].clone();
        twice.id.push('x');
        books.provider_refunds.push(twice);
    }),
    ("went back and goes back", |books| {
        let booking = numbered(books);
        booking.payment.refunded = booking.quote.total;
    }),
    ("gaps or repetitions", |books| {
        numbered(books).invoice_number = Some("INV-2026-99999".to_owned());
    }),
    ("nobody paid", |books| {
        numbered(books).payment.status = PaymentStatus::Pending
    }),
    ("jobs are open", |books| books.open_jobs = 1),
];

// PAY-08: the audit finds and names every violation.
#[tokio::test]
async fn the_audit_reports_every_violation_in_the_books() {
    let site = Site::new().await;
    let life = site.start(&["serve", "--demo"], &[]).await;
    site.kill(life).await;
    let db = store::connect(&site.database_url)
        .await
        .expect("the database");
    let books = Books::read(&db).await;
    let demo: HashSet<Uuid> = books.bookings.iter().map(|booking| booking.id).collect();
    let audit = |books: &Books, outcomes: &[Outcome], unmailed: &HashSet<Uuid>| {
        Audit::of(books, &[], outcomes, unmailed).run()
    };
    audit(&books, &[], &demo).expect("the demo's books are right");
    for (word, spoil) in SPOILS {
        let mut spoilt = Books::read(&db).await;
        spoil(&mut spoilt);
        let breaches = audit(&spoilt, &[], &demo).expect_err(word);
        assert!(breaches.contains(word), "{word}: {breaches}");
    }
    let unmailed = audit(&books, &[], &HashSet::new()).expect_err("mails are missing");
    assert!(
        unmailed.contains("confirmation mails instead of"),
        "{unmailed}"
    );
    let broken = Outcome {
        booking_id: Uuid::nil().to_string(),
        promise: Promise::Paid,
    };
    let untold = audit(&books, &[broken], &demo).expect_err("a promise is broken");
    assert!(
        untold.contains("told to a traveller and not stored"),
        "{untold}"
    );
    db.close().await.expect("closed");
}
