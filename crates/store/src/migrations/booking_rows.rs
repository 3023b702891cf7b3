//! Rows of `bookings` and `booking_search` for migrations that fill columns. It has only columns that exist since the
//! first of these migrations and never change.

use domain::booking::Booking;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::entity::prelude::*;
use sea_orm_migration::sea_orm::{EntityTrait, QueryOrder, QuerySelect};

pub(super) mod row {
    use sea_orm_migration::sea_orm;
    use sea_orm_migration::sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "bookings")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        #[sea_orm(column_type = "JsonBinary")]
        pub document: Json,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

pub(super) mod search_row {
    use sea_orm_migration::sea_orm;
    use sea_orm_migration::sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "booking_search")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub booking_id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub text: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

const BATCH_SIZE: u64 = 500;

/// The next batch of rows after an id, in the order of their ids, which is the order of creation.
pub(super) async fn batch_after(
    manager: &SchemaManager<'_>,
    id: Uuid,
) -> Result<Vec<row::Model>, DbErr> {
    row::Entity::find()
        .filter(row::Column::Id.gt(id))
        .order_by_asc(row::Column::Id)
        .limit(BATCH_SIZE)
        .all(manager.get_connection())
        .await
}

impl row::Model {
    pub(super) fn booking(&self) -> Result<Booking, DbErr> {
        serde_json::from_value(self.document.clone())
            .map_err(|error| DbErr::Custom(format!("booking {}: {error}", self.id)))
    }
}
