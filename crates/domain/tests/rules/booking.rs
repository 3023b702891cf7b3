//! Bookings: stored details, state transitions, start dates and refunds.

use domain::booking::{
    Booking, BookingStatus, ByHand, CreditUse, Customer, NewBooking, PaymentStatus, RefundPolicy,
    RefundStep, check_buyer_pan, check_notes, check_start_date, end_date,
};
use domain::money::{Currency, Money, Percent};
use domain::pricing::quote;
use proptest::prelude::*;
use uuid::Uuid;

use crate::sample::{date, moment, party, trek, usd};

pub fn pending() -> Booking {
    let trek = trek();
    let route = &trek.routes[0];
    let terms = &trek.payment_details;
    let order = NewBooking {
        id: Uuid::from_u128(7),
        user_id: Uuid::from_u128(8),
        customer: Customer {
            name: "Maya Gurung".to_owned(),
            email: "maya@chautari.example".to_owned(),
        },
        trek: &trek,
        route,
        departure: None,
        start_date: date("2026-12-24"),
        party: party(2),
        quote: quote(route.price_per_head, 2, terms, Currency::USD, None).expect("a price"),
        schedule: Vec::new(),
        notes: Some("Vegetarian".to_owned()),
        include_meals: true,
        include_porter: false,
    };
    Booking::pending(order, moment())
}

// BOOK-16: a booking starts Pending.
#[test]
fn a_new_booking_is_pending_unpaid_and_payable() {
    let booking = pending();
    assert_eq!(booking.status, BookingStatus::Pending);
    assert_eq!(booking.payment.status, PaymentStatus::Pending);
    assert_eq!(booking.paid(), Money::ZERO);
    assert_eq!(booking.invoice_number, None);
    assert!(booking.is_payable());
}

// PAY-08: a payment is late only for a booking that was cancelled unpaid or confirmed by hand.
#[test]
fn a_reserved_credit_is_not_left_to_pay_and_goes_back_last_once_it_is_used() {
    let mut booking = pending();
    let total = booking.quote.total;
    booking.payment.credit_used = Some(CreditUse {
        number: "TC-2026-00042".to_owned(),
        amount: usd("400"),
    });
    assert_eq!(booking.amount_to_confirm(), total.less(usd("400")));
    assert_eq!(booking.balance(), total.less(usd("400")));
    assert!(!booking.is_covered_by_credit());
    assert_eq!(booking.back_as_credit(Money::ZERO), Money::ZERO);
    booking.status = BookingStatus::Confirmed;
    booking.payment.status = PaymentStatus::Confirmed;
    booking.payment.received = Some(total);
    assert_eq!(booking.balance(), Money::ZERO);
    let money = total.less(usd("400"));
    assert_eq!(booking.back_as_credit(money), Money::ZERO);
    assert_eq!(booking.back_as_credit(money.plus(usd("1"))), usd("1"));
    assert_eq!(booking.back_as_credit(total), usd("400"));
    booking.payment.refunding = money;
    booking.payment.credited = usd("100");
    assert_eq!(booking.refundable(), usd("300"));
    assert_eq!(booking.back_as_credit(usd("300")), usd("300"));
}

#[test]
fn a_payment_is_late_when_the_booking_no_longer_waits_for_it() {
    let state = |status, payment, by_hand: bool| {
        let mut booking = pending();
        booking.status = status;
        booking.payment.status = payment;
        booking.payment.by_hand = by_hand.then(|| ByHand {
            account_id: Uuid::nil(),
            reason: "Cash".to_owned(),
        });
        booking.is_payment_late()
    };
    use BookingStatus::{Cancelled, Completed, Confirmed, Pending};
    assert!(state(Cancelled, PaymentStatus::Failed, false));
    assert!(state(Confirmed, PaymentStatus::Confirmed, true));
    assert!(state(Completed, PaymentStatus::Confirmed, true));
    assert!(state(Cancelled, PaymentStatus::Refunded, true));
    assert!(!state(Pending, PaymentStatus::Pending, false));
    assert!(!state(Pending, PaymentStatus::Pending, true));
    assert!(!state(Confirmed, PaymentStatus::Confirmed, false));
    assert!(!state(Cancelled, PaymentStatus::Refunded, false));
}

#[test]
fn days_before_the_start_are_counted_by_the_calendar() {
    let booking = pending();
    let days = |today| booking.days_before_start(date(today));
    assert_eq!(
        [days("2026-12-23"), days("2026-12-24"), days("2026-12-25")],
        [1, 0, -1]
    );
}

