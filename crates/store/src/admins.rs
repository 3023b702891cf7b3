//! Administrators: who they are, and that the site keeps one.

use domain::account::Role;
use sea_orm::QueryOrder;
use sea_orm::entity::prelude::*;
use uuid::Uuid;

use crate::accounts::row::{Column, Entity};
use crate::accounts::{self, Account};
use crate::{Connection, StoreResult, Tx, counters};

/// Every change that takes an administrator away counts this up first, and so waits for the one before it.
const ADMIN_CHANGES: &str = "admin_changes";

/// All administrators, oldest account first.
pub async fn list(db: &impl Connection) -> StoreResult<Vec<Account>> {
    let rows = Entity::find()
        .filter(Column::Role.eq(Role::Admin.as_str()))
        .order_by_asc(Column::CreatedAt)
        .order_by_asc(Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(Account::try_from).collect()
}

/// Whether another account than this one is an administrator's.
pub async fn has_other(db: &impl Connection, id: Uuid) -> StoreResult<bool> {
    let others = Entity::find()
        .filter(Column::Role.eq(Role::Admin.as_str()))
        .filter(Column::Id.ne(id));
    Ok(others.count(db).await? > 0)
}

/// Whether the site keeps an administrator when this account is deleted or loses its role in this transaction.
/// Until it ends, no other transaction can take an administrator away: of two that leave at once, the second
/// sees what the first has left.
pub async fn may_leave(tx: &Tx, id: Uuid) -> StoreResult<bool> {
    counters::next(tx, ADMIN_CHANGES).await?;
    let account = accounts::find(tx, id).await?;
    let is_admin = account.is_some_and(|account| account.role == Role::Admin);
    Ok(!is_admin || has_other(tx, id).await?)
}
