//! Tests of the domain rules. They form one binary, because each test binary links separately.

mod account;
mod blog;
mod blog_rules;
mod booking;
mod booking_money;
mod credit_note;
mod custom_trek;
mod departure_cases;
mod enquiry;
mod guest;
mod invoice;
mod itinerary;
mod mail_reply;
mod money;
mod one_time_code;
mod pricing;
mod profile;
mod proposal;
mod rate;
mod sample;
mod schedule;
mod series;
mod trek;
mod trek_check;
mod trek_picture;
mod waitlist;
