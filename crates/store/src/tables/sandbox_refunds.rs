//! Refunds of the sandbox provider. Their sum never exceeds the captured amount.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;
use sea_orm::{EntityTrait, QueryFilter, QueryOrder, Set};

use crate::{Connection, StoreResult, Tx, sandbox_intents};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "sandbox_refunds")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
        pub id: String,
        #[sea_orm(column_type = "Text")]
        pub idempotency_key: String,
        #[sea_orm(column_type = "Text")]
        pub intent_id: String,
        pub amount: i64,
        #[sea_orm(column_type = "Text")]
        pub currency: String,
        pub created_at: ChronoDateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SandboxRefund {
    pub id: String,
    /// Repeated requests with the same key return the same refund.
    pub idempotency_key: String,
    pub intent_id: String,
    /// Minor units.
    pub amount: i64,
    pub currency: String,
    pub created_at: DateTime<Utc>,
}

impl From<row::Model> for SandboxRefund {
    fn from(row: row::Model) -> Self {
        Self {
            id: row.id,
            idempotency_key: row.idempotency_key,
            intent_id: row.intent_id,
            amount: row.amount,
            currency: row.currency,
            created_at: row.created_at,
        }
    }
}

/// Stores a refund, or returns the existing one with the same key. Returns `None` if the refunds would exceed the
/// captured amount.
pub async fn make(tx: &Tx, refund: &SandboxRefund) -> StoreResult<Option<SandboxRefund>> {
    // The lock makes concurrent refunds run one after the other, so that the second one includes the first in its
    // sum.
    let Some(intent) = sandbox_intents::find_for_update(tx, &refund.intent_id).await? else {
        return Ok(None);
    };
    if let Some(made) = find_by_key(tx, &refund.idempotency_key).await? {
        return Ok(Some(made));
    }
    let back: i64 = of_intent(tx, &refund.intent_id)
        .await?
        .iter()
        .map(|made| made.amount)
        .sum();
    if intent.status != sandbox_intents::IntentStatus::Succeeded
        || refund.amount <= 0
        || refund.amount > intent.amount - back
    {
        return Ok(None);
    }
    row::Entity::insert(row::ActiveModel {
        id: Set(refund.id.clone()),
        idempotency_key: Set(refund.idempotency_key.clone()),
        intent_id: Set(refund.intent_id.clone()),
        amount: Set(refund.amount),
        currency: Set(refund.currency.clone()),
        created_at: Set(refund.created_at),
    })
    .exec_without_returning(tx)
    .await?;
    Ok(Some(refund.clone()))
}

async fn find_by_key(db: &impl Connection, key: &str) -> StoreResult<Option<SandboxRefund>> {
    let found = row::Entity::find()
        .filter(row::Column::IdempotencyKey.eq(key))
        .one(db)
        .await?;
    Ok(found.map(SandboxRefund::from))
}

async fn of_intent(db: &impl Connection, intent_id: &str) -> StoreResult<Vec<SandboxRefund>> {
    let rows = row::Entity::find()
        .filter(row::Column::IntentId.eq(intent_id))
        .all(db)
        .await?;
    Ok(rows.into_iter().map(SandboxRefund::from).collect())
}

/// All refunds, oldest first.
pub async fn list_all(db: &impl Connection) -> StoreResult<Vec<SandboxRefund>> {
    let rows = row::Entity::find()
        .order_by_asc(row::Column::CreatedAt)
        .order_by_asc(row::Column::Id)
        .all(db)
        .await?;
    Ok(rows.into_iter().map(SandboxRefund::from).collect())
}
