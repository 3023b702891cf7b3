//! The confirmation email of a paid booking.

use crate::stage::{GOOD_CARD, booking_id, pay, request, send, stored_trek, verify};
use crate::support::TestApp;

// The email contains the trip, every line of the price, the booking number and a link to the booking.
#[tokio::test]
async fn the_confirmation_email_lists_the_booking_and_its_payment() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 5).await;
    let opened = send(&test, &me, &ask).await.expect(201)["data"].clone();
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    verify(&test, &me, &opened).await.expect(200);
    test.do_jobs().await;
    let mails = test.outbox();
    let sent: Vec<_> = mails
        .iter()
        .filter(|mail| mail.subject.starts_with("Booking confirmed"))
        .collect();
    let [mail] = sent.as_slice() else {
        panic!("one mail, not {}", sent.len())
    };
    assert_eq!(mail.to, "maya@example.com");
    assert_eq!(
        mail.subject,
        "Booking confirmed: Namche Bazaar, Mar 01, 2027"
    );
    let id = booking_id(&opened);
    for part in [
        "Namaste Maya Gurung",
        "Namche Bazaar",
        "Khumbu",
        "Classic",
        "Mar 01, 2027",
        "Mar 03, 2027",
        "Day 2, Mar 02, 2027",
        "Lukla to Namche Bazaar. Tea house",
        "3 days, 2 nights",
        "5 guests",
        "INV-2026-00001",
        "Base price",
        "$6,252.50",
        "Group discount",
        "−$625.25",
        "Tax",
        "$731.54",
        "Service fee",
        "$281.36",
        "Insurance",
        "$200.00",
        "Booking fee",
        "$25.00",
        "$6,865.15",
        "Visa ending in 4242",
        "Full refund until Jan 30, 2027",
        "50% refund until Feb 22, 2027",
        "No refund after that",
        "Each day ends at midnight, Asia/Kathmandu time.",
        &id,
        &format!("http://localhost:8080/dashboard/bookings/{id}"),
        "http://localhost:8080/dashboard?section=my-bookings",
    ] {
        assert!(mail.text.contains(part), "{part} in {}", mail.text);
        assert!(mail.html.contains(part), "{part} in {}", mail.html);
    }
    let parsed = mail_parser::MessageParser::default()
        .parse(&mail.raw)
        .expect("a mail");
    let file = parsed.attachment(0).expect("a file");
    let calendar = file.text_contents().expect("text").replace("\r\n ", "");
    for line in [
        "DTSTART;VALUE=DATE:20270301",
        "DTEND;VALUE=DATE:20270304",
        "SUMMARY:Namche Bazaar",
        "LOCATION:Khumbu",
        "Day 3\\, Mar 03\\, 2027: Lukla to Namche Bazaar. Tea house",
        &format!("UID:{id}@localhost"),
    ] {
        assert!(calendar.contains(line), "{line} in {calendar}");
    }
    assert_eq!(parsed.attachment_count(), 1);
}

// operations §3: a booking after the last deadline of the policy says so.
#[tokio::test]
async fn the_confirmation_email_says_that_nothing_is_refunded_any_more() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let mut ask = request(&test, &trek, 2).await;
    ask["bookingDetails"]["startDate"] = "2026-11-26".into();
    let opened = send(&test, &me, &ask).await.expect(201)["data"].clone();
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    verify(&test, &me, &opened).await.expect(200);
    test.do_jobs().await;
    let mail = test.outbox().pop().expect("a mail");
    for text in [&mail.text, &mail.html] {
        assert!(text.contains("No refund any more"), "{text}");
        assert!(!text.contains("refund until"), "{text}");
    }
}
