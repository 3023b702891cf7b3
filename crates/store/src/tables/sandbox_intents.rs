//! Payment intents of the sandbox provider. This table plays the role of a provider's database: only the payment
//! adapters (`platform/adapters/sandbox*.rs`) use it, and nothing here writes to a booking. Of a card, only the brand
//! and the last four digits are stored.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;
use sea_orm::{EntityTrait, QueryFilter, QuerySelect, Set};
use uuid::Uuid;

use crate::{Connection, StoreError, StoreResult};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "sandbox_intents")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
        pub id: String,
        #[sea_orm(column_type = "Text")]
        pub client_secret: String,
        #[sea_orm(column_type = "Text")]
        pub idempotency_key: String,
        pub booking_id: Uuid,
        pub amount: i64,
        #[sea_orm(column_type = "Text")]
        pub currency: String,
        #[sea_orm(column_type = "Text")]
        pub status: String,
        #[sea_orm(column_type = "Text", nullable)]
        pub card_brand: Option<String>,
        #[sea_orm(column_type = "Text", nullable)]
        pub card_last4: Option<String>,
        #[sea_orm(column_type = "Text", nullable)]
        pub last_error: Option<String>,
        pub created_at: ChronoDateTimeUtc,
        pub updated_at: ChronoDateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

/// The states of an intent, named as the provider names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntentStatus {
    RequiresPaymentMethod,
    RequiresAction,
    /// The provider works on the payment. It will succeed or fail, and cannot be cancelled. The sandbox decides at once.
    Processing,
    Succeeded,
    Canceled,
}

impl IntentStatus {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::RequiresPaymentMethod => "requires_payment_method",
            Self::RequiresAction => "requires_action",
            Self::Processing => "processing",
            Self::Succeeded => "succeeded",
            Self::Canceled => "canceled",
        }
    }

    fn parse(word: &str) -> StoreResult<Self> {
        [
            Self::RequiresPaymentMethod,
            Self::RequiresAction,
            Self::Processing,
            Self::Succeeded,
            Self::Canceled,
        ]
        .into_iter()
        .find(|status| status.as_str() == word)
        .ok_or_else(|| StoreError::Failed(format!("an intent has the unknown status {word}")))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Intent {
    pub id: String,
    pub client_secret: String,
    /// Repeated requests with the same key return the same intent.
    pub idempotency_key: String,
    pub booking_id: Uuid,
    /// Minor units.
    pub amount: i64,
    pub currency: String,
    pub status: IntentStatus,
    pub card: Option<Card>,
    pub last_error: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    pub brand: String,
    pub last4: String,
}

fn from_row(row: row::Model) -> StoreResult<Intent> {
    Ok(Intent {
        status: IntentStatus::parse(&row.status)?,
        id: row.id,
        client_secret: row.client_secret,
        idempotency_key: row.idempotency_key,
        booking_id: row.booking_id,
        amount: row.amount,
        currency: row.currency,
        card: row
            .card_brand
            .zip(row.card_last4)
            .map(|(brand, last4)| Card { brand, last4 }),
        last_error: row.last_error,
        created_at: row.created_at,
        updated_at: row.updated_at,
    })
}

/// Fails with `Taken` if an intent with the same idempotency key exists.
pub async fn insert(db: &impl Connection, intent: &Intent) -> StoreResult<()> {
    let card = intent.card.clone();
    row::Entity::insert(row::ActiveModel {
        id: Set(intent.id.clone()),
        client_secret: Set(intent.client_secret.clone()),
        idempotency_key: Set(intent.idempotency_key.clone()),
        booking_id: Set(intent.booking_id),
        amount: Set(intent.amount),
        currency: Set(intent.currency.clone()),
        status: Set(intent.status.as_str().to_owned()),
        card_brand: Set(card.as_ref().map(|card| card.brand.clone())),
        card_last4: Set(card.map(|card| card.last4)),
        last_error: Set(intent.last_error.clone()),
        created_at: Set(intent.created_at),
        updated_at: Set(intent.updated_at),
    })
    .exec_without_returning(db)
    .await?;
    Ok(())
}

pub async fn find(db: &impl Connection, id: &str) -> StoreResult<Option<Intent>> {
    row::Entity::find_by_id(id.to_owned())
        .one(db)
        .await?
        .map(from_row)
        .transpose()
}

pub async fn find_by_key(
    db: &impl Connection,
    idempotency_key: &str,
) -> StoreResult<Option<Intent>> {
    let found = row::Entity::find()
        .filter(row::Column::IdempotencyKey.eq(idempotency_key))
        .one(db)
        .await?;
    found.map(from_row).transpose()
}

/// Changes the status of an intent from one of `from` to `to`. Returns `true` only to the caller that changed it, so
/// that a card is never charged twice.
pub async fn advance(
    db: &impl Connection,
    id: &str,
    from: &[IntentStatus],
    to: IntentStatus,
    said: Outcome<'_>,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    let mut moved = row::ActiveModel {
        status: Set(to.as_str().to_owned()),
        last_error: Set(said.error.map(str::to_owned)),
        updated_at: Set(now),
        ..Default::default()
    };
    if let Some(card) = said.card {
        moved.card_brand = Set(Some(card.brand.clone()));
        moved.card_last4 = Set(Some(card.last4.clone()));
    }
    let done = row::Entity::update_many()
        .set(moved)
        .filter(row::Column::Id.eq(id))
        .filter(row::Column::Status.is_in(from.iter().map(|status| status.as_str())))
        .exec(db)
        .await?;
    Ok(done.rows_affected == 1)
}

/// What a status change records: the card that was used, or the error that was shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome<'a> {
    pub card: Option<&'a Card>,
    pub error: Option<&'a str>,
}

/// Finds an intent and locks its row until the transaction ends.
pub async fn find_for_update(tx: &crate::Tx, id: &str) -> StoreResult<Option<Intent>> {
    let held = row::Entity::update_many()
        .col_expr(
            row::Column::Amount,
            sea_orm::sea_query::Expr::col(row::Column::Amount),
        )
        .filter(row::Column::Id.eq(id))
        .exec(tx)
        .await?;
    if held.rows_affected == 0 {
        return Ok(None);
    }
    find(tx, id).await
}

/// Id, amount in minor units and currency of every paid intent.
pub async fn list_captured(db: &impl Connection) -> StoreResult<Vec<(String, i64, String)>> {
    Ok(row::Entity::find()
        .select_only()
        .columns([row::Column::Id, row::Column::Amount, row::Column::Currency])
        .filter(row::Column::Status.eq(IntentStatus::Succeeded.as_str()))
        .into_tuple()
        .all(db)
        .await?)
}