#[test]
fn a_booking_keeps_trek_route_and_price_as_they_were_sold() {
    let booking = pending();
    assert_eq!(booking.trek.name, "Everest Base Camp");
    assert_eq!(booking.trek.banner_image, "/pictures/everest.svg");
    assert_eq!(
        booking.trek.coordinates,
        Some(trek().ending_place.coordinates)
    );
    assert_eq!(booking.route.name, "Classic");
    assert_eq!(booking.route.price_per_head, usd("1450"));
    assert_eq!(booking.quote.base_price, usd("2900"));
    assert_eq!(booking.end_date, date("2026-12-25"));
    let json = serde_json::to_string(&booking).expect("json");
    // The version is kept beside the document.
    let read = serde_json::from_str::<Booking>(&json).expect("a booking");
    assert_eq!(
        read,
        Booking {
            version: read.version,
            ..booking
        }
    );
}

#[test]
fn a_booking_is_payable_only_while_it_and_its_payment_are_pending() {
    for status in BookingStatus::ALL {
        for payment in PaymentStatus::ALL {
            let mut booking = pending();
            (booking.status, booking.payment.status) = (status, payment);
            let is_pending = status == BookingStatus::Pending && payment == PaymentStatus::Pending;
            assert_eq!(booking.is_payable(), is_pending, "{status:?} {payment:?}");
        }
    }
    let mut booking = pending();
    booking.payment.status = PaymentStatus::Refunded;
    assert_eq!(booking.paid(), booking.quote.total);
}

#[test]
fn a_booking_moves_only_along_its_states() {
    use BookingStatus::{Cancelled, Completed, Confirmed, Pending};
    let moves = [
        (Pending, Confirmed),
        (Pending, Cancelled),
        (Confirmed, Completed),
        (Confirmed, Cancelled),
    ];
    for from in BookingStatus::ALL {
        for to in BookingStatus::ALL {
            assert_eq!(
                from.can_become(to),
                moves.contains(&(from, to)),
                "{from:?} {to:?}"
            );
        }
        assert_eq!(BookingStatus::parse(from.as_str()), Some(from));
    }
    assert_eq!(BookingStatus::parse("pending"), None);
}

#[test]
fn a_payment_moves_only_along_its_states() {
    use PaymentStatus::{Confirmed, Failed, Pending, Refunded};
    let moves = [
        (Pending, Confirmed),
        (Pending, Failed),
        (Failed, Confirmed),
        (Confirmed, Refunded),
        (Refunded, Refunded),
    ];
    for from in PaymentStatus::ALL {
        for to in PaymentStatus::ALL {
            assert_eq!(
                from.can_become(to),
                moves.contains(&(from, to)),
                "{from:?} {to:?}"
            );
        }
        assert_eq!(PaymentStatus::parse(from.as_str()), Some(from));
    }
    assert_eq!(PaymentStatus::parse("Paid"), None);
}

#[test]
fn the_last_day_is_start_plus_days_less_one() {
    assert_eq!(end_date(date("2026-12-24"), 12), date("2027-01-04"));
    assert_eq!(end_date(date("2028-02-28"), 2), date("2028-02-29"));
    assert_eq!(end_date(date("2026-12-24"), 1), date("2026-12-24"));
    assert_eq!(end_date(date("2026-12-24"), 0), date("2026-12-24"));
    assert_eq!(
        end_date(chrono::NaiveDate::MAX, u32::MAX),
        chrono::NaiveDate::MAX
    );
}

#[test]
fn a_start_lies_between_today_and_three_years_from_now() {
    let fault = |start, today| check_start_date(date(start), date(today)).map(|p| p.message);
    let early = Some("Start date must be today or later".to_owned());
    let late = Some("Start date must be within three years".to_owned());
    assert_eq!(fault("2026-11-19", "2026-11-20"), early);
    assert_eq!(fault("2026-11-20", "2026-11-20"), None);
    assert_eq!(fault("2029-11-20", "2026-11-20"), None);
    assert_eq!(fault("2029-11-21", "2026-11-20"), late);
    assert_eq!(fault("2031-02-28", "2028-02-29"), None);
    assert_eq!(fault("2031-03-01", "2028-02-29"), late);
    let problem = check_start_date(date("2000-01-01"), date("2026-11-20")).expect("a problem");
    assert_eq!(problem.field, "bookingDetails.startDate");
}

#[test]
fn only_a_booking_that_nobody_else_ended_can_be_reopened() {
    let mut ended = pending();
    ended.status = BookingStatus::Cancelled;
    ended.payment.status = PaymentStatus::Failed;
    assert!(!ended.can_reopen());
    ended.payment.hold_ended_at = Some(moment());
    assert!(ended.can_reopen());
    ended.payment.wait_ended_at = ended.payment.hold_ended_at.take();
    assert!(ended.can_reopen());
    let mut resold = ended.clone();
    resold.reseller = Some("Summit Tours".to_owned());
    let mut proposed = ended.clone();
    proposed.trek.is_private = true;
    let mut erased = ended.clone();
    assert!(erased.erase_personal_data());
    for other in [resold, proposed, erased] {
        assert!(!other.can_reopen());
    }
    ended.reopen();
    assert!(ended.is_payable());
    assert_eq!(ended.payment.wait_ended_at, None);
}

