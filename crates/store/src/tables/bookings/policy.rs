//! The cancellation policy of bookings from before it was stored with each.

use domain::booking::RefundPolicy;
use sea_orm::{ConnectionTrait, DbBackend, Statement};

use crate::{Db, StoreResult, metadata};

const DONE: &str = "cancellation-policies-stored";

const POSTGRES: &str = "update bookings set revision = revision + 1, \
     document = jsonb_set(document, '{cancellationPolicy}', $1::jsonb) \
     where document -> 'cancellationPolicy' is null";
const SQLITE: &str = "update bookings set revision = revision + 1, \
     document = json_set(document, '$.cancellationPolicy', json($1)) \
     where json_extract(document, '$.cancellationPolicy') is null";

/// Stores the policy with every booking that has none, once: from then on a change of the setting is for new bookings.
/// The revision changes, so that another server does not overwrite it.
pub async fn fill_cancellation_policies(db: &Db, policy: &RefundPolicy) -> StoreResult<()> {
    if metadata::find(db, DONE).await?.is_some() {
        return Ok(());
    }
    let tx = db.begin_long().await?;
    let (backend, text) = (tx.get_database_backend(), serde_json::to_string(policy)?);
    let sql = match backend {
        DbBackend::Postgres => POSTGRES,
        _ => SQLITE,
    };
    let statement = Statement::from_sql_and_values(backend, sql, [text.into()]);
    tx.execute_raw(statement).await?;
    metadata::set(&tx, DONE, "").await?;
    tx.commit().await
}
