//! The domain: treks, prices, guests and bookings, and the rules that apply to them.
//!
//! No I/O, no async, no clock, no randomness: callers pass in time, ids and data.
//!
//! # Glossary
//!
//! - **Trek**: what the agency sells: a walk with pictures, places, terms and one or more routes.
//! - **Route**: one way of walking a trek, with its own days and price per head. Hidden routes are not sold.
//! - **Day**: one day of a route: waypoints, connections, lodging and meals.
//! - **Waypoint**: a place of a day. Exactly one starts the day and exactly one ends it.
//! - **Connection**: the leg from one waypoint to another: transport mode, duration, distance.
//! - **Payment details** (terms): the discount and charges of a trek's price.
//! - **Money**: an amount in whole minor units of a currency.
//! - **Percent**: a rate in ten-thousandths of a percent.
//! - **Quote**: the price of a route for a number of guests, line by line, and the total.
//! - **Guest**: a person who walks.
//! - **Party**: the primary guest and the additional guests of one booking, 1 to 100 people.
//! - **Booking**: a route on dates for a party, with the price at which it was sold.
//! - **Snapshot**: the copy of trek and route at the time of booking.
//! - **Payment**: the state of the payment of a booking.
//! - **Ledger**: all movements of money, one line each, written once and never changed.
//! - **Refund**: money that is returned: promised, made by the provider, recorded.
//! - **Locked rate**: rupees for one unit of the currency of a booking, noted with the booking.
//! - **By hand**: confirmed by an administrator because the money came another way.
//! - **Promotion**: a code that takes a percentage or an amount off the price, counted with each booking.
//! - **Review**: what the customer of a booking wrote about the trip; public once staff approve it.
//! - **Refund policy**: the share of the price that is refunded, by days before the start.
//! - **Account**: a person who can sign in, as a traveller (`user`), as `staff`, as a `guide`, or as an administrator
//!   (`admin`).
//! - **Guide**: a person who leads departures; with an account, reads their manifests.
//! - **One-time code**: six digits, sent by email, that prove access to an address.
//! - **Blog**: an article of the agency, a draft until it is published.
//! - **Achievement**: figures about the agency on the home page.
//! - **Subscriber**: an address that asked for the newsletter.
//! - **Campaign**: an email to many recipients: the travellers of a departure, or the subscribers.
//! - **Custom trek**: a traveller's request for a trek that is not on the list.
//! - **Enquiry**: a traveller's question about a trek and the messages that follow.
//! - **Proposal**: a priced, dated answer to a custom trek request, with an end of validity.
//! - **Problem**: a broken rule: the field and the message to show there.

#![deny(clippy::float_arithmetic)]

pub mod account;
pub mod achievement;
pub mod balance_reminder;
pub mod bikram_sambat;
pub mod blog;
pub mod booking;
pub mod booking_action;
mod booking_money;
mod booking_move;
mod booking_payment;
pub mod booking_search;
mod booking_snapshot;
mod booking_status;
pub mod booking_tags;
pub mod campaign;
pub mod credit_note;
mod currency;
pub mod custom_trek;
mod decimal;
pub mod departure;
pub mod departure_change;
pub mod device;
pub mod enquiry;
pub mod guest;
pub mod guide;
pub mod invoice;
pub mod itinerary;
pub mod itinerary_check;
mod legacy_day;
pub mod mail_reply;
pub mod money;
pub mod newsletter;
pub mod one_time_code;
pub mod picture;
pub mod preferences;
pub mod pricing;
pub mod problem;
pub mod profile;
pub mod promotion;
pub mod proposal;
mod proposal_check;
pub mod rate;
mod refund;
pub mod review;
pub mod schedule;
pub mod trek;
pub mod trek_check;
pub mod waitlist;
pub mod way;
