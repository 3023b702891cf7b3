//! many_bookings URL BOOKINGS: adds that many bookings to a demo database, with their accounts, invoices, payments, refunds,
//! ledger lines, audit entries, tags, enquiries and subscribers. Only for measurements; the program does not contain it.
//!
//! The ledger, the sandbox and the bookings agree, so `chautari ledger check` must find no difference. The same
//! number gives the same data on every machine, except for the dates, which are counted from today.

mod desk;
mod maker;
mod money;
mod random;

use chrono::{DateTime, Utc};

use maker::Maker;

const BOOKINGS_PER_TRANSACTION: usize = 1000;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [url, number] = <[String; 2]>::try_from(std::env::args().skip(1).collect::<Vec<_>>())
        .map_err(|_| "many_bookings URL BOOKINGS")?;
    let number: usize = number.parse()?;
    let db = store::connect(&url).await?;
    db.migrate().await?;
    let treks = store::treks::list(&db).await?;
    if treks.is_empty() {
        return Err("the database has no demo data yet: start the server with --demo once".into());
    }
    let mut maker = Maker::new(now(), treks);
    let mut made = 0;
    while made < number {
        let tx = db.begin().await?;
        let end = number.min(made + BOOKINGS_PER_TRANSACTION);
        for index in made..end {
            maker.add(&tx, index).await?;
        }
        tx.commit().await?;
        made = end;
    }
    Ok(db.close().await?)
}

#[expect(
    clippy::disallowed_methods,
    reason = "the lists depend on what is ahead of today, and an example has no port"
)]
fn now() -> DateTime<Utc> {
    Utc::now()
}