#[test]
fn the_pan_of_a_buyer_has_nine_digits() {
    assert_eq!(check_buyer_pan("301234567"), None);
    for wrong in ["30123456", "3012345678", "30123456a", "३०१२३४५६७", ""] {
        let problem = check_buyer_pan(wrong).expect("a problem");
        assert_eq!(problem.field, "buyerPan");
    }
}

#[test]
fn notes_are_free_text_of_two_thousand_characters() {
    assert_eq!(check_notes("Two lines\nand a tab\t, नमस्ते"), None);
    assert_eq!(check_notes(&"é".repeat(2000)), None);
    let message = |notes: &str| check_notes(notes).map(|p| (p.field, p.message));
    let long = message(&"é".repeat(2001)).expect("too long");
    assert_eq!(long.0, "additionalNotes");
    assert_eq!(long.1, "Additional notes must be at most 2000 characters");
    let hostile = message("a\0b").expect("a NUL");
    assert_eq!(
        hostile.1,
        "Additional notes have characters that cannot be used"
    );
}

#[test]
fn the_default_policy_refunds_all_half_or_nothing_by_days_before_the_start() {
    let policy = RefundPolicy::default();
    let back = |days, paid| policy.refund(days, Money::from_minor(paid)).minor();
    assert_eq!([back(31, 1001), back(30, 1001)], [1001, 1001]);
    assert_eq!([back(29, 1001), back(7, 1001)], [501, 501]);
    assert_eq!([back(6, 1001), back(0, 1001), back(-3, 1001)], [0, 0, 0]);
    assert_eq!(back(100, 0), 0);
}

#[test]
fn a_policy_may_be_written_in_any_order_and_be_empty() {
    let step = |days, percent| RefundStep {
        days,
        percent: Percent::whole(percent),
    };
    let policy = RefundPolicy::new(vec![step(2, 10), step(60, 90), step(14, 40)]);
    let back = |days| policy.refund(days, usd("100"));
    assert_eq!(
        [back(60), back(59), back(14), back(2), back(1)],
        [usd("90"), usd("40"), usd("40"), usd("10"), Money::ZERO]
    );
    assert_eq!(policy.steps()[0], step(60, 90));
    assert_eq!(
        RefundPolicy::new(vec![]).refund(365, usd("100")),
        Money::ZERO
    );
}

proptest! {
    #[test]
    fn a_refund_never_exceeds_the_price_nor_shrinks_for_cancelling_earlier(
        paid in 0..=Money::MAX.minor(), days in -10..60_i64,
    ) {
        let (policy, paid) = (RefundPolicy::default(), Money::from_minor(paid));
        let (later, earlier) = (policy.refund(days, paid), policy.refund(days + 1, paid));
        prop_assert!(Money::ZERO <= later && later <= earlier && earlier <= paid);
    }
}

// decisions §5: the calendar days of a policy. The web app runs the same cases.
#[test]
fn the_days_of_a_cancellation_policy_are_those_of_the_golden_cases() {
    let text = include_str!("../../../../contract/cancellation-cases.json");
    let golden: serde_json::Value = serde_json::from_str(text).expect("JSON");
    for case in golden["cases"].as_array().expect("cases") {
        let steps = case["policy"].as_array().expect("steps").iter();
        let policy = RefundPolicy::new(
            steps
                .map(|step| RefundStep {
                    days: step["days"].as_u64().expect("days") as u32,
                    percent: Percent::parse(&step["percent"].to_string()).expect("a percentage"),
                })
                .collect(),
        );
        let start = case["startDate"].as_str().expect("a day");
        let start = start.parse().expect("a day");
        let deadlines: Vec<_> = policy
            .deadlines(start)
            .into_iter()
            .map(|(day, step)| {
                serde_json::json!({"until": day, "percent": step.percent.to_number()})
            })
            .collect();
        assert_eq!(serde_json::json!(deadlines), case["deadlines"], "{case}");
        let free = serde_json::json!(policy.free_until(start));
        assert_eq!(free, case["freeUntil"], "{case}");
        for seen in case["open"].as_array().expect("days") {
            let today = seen["today"].as_str().expect("a day");
            let open = policy.open_deadlines(start, today.parse().expect("a day"));
            let lines = open.into_iter().map(|(day, step)| {
                serde_json::json!({"until": day, "percent": step.percent.to_number()})
            });
            assert_eq!(
                serde_json::json!(lines.collect::<Vec<_>>()),
                seen["lines"],
                "{case}"
            );
        }
    }
}
