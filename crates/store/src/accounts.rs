//! People who can sign in. One address is one account, whatever its case.

use chrono::{DateTime, Utc};
use domain::account::{Email, Role};
use sea_orm::entity::prelude::*;
use sea_orm::{ActiveValue::Set, IntoActiveModel};
use uuid::Uuid;

use crate::{Connection, StoreError, StoreResult};

/// An account as the stories see it; its password hash never leaves with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub id: Uuid,
    pub name: String,
    pub email: Email,
    pub role: Role,
    pub phone: Option<String>,
    pub nationality: Option<String>,
    pub emergency_contact: Option<String>,
    /// What the traveller prefers, as the client wrote it.
    pub preferences: serde_json::Map<String, serde_json::Value>,
    pub created_at: DateTime<Utc>,
}

pub(crate) mod row {
    use sea_orm::entity::prelude::*;

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "accounts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub name: String,
        pub email: String,
        pub email_key: String,
        pub role: String,
        pub password_hash: Option<String>,
        pub phone: String,
        pub nationality: String,
        pub emergency_contact: String,
        pub preferences: String,
        pub created_at: DateTimeUtc,
        #[sea_orm(has_many)]
        pub sessions: HasMany<crate::sessions::row::Entity>,
    }

    impl ActiveModelBehavior for ActiveModel {}
}
use row::{Column, Entity, Model};
