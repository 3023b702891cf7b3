//! many_departures fill URL PER_TREK LONGEST: gives each trek of a demo database that many group departures, and the
//! newest trek LONGEST of them, one a day. The first of these has 1,000 seats.
//! many_departures sql URL TREK FIRST_DAY LAST_DAY HOT_POOL BUYERS: times the bare SQL of what the server is measured
//! with, and prints one JSON object in milliseconds.
//!
//! Only for measurements; the program does not contain it. The same numbers give the same data on every machine, except
//! for the dates, which are counted from today.

mod bare;
mod fill;

use std::error::Error;

type Failed = Box<dyn Error + Send + Sync>;

const USAGE: &str = "many_departures fill URL PER_TREK LONGEST, \
                     or many_departures sql URL TREK FIRST_DAY LAST_DAY HOT_POOL BUYERS";

#[tokio::main]
async fn main() -> Result<(), Failed> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match *args {
        ["fill", url, per_trek, longest] => {
            let db = store::connect(url).await?;
            fill::fill(&db, per_trek.parse()?, longest.parse()?).await?;
            Ok(db.close().await?)
        }
        ["sql", url, trek, first, last, pool, buyers] => {
            let db = store::connect(url).await?;
            let days = (first.parse()?, last.parse()?);
            let figures =
                bare::measure(&db, trek.parse()?, days, pool.parse()?, buyers.parse()?).await?;
            print(&figures)?;
            Ok(db.close().await?)
        }
        _ => Err(USAGE.into()),
    }
}

fn print(figures: &serde_json::Value) -> std::io::Result<()> {
    use std::io::Write as _;
    writeln!(std::io::stdout(), "{figures}")
}
