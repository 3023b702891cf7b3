//! What the agency looks for among its bookings, and the mails that went out for them.

use domain::booking::Booking;
use domain::booking_search::search_text;
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;
use sea_orm_migration::sea_orm::entity::prelude::*;
use sea_orm_migration::sea_orm::{EntityTrait, QueryOrder, QuerySelect};

#[derive(DeriveMigrationName)]
pub struct Migration;

/// The columns that the search is made of, as they are at this step.
mod row {
    use sea_orm_migration::sea_orm;
    use sea_orm_migration::sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "bookings")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub search_key: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub document: Json,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

const AT_ONCE: u64 = 500;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let search_key = Table::alter()
            .table("bookings")
            .add_column(text("search_key").default(""))
            .to_owned();
        manager.alter_table(search_key).await?;
        fill(manager).await?;
        manager.create_table(booking_mails()).await?;
        for (name, table, column) in [
            ("bookings_by_age", "bookings", "created_at"),
            ("mails_of_booking", "booking_mails", "booking_id"),
        ] {
            let index = Index::create()
                .name(name)
                .table(table)
                .col(column)
                .to_owned();
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

/// Bookings of before are found too.
async fn fill(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let db = manager.get_connection();
    let mut after = Uuid::nil();
    loop {
        let rows = row::Entity::find()
            .filter(row::Column::Id.gt(after))
            .order_by_asc(row::Column::Id)
            .limit(AT_ONCE)
            .all(db)
            .await?;
        let Some(last) = rows.last() else {
            return Ok(());
        };
        after = last.id;
        for row in rows {
            let booking: Booking = serde_json::from_value(row.document)
                .map_err(|error| DbErr::Custom(format!("booking {}: {error}", row.id)))?;
            row::Entity::update_many()
                .col_expr(row::Column::SearchKey, Expr::value(search_text(&booking)))
                .filter(row::Column::Id.eq(row.id))
                .exec(db)
                .await?;
        }
    }
}

/// Its id is that of the job: a mail that was sent twice stands here once.
fn booking_mails() -> TableCreateStatement {
    Table::create()
        .table("booking_mails")
        .col(uuid("id").primary_key())
        .col(uuid("booking_id"))
        .col(text("kind"))
        .col(timestamp_with_time_zone("sent_at"))
        .to_owned()
}
