//! Seats are never oversold, whatever happens at once.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::departure::{Departure, DepartureKind, DepartureState};
use std::collections::HashMap;
use store::seats::{self, Claim, ClaimState, Seating, Usage};
use store::{Db, StoreResult, departures};
use uuid::Uuid;

use crate::support::{TestDb, id, now, stored_trek};

pub fn departure(trek_id: Uuid, route_id: Uuid, pool_id: Uuid) -> Departure {
    Departure {
        id: id(),
        pool_id,
        trek_id,
        route_id,
        kind: DepartureKind::Group,
        start_date: NaiveDate::from_ymd_opt(2027, 4, 3).expect("a day"),
        end_date: NaiveDate::from_ymd_opt(2027, 4, 16).expect("a day"),
        minimum: 4,
        price_per_head: None,
        cutoff_days: 7,
        decide_by: None,
        state: DepartureState::Open,
        is_guaranteed: false,
        notes: None,
        version: 1,
    }
}

/// A stored departure with a pool of its own.
async fn stored_departure(db: &Db, capacity: u32) -> Departure {
    let trek = stored_trek(db, &format!("Trek {}", id())).await;
    let made = departure(trek.id, trek.routes[0].id, id());
    let tx = db.begin().await.expect("a transaction");
    let usage = Usage {
        capacity,
        ..Usage::default()
    };
    seats::insert_pool(&tx, made.pool_id, usage, now())
        .await
        .expect("a pool");
    departures::insert(&tx, &made, now())
        .await
        .expect("a departure");
    tx.commit().await.expect("committed");
    made
}

fn claim(departure: &Departure, seats: u32, expires_at: Option<DateTime<Utc>>) -> Claim {
    Claim {
        owner_id: id(),
        pool_id: departure.pool_id,
        departure_id: departure.id,
        seats,
        state: ClaimState::Held,
        expires_at,
    }
}

async fn hold(db: &Db, claim: &Claim, at: DateTime<Utc>) -> Seating {
    let held = db.in_transaction("hold", async |tx| -> StoreResult<Seating> {
        let seating = seats::hold(&tx, claim, at).await?;
        if seating != Seating::Done {
            tx.roll_back();
        }
        Ok(seating)
    });
    held.await.expect("answered")
}

async fn take(db: &Db, owner_id: Uuid, at: DateTime<Utc>) -> Seating {
    let taken = db.in_transaction("take", async |tx| seats::take(&tx, owner_id, at).await);
    taken.await.expect("answered")
}

async fn usage(db: &Db, departure: &Departure, at: DateTime<Utc>) -> Usage {
    let pools = [departure.pool_id];
    seats::usage(db, &pools, at).await.expect("counted")[&departure.pool_id]
}

