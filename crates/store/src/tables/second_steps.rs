//! Second steps of logins: the encrypted secret of an authenticator app, the last time step whose code was used, and the
//! hashes of the recovery codes. A second step is on once it was confirmed with a code.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use uuid::Uuid;

use crate::{Connection, StoreResult};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecondStep {
    pub account_id: Uuid,
    /// Encrypted by the server.
    pub secret: Vec<u8>,
    /// `None` until the first code was entered.
    pub confirmed_at: Option<DateTime<Utc>>,
}

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "second_steps")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub account_id: Uuid,
        pub secret: Vec<u8>,
        pub last_step: i64,
        pub created_at: DateTimeUtc,
        pub confirmed_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}
use row::{ActiveModel, Column, Entity, Model};

mod recovery {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "recovery_codes")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub account_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub hash: Vec<u8>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

impl From<Model> for SecondStep {
    fn from(row: Model) -> Self {
        Self {
            account_id: row.account_id,
            secret: row.secret,
            confirmed_at: row.confirmed_at,
        }
    }
}

/// Stores a secret that is not confirmed yet, in place of an earlier one. Returns false if the second step is on.
pub async fn begin(
    db: &impl Connection,
    account_id: Uuid,
    secret: &[u8],
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    let unconfirmed = Entity::delete_many()
        .filter(Column::AccountId.eq(account_id))
        .filter(Column::ConfirmedAt.is_null());
    unconfirmed.exec(db).await?;
    let row = ActiveModel {
        account_id: Set(account_id),
        secret: Set(secret.to_vec()),
        last_step: Set(0),
        created_at: Set(now),
        confirmed_at: Set(None),
    };
    let inserted = Entity::insert(row)
        .on_conflict(
            OnConflict::column(Column::AccountId)
                .do_nothing()
                .to_owned(),
        )
        .exec_without_returning(db)
        .await?;
    Ok(inserted == 1)
}

pub async fn find(db: &impl Connection, account_id: Uuid) -> StoreResult<Option<SecondStep>> {
    let row = Entity::find_by_id(account_id).one(db).await?;
    Ok(row.map(SecondStep::from))
}

/// The second step of an account, if it is on.
pub async fn find_confirmed(
    db: &impl Connection,
    account_id: Uuid,
) -> StoreResult<Option<SecondStep>> {
    let step = find(db, account_id).await?;
    Ok(step.filter(|step| step.confirmed_at.is_some()))
}

/// When the second steps of these accounts were confirmed. Accounts without one are left out.
pub async fn confirmed_at(
    db: &impl Connection,
    account_ids: &[Uuid],
) -> StoreResult<HashMap<Uuid, DateTime<Utc>>> {
    let rows = Entity::find()
        .filter(Column::AccountId.is_in(account_ids.iter().copied()))
        .all(db)
        .await?;
    let confirmed = |row: Model| Some((row.account_id, row.confirmed_at?));
    Ok(rows.into_iter().filter_map(confirmed).collect())
}

/// Turns a second step on. Returns true only to the caller that did; false also if the secret was replaced.
pub async fn confirm(
    db: &impl Connection,
    step: &SecondStep,
    time_step: i64,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    let change = Entity::update_many()
        .col_expr(Column::ConfirmedAt, Expr::value(Some(now)))
        .col_expr(Column::LastStep, Expr::value(time_step))
        .filter(Column::AccountId.eq(step.account_id))
        .filter(Column::ConfirmedAt.is_null())
        .filter(Column::Secret.eq(step.secret.clone()));
    Ok(change.exec(db).await?.rows_affected == 1)
}

/// Marks the code of a time step as used. Returns true only to the first caller: a code can be used once, and none of an
/// earlier time step after it.
pub async fn use_time_step(
    db: &impl Connection,
    step: &SecondStep,
    time_step: i64,
) -> StoreResult<bool> {
    let change = Entity::update_many()
        .col_expr(Column::LastStep, Expr::value(time_step))
        .filter(Column::AccountId.eq(step.account_id))
        .filter(Column::ConfirmedAt.is_not_null())
        .filter(Column::Secret.eq(step.secret.clone()))
        .filter(Column::LastStep.lt(time_step));
    Ok(change.exec(db).await?.rows_affected == 1)
}

/// Replaces the recovery codes of an account.
pub async fn set_recovery_codes(
    db: &impl Connection,
    account_id: Uuid,
    hashes: &[[u8; 32]],
) -> StoreResult<()> {
    delete_recovery_codes(db, account_id).await?;
    let row = |hash: &[u8; 32]| recovery::ActiveModel {
        account_id: Set(account_id),
        hash: Set(hash.to_vec()),
    };
    recovery::Entity::insert_many(hashes.iter().map(row))
        .exec_without_returning(db)
        .await?;
    Ok(())
}

async fn delete_recovery_codes(db: &impl Connection, account_id: Uuid) -> StoreResult<()> {
    let all = recovery::Entity::delete_many().filter(recovery::Column::AccountId.eq(account_id));
    all.exec(db).await?;
    Ok(())
}

/// The number of recovery codes that were not used.
pub async fn count_recovery_codes(db: &impl Connection, account_id: Uuid) -> StoreResult<u64> {
    let own = recovery::Entity::find().filter(recovery::Column::AccountId.eq(account_id));
    Ok(own.count(db).await?)
}

/// Deletes a recovery code on its use. Returns true only to the caller that deleted it.
pub async fn take_recovery_code(
    db: &impl Connection,
    account_id: Uuid,
    hash: &[u8; 32],
) -> StoreResult<bool> {
    let one = recovery::Entity::delete_by_id((account_id, hash.to_vec()));
    Ok(one.exec(db).await?.rows_affected == 1)
}

/// Removes the second step and its recovery codes. Returns true only to the caller that removed it.
pub async fn remove(db: &impl Connection, account_id: Uuid) -> StoreResult<bool> {
    let removed = Entity::delete_by_id(account_id).exec(db).await?;
    delete_recovery_codes(db, account_id).await?;
    Ok(removed.rows_affected == 1)
}
