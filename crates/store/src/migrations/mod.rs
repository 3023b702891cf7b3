//! The migrations, in order. Only add files: a migration that has run anywhere is never edited. Changes are additive,
//! since SQLite cannot alter a constraint.

use sea_orm_migration::prelude::*;

mod booking_rows;
mod m0001_accounts;
mod m0002_treks;
mod m0003_bookings;
mod m0004_content;
mod m0005_limits;
mod m0006_subscribers;
mod m0007_recovery_and_identities;
mod m0008_profile;
mod m0010_money;
mod m0013_audit;
mod m0014_pictures;
mod m0015_desk;
mod m0016_custom_treks;
mod m0017_idempotency_subject;
mod m0018_picture_placeholders;
mod m0021_booking_lists;
mod m0022_job_kinds;
mod m0023_booking_creation_index;
mod m0024_agency_events;
mod m0025_booking_reference;
mod m0026_audit_order_index;
mod m0027_one_time_codes;
mod m0030_departures;
mod m0031_waitlist;
mod m0032_departure_changes;
mod m0033_api_keys;
mod m0034_guides;
mod m0035_payments;
mod m0036_departures_by_route;
mod m0037_payment_requests;
mod m0038_invoices;
mod m0040_wallet_payments;
mod m0041_balances;
mod m0042_travel_credits_used;
mod m0043_npr_rates;
mod m0044_staff;
mod m0045_promotions;
mod m0046_reviews;
mod m0047_booking_notes;
mod m0048_proposals;
mod m0049_enquiries;
mod m0050_settings;
mod m0052_second_steps;
mod m0053_due_dates;
mod m0054_campaigns;
mod m0055_periodic_tasks;
mod m0056_search_trigrams;
mod m0057_report_indexes;
mod m0058_rate_in_payments_index;
mod m0059_bank_transfers;
mod m0060_foreign_key_indexes;

pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_accounts::Migration),
            Box::new(m0002_treks::Migration),
            Box::new(m0003_bookings::Migration),
            Box::new(m0004_content::Migration),
            Box::new(m0005_limits::Migration),
            Box::new(m0006_subscribers::Migration),
            Box::new(m0007_recovery_and_identities::Migration),
            Box::new(m0008_profile::Migration),
            Box::new(m0010_money::Migration),
            Box::new(m0013_audit::Migration),
            Box::new(m0014_pictures::Migration),
            Box::new(m0015_desk::Migration),
            Box::new(m0016_custom_treks::Migration),
            Box::new(m0017_idempotency_subject::Migration),
            Box::new(m0018_picture_placeholders::Migration),
            Box::new(m0021_booking_lists::Migration),
            Box::new(m0022_job_kinds::Migration),
            Box::new(m0023_booking_creation_index::Migration),
            Box::new(m0024_agency_events::Migration),
            Box::new(m0025_booking_reference::Migration),
            Box::new(m0026_audit_order_index::Migration),
            Box::new(m0027_one_time_codes::Migration),
            Box::new(m0030_departures::Migration),
            Box::new(m0031_waitlist::Migration),
            Box::new(m0032_departure_changes::Migration),
            Box::new(m0033_api_keys::Migration),
            Box::new(m0034_guides::Migration),
            Box::new(m0035_payments::Migration),
            Box::new(m0036_departures_by_route::Migration),
            Box::new(m0037_payment_requests::Migration),
            Box::new(m0038_invoices::Migration),
            Box::new(m0040_wallet_payments::Migration),
            Box::new(m0041_balances::Migration),
            Box::new(m0042_travel_credits_used::Migration),
            Box::new(m0043_npr_rates::Migration),
            Box::new(m0044_staff::Migration),
            Box::new(m0045_promotions::Migration),
            Box::new(m0046_reviews::Migration),
            Box::new(m0047_booking_notes::Migration),
            Box::new(m0048_proposals::Migration),
            Box::new(m0049_enquiries::Migration),
            Box::new(m0050_settings::Migration),
            Box::new(m0052_second_steps::Migration),
            Box::new(m0053_due_dates::Migration),
            Box::new(m0054_campaigns::Migration),
            Box::new(m0055_periodic_tasks::Migration),
            Box::new(m0056_search_trigrams::Migration),
            Box::new(m0057_report_indexes::Migration),
            Box::new(m0058_rate_in_payments_index::Migration),
            Box::new(m0059_bank_transfers::Migration),
            Box::new(m0060_foreign_key_indexes::Migration),
        ]
    }
}
