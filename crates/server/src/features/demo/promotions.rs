//! Promotion codes of the demo.

use std::collections::HashMap;

use chrono::{NaiveDate, TimeDelta};
use domain::money::{Currency, Money, Percent};
use domain::promotion::{Deduction, Promotion};
use store::{Tx, promotions};

use super::Calendar;
use super::desk_table::{CODES, Code, Off};
use super::treks::Stored;
use crate::platform::app::StartError;

pub(crate) async fn load(
    tx: &Tx,
    (calendar, today): (Calendar, NaiveDate),
    treks: &HashMap<String, Stored>,
) -> Result<(), StartError> {
    for Code(code, off, from, until, max_uses, of_treks, note, is_active) in CODES {
        if promotions::find_by_code(tx, code).await?.is_some() {
            continue;
        }
        let trek_ids = of_treks.iter().map(|key| Some(treks.get(*key)?.trek.id));
        let unknown = || StartError::Demo(format!("a trek of the code {code} does not exist"));
        let promotion = Promotion {
            id: calendar.id(calendar.first_loaded_at, &format!("promotion/{code}")),
            code: (*code).to_owned(),
            deduction: match off {
                Off::Percent(percent) => Deduction::Percent(Percent::whole(*percent)),
                Off::Dollars(dollars) => Deduction::Amount {
                    amount: Money::from_minor(dollars * 100),
                    currency: Currency::USD,
                },
            },
            valid_from: Some(today + TimeDelta::days(*from)),
            valid_until: Some(today + TimeDelta::days(*until)),
            max_uses: *max_uses,
            uses: 0,
            trek_ids: trek_ids.collect::<Option<_>>().ok_or_else(unknown)?,
            note: (*note).to_owned(),
            is_active: *is_active,
            version: 1,
        };
        promotions::insert(tx, &promotion, calendar.first_loaded_at).await?;
    }
    Ok(())
}
