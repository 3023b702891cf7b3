//! Payments of bookings as rows of their own (operations §3). What the ledger records as the payment of a booking becomes
//! its first payment, with the id of the ledger line and without a receipt.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

/// A payment by hand replaces that of the provider, which was then refunded as late.
const FIRST_PAYMENTS: &str = "insert into payments \
     (id, booking_id, method, amount, currency, booking_amount, reference, received_by, received_at, created_at) \
     select l.id, l.booking_id, case l.kind when 'manual' then 'other' else 'card' end, l.amount, l.currency, \
     l.amount, l.reference, case l.kind when 'manual' then l.actor else 'system' end, l.at, l.at \
     from ledger l join bookings b on b.id = l.booking_id \
     where b.payment_status in ('Confirmed', 'Refunded') and (l.kind = 'manual' or (l.kind = 'capture' \
     and l.reference = b.intent_id and not exists \
     (select 1 from ledger m where m.booking_id = l.booking_id and m.kind = 'manual')))";

/// Name, columns, and whether the values are unique.
const INDEXES: [(&str, &[&str], bool); 4] = [
    ("payments_of_booking", &["booking_id", "id"], false),
    ("payments_by_day", &["received_at", "id"], false),
    ("payments_by_receipt", &["receipt_number"], true),
    ("payments_by_reversed", &["reverses"], true),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let payments = Table::create()
            .table("payments")
            .col(uuid("id").primary_key())
            .col(uuid("booking_id"))
            .col(text("method"))
            .col(big_integer("amount"))
            .col(text("currency"))
            .col(text_null("rate"))
            .col(big_integer("booking_amount"))
            .col(text("reference"))
            .col(text("received_by"))
            .col(timestamp_with_time_zone("received_at"))
            .col(text_null("receipt_number"))
            .col(uuid_null("reverses"))
            .col(text_null("reason"))
            .col(timestamp_with_time_zone("created_at"))
            .to_owned();
        manager.create_table(payments).await?;
        for (name, columns, is_unique) in INDEXES {
            let mut index = Index::create().name(name).table("payments").to_owned();
            for column in columns {
                index.col(*column);
            }
            if is_unique {
                index.unique();
            }
            manager.create_index(index).await?;
        }
        let connection = manager.get_connection();
        connection.execute_unprepared(FIRST_PAYMENTS).await?;
        Ok(())
    }
}
