//! A booking follows an answer, in one transaction: the choice, the seats, the booking, its invoice and the emails.

use domain::booking::{Booking, BookingStatus, NewDates, RouteSnapshot};
use domain::departure::{Departure, DepartureState};
use domain::departure_change::{Choice, DepartureChange, DepartureChoice};
use domain::money::Money;
use domain::pricing::{self, Quote};
use domain::trek::Trek;
use store::agency_events::Kind;
use store::departure_changes::{self, Answer};
use store::jobs::{self, Job};
use store::refunds::Cause;
use store::seats::{self, Claim, ClaimState, Seating};
use store::{StoreError, Tx, bookings, departures, treks};
use uuid::Uuid;

use super::end::{Outcome, actor, close_if_ended, end};
use super::target::find_target;
use crate::features::booking::agency_event;
use crate::features::booking::invoice::issue::{issue_invoice, store_first};
use crate::features::booking::payment::capture::series;
use crate::features::booking::refund::split::{Reason, store_refunds};
use crate::features::booking::refund::steps::try_finish;
use crate::features::departure::guarantee::guarantee_if_full;
use crate::features::trek::trending::Trending;
use crate::features::waitlist::offers::pass_on;
use crate::platform::app::{App, AppState as _};
use crate::platform::kill_points::kill_point;

const LOWERED: &str = "The departure that your booking was moved to costs less";

/// Stores an answer, and the booking as it follows. Whatever the outcome is, except `Done`, nothing has changed.
pub(crate) async fn follow(
    app: &App,
    change: &DepartureChange,
    choice: &DepartureChoice,
    answer: Answer,
) -> Result<Outcome, StoreError> {
    let (outcome, refund_ids) = app
        .in_transaction("follow_change", async |tx| -> Result<_, StoreError> {
            let mut refund_ids = Vec::new();
            let followed = follow_in(app, &tx, (change, choice), answer, &mut refund_ids);
            let outcome = followed.await?;
            if outcome != Outcome::Done {
                tx.roll_back();
            }
            Ok((outcome, refund_ids))
        })
        .await?;
    match outcome {
        Outcome::Done => {}
        Outcome::Gone => {
            close_if_ended(app, choice).await?;
            return Ok(outcome);
        }
        Outcome::NotPossible | Outcome::TooFew { .. } => return Ok(outcome),
    }
    kill_point("choice-applied");
    Trending::of(app).forget();
    app.wake_worker();
    tracing::info!(booking = %choice.booking_id, choice = answer.choice.as_str(), by = answer.by.as_str(), "followed the change of its departure");
    try_finish(app, &refund_ids).await;
    Ok(Outcome::Done)
}

async fn follow_in(
    app: &App,
    tx: &Tx,
    (change, choice): (&DepartureChange, &DepartureChoice),
    answer: Answer,
    refund_ids: &mut Vec<Uuid>,
) -> Result<Outcome, StoreError> {
    // The lock orders this with everything else that happens to the booking.
    let booking = bookings::find_for_update(tx, choice.booking_id).await?;
    let Some(booking) = booking.filter(|booking| booking.status == BookingStatus::Confirmed) else {
        return Ok(Outcome::Gone);
    };
    let moves_to = find_target(tx, change).await?;
    let outcome = match answer.choice {
        Choice::Accept if moves_to.is_none() && change.to_departure_id.is_some() => {
            return Ok(Outcome::NotPossible);
        }
        Choice::Accept | Choice::Departure => {
            let target = match (answer.choice, answer.departure_id) {
                (Choice::Accept, _) => moves_to.clone(),
                (_, Some(id)) => departures::find(tx, id).await?,
                (_, None) => None,
            };
            let walk = Walk {
                change,
                choice_id: choice.id,
                answer,
                booking: &booking,
            };
            walk.on(app, tx, target.as_ref(), refund_ids).await?
        }
        Choice::Credit | Choice::Refund => {
            let of = (change, choice.id);
            end(app, tx, of, &booking, answer, refund_ids).await?
        }
    };
    if outcome == Outcome::Done {
        // The seats that the booking leaves, and those that were held for it. Their pools are locked already.
        for departure_id in [booking.departure_id, moves_to.map(|target| target.id)] {
            pass_on(app, tx, departure_id).await?;
        }
    }
    Ok(outcome)
}

/// A booking that keeps walking, on other dates.
struct Walk<'a> {
    change: &'a DepartureChange,
    choice_id: Uuid,
    answer: Answer,
    booking: &'a Booking,
}

