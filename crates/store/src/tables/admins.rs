//! Queries about administrators and others with a role, and the rule that the site always keeps at least one.

use domain::account::Role;
use sea_orm::QueryOrder;
use sea_orm::entity::prelude::*;
use uuid::Uuid;

use crate::accounts::row::{Column, Entity};
use crate::accounts::{self, Account};
use crate::{Connection, StoreResult, Tx, counters};

/// Counter that every transaction increments before it removes an administrator. Such transactions therefore run one
/// after the other.
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

/// All administrators, staff and guides, oldest account first.
pub async fn list_with_role(db: &impl Connection) -> StoreResult<Vec<Account>> {
    let rows = Entity::find()
        .filter(Column::Role.ne(Role::User.as_str()))
        .order_by_asc(Column::CreatedAt)
        .order_by_asc(Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(Account::try_from).collect()
}

/// Whether an administrator other than this account exists.
pub async fn has_other(db: &impl Connection, id: Uuid) -> StoreResult<bool> {
    let others = Entity::find()
        .filter(Column::Role.eq(Role::Admin.as_str()))
        .filter(Column::Id.ne(id));
    Ok(others.count(db).await? > 0)
}

/// Whether the site still has an administrator after this transaction deletes or demotes this account. Until the
/// transaction ends, no other transaction can remove an administrator. When two administrators leave at the same
/// time, the second one is therefore refused.
pub async fn can_remove(tx: &Tx, id: Uuid) -> StoreResult<bool> {
    counters::next(tx, ADMIN_CHANGES).await?;
    let account = accounts::find(tx, id).await?;
    let is_admin = account.is_some_and(|account| account.role == Role::Admin);
    Ok(!is_admin || has_other(tx, id).await?)
}
