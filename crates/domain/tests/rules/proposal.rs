//! The price and the clock of a proposal (operations §6).

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::money::{Currency, Money};
use domain::proposal::{Proposal, ProposalContent, ProposalDay, ProposalLine, ProposalState};
use uuid::Uuid;

fn line(quantity: u32, unit_price: i64, counts: bool) -> ProposalLine {
    ProposalLine {
        text: "Trek".to_owned(),
        quantity,
        unit_price: Money::from_minor(unit_price),
        counts,
    }
}

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a date")
}

fn moment() -> DateTime<Utc> {
    "2026-12-10T18:15:00Z".parse().expect("a moment")
}

fn proposal(lines: Vec<ProposalLine>) -> Proposal {
    let content = ProposalContent {
        title: "Upper Dolpo".to_owned(),
        message: String::new(),
        location: String::new(),
        banner_image: String::new(),
        coordinates: None,
        days: vec![ProposalDay::default(); 3],
        start_date: day("2027-03-01"),
        guests: 3,
        lines,
        included: Vec::new(),
        not_included: Vec::new(),
        terms: None,
        valid_until: day("2026-12-10"),
        currency: Currency::USD,
    };
    Proposal {
        id: Uuid::from_u128(7),
        custom_trek_id: Uuid::from_u128(8),
        number: 1,
        state: ProposalState::Sent,
        version: 1,
        content,
        ends_at: moment(),
        remind_at: None,
        booking_id: None,
        created_at: moment(),
        updated_at: moment(),
        sent_at: None,
    }
}

#[test]
fn only_the_lines_that_count_are_in_the_total() {
    let content = proposal(vec![
        line(3, 100_050, true),
        line(1, -10_000, true),
        line(2, 8_025, false),
    ])
    .content;
    assert_eq!(content.total(), Some(Money::from_minor(290_150)));
    assert_eq!(content.quote().total, content.quote().base_price);
    // Rounded down, so that it is never more than the total.
    assert_eq!(content.price_per_head(), Money::from_minor(96_716));
}

#[test]
fn a_total_that_is_too_large_is_refused() {
    for lines in [
        vec![line(1_000, Money::MAX.minor(), true)],
        vec![line(1, Money::MAX.minor(), true); 2],
    ] {
        let found = proposal(lines).check(day("2026-11-20"));
        let found: Vec<_> = found.iter().map(|problem| &*problem.message).collect();
        assert!(found.contains(&"The total is too large"), "{found:?}");
    }
}

#[test]
fn it_ends_at_its_moment_and_only_if_it_is_open() {
    let mut kept = proposal(Vec::new());
    let before = moment() - TimeDelta::milliseconds(1);
    assert_eq!(kept.state_at(before), ProposalState::Sent);
    assert_eq!(kept.state_at(moment()), ProposalState::Expired);
    kept.state = ProposalState::Accepted;
    assert_eq!(kept.state_at(moment()), ProposalState::Accepted);
}

#[test]
fn the_private_trek_is_archived_and_adds_nothing_to_the_price() {
    let kept = proposal(vec![line(3, 100_000, true)]);
    let trek = kept.private_trek(moment());
    assert!(trek.is_private && trek.archived_at.is_some());
    assert_eq!(trek.id, kept.id);
    let price = domain::pricing::quote(
        trek.routes[0].price_per_head,
        3,
        &trek.payment_details,
        trek.currency,
        None,
    );
    assert_eq!(price.expect("a price").total, Money::from_minor(300_000));
    assert_eq!(kept.content.end_date(), day("2027-03-03"));
}
