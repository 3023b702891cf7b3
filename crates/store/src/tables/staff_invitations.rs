//! Invitations of staff. An invitation is open until it is accepted or withdrawn; after `expires_at` it can only be sent
//! again or withdrawn.

use chrono::{DateTime, Utc};
use domain::account::{Email, Role};
use sea_orm::ActiveValue::Set;
use sea_orm::QueryOrder;
use sea_orm::entity::prelude::*;
use uuid::Uuid;

use crate::{Connection, StoreError, StoreResult};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StaffInvitation {
    pub id: Uuid,
    pub email: Email,
    pub role: Role,
    /// The name of the administrator who sent it.
    pub invited_by: String,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub accepted_at: Option<DateTime<Utc>>,
    pub withdrawn_at: Option<DateTime<Utc>>,
}

impl StaffInvitation {
    /// Whether it can be accepted.
    #[must_use]
    pub fn is_valid(&self, now: DateTime<Utc>) -> bool {
        self.accepted_at.is_none() && self.withdrawn_at.is_none() && now < self.expires_at
    }
}

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "staff_invitations")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub email: String,
        #[sea_orm(column_type = "Text")]
        pub email_key: String,
        #[sea_orm(column_type = "Text")]
        pub role: String,
        #[sea_orm(column_type = "Text")]
        pub invited_by: String,
        pub created_at: DateTimeUtc,
        pub expires_at: DateTimeUtc,
        pub accepted_at: Option<DateTimeUtc>,
        pub withdrawn_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}
use row::{ActiveModel, Column, Entity, Model};

impl TryFrom<Model> for StaffInvitation {
    type Error = StoreError;

    fn try_from(row: Model) -> StoreResult<Self> {
        let broken =
            |what: &str| StoreError::Failed(format!("invitation {} has a broken {what}", row.id));
        Ok(Self {
            id: row.id,
            email: Email::parse(&row.email).map_err(|_| broken("address"))?,
            role: Role::parse(&row.role).ok_or_else(|| broken("role"))?,
            invited_by: row.invited_by,
            created_at: row.created_at,
            expires_at: row.expires_at,
            accepted_at: row.accepted_at,
            withdrawn_at: row.withdrawn_at,
        })
    }
}

/// Stores an invitation. Fails with [`StoreError::Taken`] if its address has an open one.
pub async fn insert(db: &impl Connection, invitation: &StaffInvitation) -> StoreResult<()> {
    let row = ActiveModel {
        id: Set(invitation.id),
        email: Set(invitation.email.as_str().to_owned()),
        email_key: Set(invitation.email.key().to_owned()),
        role: Set(invitation.role.as_str().to_owned()),
        invited_by: Set(invitation.invited_by.clone()),
        created_at: Set(invitation.created_at),
        expires_at: Set(invitation.expires_at),
        accepted_at: Set(invitation.accepted_at),
        withdrawn_at: Set(invitation.withdrawn_at),
    };
    Entity::insert(row).exec_without_returning(db).await?;
    Ok(())
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<StaffInvitation>> {
    let row = Entity::find_by_id(id).one(db).await?;
    row.map(StaffInvitation::try_from).transpose()
}

fn open() -> sea_orm::Condition {
    sea_orm::Condition::all()
        .add(Column::AcceptedAt.is_null())
        .add(Column::WithdrawnAt.is_null())
}

/// The open invitations, newest first.
pub async fn list_open(db: &impl Connection) -> StoreResult<Vec<StaffInvitation>> {
    let rows = Entity::find()
        .filter(open())
        .order_by_desc(Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(StaffInvitation::try_from).collect()
}

/// Marks an open invitation that has not expired as accepted. Returns true only to the caller that did.
pub async fn accept(db: &impl Connection, id: Uuid, now: DateTime<Utc>) -> StoreResult<bool> {
    let change = Entity::update_many()
        .col_expr(Column::AcceptedAt, Expr::value(Some(now)))
        .filter(Column::Id.eq(id))
        .filter(open())
        .filter(Column::ExpiresAt.gt(now));
    Ok(change.exec(db).await?.rows_affected == 1)
}

/// Withdraws an open invitation. Returns true only to the caller that did.
pub async fn withdraw(db: &impl Connection, id: Uuid, now: DateTime<Utc>) -> StoreResult<bool> {
    let change = Entity::update_many()
        .col_expr(Column::WithdrawnAt, Expr::value(Some(now)))
        .filter(Column::Id.eq(id))
        .filter(open());
    Ok(change.exec(db).await?.rows_affected == 1)
}

/// Extends an open invitation. Returns false if it is not open any more.
pub async fn extend(
    db: &impl Connection,
    id: Uuid,
    expires_at: DateTime<Utc>,
) -> StoreResult<bool> {
    let change = Entity::update_many()
        .col_expr(Column::ExpiresAt, Expr::value(expires_at))
        .filter(Column::Id.eq(id))
        .filter(open());
    Ok(change.exec(db).await?.rows_affected == 1)
}

/// Deletes the invitations of an address, whose account was deleted.
pub async fn delete_for(db: &impl Connection, email: &Email) -> StoreResult<u64> {
    let all = Entity::delete_many().filter(Column::EmailKey.eq(email.key()));
    Ok(all.exec(db).await?.rows_affected)
}

/// Deletes the invitations that were accepted, withdrawn or expired before `moment`, and returns their number.
pub async fn delete_ended_before(db: &impl Connection, moment: DateTime<Utc>) -> StoreResult<u64> {
    let ended = sea_orm::Condition::any()
        .add(Column::AcceptedAt.lt(moment))
        .add(Column::WithdrawnAt.lt(moment))
        .add(Column::ExpiresAt.lt(moment));
    let all = Entity::delete_many().filter(ended);
    Ok(all.exec(db).await?.rows_affected)
}
