//! Tests of waitlists: who gets free seats, and when an offer ends.

use chrono::{DateTime, TimeDelta, Utc};
use domain::waitlist::{WaitlistEntry, WaitlistState, parties_that_fit};
use uuid::Uuid;

fn moment() -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000, 0).expect("a moment")
}

fn party(guests: u32) -> WaitlistEntry {
    WaitlistEntry {
        id: Uuid::from_u128(guests.into()),
        departure_id: Uuid::nil(),
        user_id: Uuid::nil(),
        guests,
        state: WaitlistState::Waiting,
        offer_expires_at: None,
        booking_id: None,
        created_at: moment(),
    }
}

#[test]
fn free_seats_go_to_the_first_parties_that_fit() {
    let fitting = |parties: &[u32], left| {
        let waiting = parties.iter().map(|guests| party(*guests)).collect();
        let fit = parties_that_fit(waiting, left).into_iter();
        fit.map(|entry| entry.guests).collect::<Vec<_>>()
    };
    assert_eq!(fitting(&[4, 2, 1], 2), [2]);
    assert_eq!(fitting(&[4, 2, 1], 3), [2, 1]);
    assert_eq!(fitting(&[4, 2, 1], 4), [4]);
    assert_eq!(fitting(&[4, 2, 1], 7), [4, 2, 1]);
    assert!(fitting(&[4, 2, 1], 0).is_empty());
    assert!(fitting(&[], 9).is_empty());
}

#[test]
fn an_offer_lapses_by_the_clock() {
    let end = moment() + TimeDelta::hours(24);
    let offered = WaitlistEntry {
        state: WaitlistState::Offered,
        offer_expires_at: Some(end),
        ..party(2)
    };
    let before = end - TimeDelta::microseconds(1);
    assert_eq!(offered.state_at(before), WaitlistState::Offered);
    assert_eq!(offered.state_at(end), WaitlistState::Lapsed);
    let booked = WaitlistEntry {
        state: WaitlistState::Booked,
        ..offered
    };
    assert_eq!(booked.state_at(end), WaitlistState::Booked);
    assert_eq!(party(2).state_at(end), WaitlistState::Waiting);
}