fn minutes(number: i64) -> DateTime<Utc> {
    now() + TimeDelta::minutes(number)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_hundred_buyers_at_once_exactly_ten_get_the_ten_seats() {
    let test = TestDb::start().await;
    let made = stored_departure(&test.db, 10).await;
    let buyers: Vec<_> = (0..200)
        .map(|_| {
            let (db, claim) = (test.db.clone(), claim(&made, 1, Some(minutes(20))));
            tokio::spawn(async move { hold(&db, &claim, now()).await })
        })
        .collect();
    let mut seated = 0;
    for buyer in buyers {
        match buyer.await.expect("done") {
            Seating::Done => seated += 1,
            Seating::TooFew { left } => assert_eq!(left, 0),
        }
    }
    assert_eq!(seated, 10);
    assert_eq!(usage(&test.db, &made, now()).await.held, 10);
}

#[tokio::test]
async fn a_hold_that_has_ended_is_free_for_the_next_buyer_without_a_job() {
    let test = TestDb::start().await;
    let made = stored_departure(&test.db, 4).await;
    let first = claim(&made, 3, Some(minutes(20)));
    assert_eq!(hold(&test.db, &first, now()).await, Seating::Done);
    let second = claim(&made, 2, Some(minutes(60)));
    let early = hold(&test.db, &second, minutes(19)).await;
    assert_eq!(early, Seating::TooFew { left: 1 });

    assert_eq!(usage(&test.db, &made, minutes(20)).await.left(), 4);
    assert_eq!(hold(&test.db, &second, minutes(20)).await, Seating::Done);
    let released = seats::find(&test.db, first.owner_id).await.expect("read");
    assert_eq!(released.expect("a claim").state, ClaimState::Released);
    assert_eq!(usage(&test.db, &made, minutes(20)).await.left(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_seats_of_a_hold_that_has_ended_are_free_while_it_is_released() {
    let test = TestDb::start().await;
    let made = stored_departure(&test.db, 2).await;
    for _ in 0..100 {
        let ended = claim(&made, 2, Some(minutes(20)));
        assert_eq!(hold(&test.db, &ended, now()).await, Seating::Done);
        let db = test.db.clone();
        let releasing = tokio::spawn(async move {
            let released = db.in_transaction("release", async |tx| {
                seats::release(&tx, ended.owner_id, minutes(20)).await
            });
            released.await.expect("released");
        });
        while !releasing.is_finished() {
            assert_eq!(usage(&test.db, &made, minutes(20)).await.left(), 2);
        }
        releasing.await.expect("released");
    }
}

#[tokio::test]
async fn late_money_gets_its_seats_back_only_while_there_are_enough() {
    let test = TestDb::start().await;
    let made = stored_departure(&test.db, 4).await;
    let (first, second) = (
        claim(&made, 3, Some(minutes(20))),
        claim(&made, 2, Some(minutes(60))),
    );
    hold(&test.db, &first, now()).await;
    hold(&test.db, &second, minutes(30)).await;
    let late = take(&test.db, first.owner_id, minutes(31)).await;
    assert_eq!(late, Seating::TooFew { left: 2 });
    // The second hold ends, too: then there is room.
    assert_eq!(
        take(&test.db, first.owner_id, minutes(61)).await,
        Seating::Done
    );
    let counted = usage(&test.db, &made, minutes(61)).await;
    assert_eq!((counted.held, counted.taken), (0, 3));
}

#[tokio::test]
async fn a_capacity_is_never_below_what_is_held_and_taken() {
    let test = TestDb::start().await;
    let made = stored_departure(&test.db, 8).await;
    let (sold, held) = (claim(&made, 3, None), claim(&made, 2, Some(minutes(20))));
    hold(&test.db, &sold, now()).await;
    take(&test.db, sold.owner_id, now()).await;
    hold(&test.db, &held, now()).await;
    for (capacity, at, is_possible) in [(4, 1, false), (5, 1, true), (4, 20, true), (2, 21, false)]
    {
        let tx = test.db.begin().await.expect("a transaction");
        let changed = seats::set_capacity(&tx, made.pool_id, capacity, minutes(at)).await;
        assert_eq!(
            changed.expect("answered"),
            is_possible,
            "{capacity} at {at}"
        );
        tx.commit().await.expect("committed");
    }
}

/// What the model knows of one owner.
#[derive(Clone, Copy)]
struct Owner {
    seats: u32,
    state: ClaimState,
    expires_at: Option<DateTime<Utc>>,
}

/// Releases the ended holds as the next buyer's transaction does.
fn release_ended(owners: &mut HashMap<Uuid, Owner>, at: DateTime<Utc>) {
    for owner in owners.values_mut() {
        if owner.state == ClaimState::Held && owner.expires_at.is_some_and(|end| end <= at) {
            owner.state = ClaimState::Released;
        }
    }
}

fn used(owners: &HashMap<Uuid, Owner>) -> u32 {
    let seated = owners
        .values()
        .filter(|owner| owner.state != ClaimState::Released);
    seated.map(|owner| owner.seats).sum()
}

#[tokio::test]
async fn random_steps_agree_with_a_model_that_counts_by_hand() {
    let test = TestDb::start().await;
    let capacity = 12;
    let made = stored_departure(&test.db, capacity).await;
    let mut random = fastrand::Rng::with_seed(20_270_403);
    let mut owners: HashMap<Uuid, Owner> = HashMap::new();
    let mut order: Vec<Uuid> = Vec::new();
    for step in 0..300 {
        let at = minutes(step);
        let tx = test.db.begin().await.expect("a transaction");
        let chosen = (!order.is_empty()).then(|| order[random.usize(0..order.len())]);
        match (random.u32(0..6), chosen) {
            (0 | 1, _) | (_, None) => {
                let expires_at = (random.u32(0..5) > 0).then(|| minutes(step + random.i64(1..30)));
                let asked = claim(&made, random.u32(1..5), expires_at);
                release_ended(&mut owners, at);
                let seating = seats::hold(&tx, &asked, at).await.expect("answered");
                let left = capacity - used(&owners);
                if asked.seats <= left {
                    assert_eq!(seating, Seating::Done, "step {step}");
                    owners.insert(
                        asked.owner_id,
                        Owner {
                            seats: asked.seats,
                            state: ClaimState::Held,
                            expires_at,
                        },
                    );
                    order.push(asked.owner_id);
                } else {
                    assert_eq!(seating, Seating::TooFew { left }, "step {step}");
                }
            }
            (2, Some(owner_id)) => {
                let seating = seats::take(&tx, owner_id, at).await.expect("answered");
                let found = owners[&owner_id];
                if found.state == ClaimState::Released {
                    release_ended(&mut owners, at);
                }
                let fits =
                    found.state != ClaimState::Released || found.seats <= capacity - used(&owners);
                assert_eq!(seating == Seating::Done, fits, "step {step}");
                if fits {
                    owners.insert(
                        owner_id,
                        Owner {
                            state: ClaimState::Taken,
                            expires_at: None,
                            ..found
                        },
                    );
                }
            }
            (3, Some(owner_id)) => {
                seats::release(&tx, owner_id, at).await.expect("answered");
                let found = owners.get_mut(&owner_id).expect("known");
                found.state = ClaimState::Released;
            }
            (4, Some(owner_id)) => {
                let until = random.bool().then(|| minutes(step + 15));
                let kept = seats::extend(&tx, owner_id, until, at)
                    .await
                    .expect("answered");
                let found = owners.get_mut(&owner_id).expect("known");
                assert_eq!(kept, found.state == ClaimState::Held, "step {step}");
                if kept {
                    found.expires_at = until;
                }
            }
            (_, Some(owner_id)) => {
                release_ended(&mut owners, at);
                let found = owners[&owner_id];
                let seats = random.u32(1..6);
                let seating = seats::resize(&tx, owner_id, seats, at)
                    .await
                    .expect("answered");
                let left = capacity - used(&owners);
                let fits = found.state == ClaimState::Released || seats <= left + found.seats;
                assert_eq!(seating == Seating::Done, fits, "step {step}");
                if fits {
                    owners.insert(owner_id, Owner { seats, ..found });
                }
            }
        }
        tx.commit().await.expect("committed");
        let mut visible = owners.clone();
        release_ended(&mut visible, at);
        let counted = usage(&test.db, &made, at).await;
        assert_eq!(counted.held + counted.taken, used(&visible), "step {step}");
        assert!(counted.held + counted.taken <= capacity, "step {step}");
    }
}
