//! The rules of Chautari: what a trek, a price, a guest and a booking are, and what holds of them.
//!
//! No I/O, no async, no clock, no randomness: whoever calls passes in the time, the ids and the data.
//!
//! # Glossary
//!
//! - **Trek**: a journey that the agency offers, with pictures, places, terms and one or more routes.
//! - **Route**: one way to walk a trek, with its own days, nights and price per head; hidden ones are not sold.
//! - **Day**: what happens on one day of a route: waypoints, connections, lodging and meals.
//! - **Waypoint**: a place that a day touches; exactly one starts the day and exactly one ends it.
//! - **Connection**: how one gets from a waypoint to another: transport mode, time, distance.
//! - **Payment details** (terms): the discount and the charges that a trek's price is made with.
//! - **Money**: an amount in whole minor units of a currency.
//! - **Percent**: a rate in ten-thousandths of a percent.
//! - **Quote**: the price of a route for a number of guests, line by line, and the total.
//! - **Guest**: a person who walks.
//! - **Party**: the primary guest and the additional guests of one booking, 1 to 100 people.
//! - **Booking**: a party's place on a route from a start date, with the price it was sold at.
//! - **Snapshot**: what a booking remembers of the trek and route as they were when it was made.
//! - **Payment**: what is known of the money of a booking.
//! - **Ledger**: every movement of money, a line each, written once and never changed.
//! - **Refund**: money that goes back; asked for first, made by the provider then.
//! - **By hand**: confirmed by an administrator who says that the money came another way.
//! - **Refund policy**: how much of the money goes back, by days before the start.
//! - **Account**: a person who can sign in, as a traveller (`user`) or an administrator (`admin`).
//! - **One-time code**: six digits, mailed, that prove that an address is the reader's.
//! - **Blog**: an article of the agency, a draft until it is published.
//! - **Achievement**: the figures that the home page shows about the agency.
//! - **Subscriber**: an address that asked for the newsletter.
//! - **Custom trek**: a traveller's request for a trek that is not on the list.
//! - **Problem**: a broken rule, with the field that breaks it and the message to show there.

#![deny(clippy::float_arithmetic)]

pub mod account;
pub mod achievement;
pub mod blog;
pub mod booking;
pub mod booking_action;
mod booking_payment;
pub mod booking_search;
mod booking_snapshot;
mod booking_status;
mod currency;
pub mod custom_trek;
mod decimal;
pub mod device;
pub mod guest;
pub mod itinerary;
pub mod itinerary_check;
mod legacy_day;
pub mod money;
pub mod newsletter;
pub mod one_time_code;
pub mod picture;
pub mod preferences;
pub mod pricing;
pub mod problem;
pub mod profile;
mod refund;
pub mod trek;
pub mod trek_check;