impl Walk<'_> {
    /// `target` is `None` for a party that walks by itself and gets the dates of the move.
    async fn on(
        &self,
        app: &App,
        tx: &Tx,
        target: Option<&Departure>,
        refund_ids: &mut Vec<Uuid>,
    ) -> Result<Outcome, StoreError> {
        let (now, booking) = (app.clock.now(), self.booking);
        let pools: Vec<Uuid> = target.iter().map(|target| target.pool_id).collect();
        seats::lock_pools(tx, &[booking.id, self.choice_id], &pools, now).await?;
        if !departure_changes::answer(tx, self.choice_id, self.answer, now).await? {
            return Ok(Outcome::Gone);
        }
        let new = match (target, self.change.to_start.zip(self.change.to_end)) {
            (Some(target), _) if target.state != DepartureState::Cancelled => {
                if let Seating::TooFew { left } = self.take_seats(app, tx, target).await? {
                    return Ok(Outcome::TooFew { left });
                }
                self.dates_of(tx, target).await?
            }
            (None, Some(dates))
                if booking.departure_id.is_none() && self.answer.choice == Choice::Accept =>
            {
                departures::set_dates(tx, booking.departure(), dates, now).await?;
                NewDates {
                    departure_id: None,
                    start_date: dates.0,
                    end_date: dates.1,
                    route: None,
                    quote: None,
                }
            }
            _ => return Ok(Outcome::NotPossible),
        };
        let back = self.money_back(app, &new);
        let today = app.clock.today(app.config.timezone);
        if !bookings::change_dates(tx, booking.id, &new, back, (now, today)).await? {
            return Ok(Outcome::NotPossible);
        }
        let moved = bookings::find(tx, booking.id).await?;
        let moved = moved.ok_or(StoreError::Missing)?;
        guarantee_if_full(app, tx, &moved).await?;
        let mail = Job::MailBookingConfirmed {
            booking_id: booking.id,
        };
        jobs::add(tx, app.clock.new_id(), &mail, now).await?;
        agency_event::add(app, tx, Kind::BookingMoved, booking.id).await?;
        if new.quote.is_some() {
            store_first(app, tx, booking).await?;
            bookings::replace_invoice(tx, booking.id, &series(app, now), now).await?;
            issue_invoice(app, tx, booking.id, now).await?;
        }
        if !back.is_zero() {
            let who = actor(booking, self.answer.by);
            let reason = Reason {
                text: LOWERED.to_owned(),
                actor: who,
                cause: Cause::Lowered,
            };
            *refund_ids = store_refunds(app, tx, booking, back, &reason).await?;
        }
        Ok(Outcome::Done)
    }

    /// Moves the seats to those that are held at the target, or to free ones.
    async fn take_seats(
        &self,
        app: &App,
        tx: &Tx,
        target: &Departure,
    ) -> Result<Seating, StoreError> {
        let (now, booking) = (app.clock.now(), self.booking);
        let held = seats::find(tx, self.choice_id).await?;
        let is_held_here = held
            .as_ref()
            .is_some_and(|held| held.state == ClaimState::Held && held.departure_id == target.id);
        if !is_held_here {
            seats::release(tx, self.choice_id, now).await?;
        }
        let own = seats::find(tx, booking.id).await?;
        if own.is_some_and(|own| own.pool_id == target.pool_id) {
            seats::change_departure(tx, booking.id, target.id, now).await?;
        } else {
            if !is_held_here {
                let claim = Claim {
                    owner_id: self.choice_id,
                    pool_id: target.pool_id,
                    departure_id: target.id,
                    seats: booking.party.size(),
                    state: ClaimState::Held,
                    expires_at: None,
                };
                let seating = seats::hold(tx, &claim, now).await?;
                if seating != Seating::Done {
                    return Ok(seating);
                }
            }
            seats::transfer(tx, booking.id, self.choice_id, now).await?;
        }
        if booking.departure_id.is_none() {
            departures::cancel_private(tx, booking.id, now).await?;
        }
        Ok(Seating::Done)
    }

    /// The dates, route and price of a booking that moves to a departure.
    async fn dates_of(&self, tx: &Tx, target: &Departure) -> Result<NewDates, StoreError> {
        let booking = self.booking;
        let trek = treks::find(tx, target.trek_id).await?;
        let source = departures::find(tx, self.change.departure_id).await?;
        let lowered = match (&trek, source) {
            (Some(trek), Some(source)) => lowered_quote(booking, trek, &source, target),
            _ => None,
        };
        let route = trek.as_ref().and_then(|trek| {
            let routes = &mut trek.routes.iter();
            routes.find(|route| route.id == target.route_id)
        });
        let price_per_head = match &lowered {
            Some((price_per_head, _)) => *price_per_head,
            None => booking.route.price_per_head,
        };
        let route = match route {
            // What was sold stays as it was sold, unless another route is walked.
            Some(route) if route.id != booking.route.id => Some(RouteSnapshot {
                price_per_head,
                ..route.into()
            }),
            _ => lowered.as_ref().map(|_| RouteSnapshot {
                price_per_head,
                ..booking.route.clone()
            }),
        };
        Ok(NewDates {
            departure_id: Some(target.id),
            start_date: target.start_date,
            end_date: target.end_date,
            route,
            quote: lowered.map(|(_, quote)| quote),
        })
    }

    /// The difference that a lower price gives back.
    fn money_back(&self, app: &App, new: &NewDates) -> Money {
        let booking = self.booking;
        let Some(quote) = &new.quote else {
            return Money::ZERO;
        };
        let step = app.payments.step(booking.quote.currency);
        booking
            .overpaid_at(quote.total)
            .up_to_step(step)
            .min(booking.refundable())
    }
}

/// The price per head and the quote at a departure that costs less today than the one that it replaces. A move never
/// raises what a traveller owes, and a price that the agency changed since the booking is not refunded.
fn lowered_quote(
    booking: &Booking,
    trek: &Trek,
    source: &Departure,
    target: &Departure,
) -> Option<(Money, Quote)> {
    let price_of = |departure: &Departure| {
        let mut routes = trek.routes.iter();
        let route = routes.find(|route| route.id == departure.route_id);
        departure
            .price_per_head
            .or(route.map(|route| route.price_per_head))
    };
    let (before, after) = (price_of(source)?, price_of(target)?);
    if after >= before || trek.currency != booking.quote.currency {
        return None;
    }
    let guests = booking.party.size();
    let promotion = booking.promotion.as_ref().map(|applied| applied.deduction);
    let terms = &trek.payment_details;
    let quote = pricing::quote(after, guests, terms, trek.currency, promotion).ok()?;
    (quote.total < booking.quote.total).then_some((after, quote))
}
