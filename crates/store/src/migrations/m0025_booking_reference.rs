//! A reference for every booking, as `KD-1207`: what people read out on the telephone instead of an id.

use domain::booking::Booking;
use domain::booking_search::search_text;
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;
use sea_orm_migration::sea_orm::entity::prelude::*;
use sea_orm_migration::sea_orm::{EntityTrait, QueryOrder, QuerySelect};

#[derive(DeriveMigrationName)]
pub struct Migration;

/// The columns that it reads and writes, as they are at this step.
mod row {
    use sea_orm_migration::sea_orm;
    use sea_orm_migration::sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "bookings")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        #[sea_orm(column_type = "Text", nullable)]
        pub reference: Option<String>,
        #[sea_orm(column_type = "JsonBinary")]
        pub document: Json,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

mod search_row {
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
/// The setting's default: settings are not known here.
const PREFIX: &str = "KD";
const BEGIN_AFTER: i64 = 1000;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = Table::alter()
            .table("bookings")
            .add_column(text_null("reference"))
            .to_owned();
        manager.alter_table(column).await?;
        let numbered = number(manager).await?;
        let unique = Index::create()
            .name("bookings_by_reference")
            .table("bookings")
            .col("reference")
            .unique()
            .to_owned();
        manager.create_index(unique).await?;
        if numbered == 0 {
            // A backup that is restored into an empty database brings its own counter.
            return Ok(());
        }
        let counter = Query::insert()
            .into_table("counters")
            .columns(["name", "value"])
            .values_panic(["booking-reference".into(), numbered.into()])
            .to_owned();
        manager.execute(counter).await
    }
}

/// In the order of their ids, which is the order in which they were made.
async fn number(manager: &SchemaManager<'_>) -> Result<i64, DbErr> {
    let db = manager.get_connection();
    let (mut after, mut numbered) = (Uuid::nil(), 0);
    loop {
        let rows = row::Entity::find()
            .filter(row::Column::Id.gt(after))
            .order_by_asc(row::Column::Id)
            .limit(BATCH_SIZE)
            .all(db)
            .await?;
        let Some(last) = rows.last() else {
            return Ok(numbered);
        };
        after = last.id;
        for mut row in rows {
            numbered += 1;
            let reference = format!("{PREFIX}-{}", BEGIN_AFTER + numbered);
            row.document["reference"] = reference.clone().into();
            let booking: Booking = serde_json::from_value(row.document.clone())
                .map_err(|error| DbErr::Custom(format!("booking {}: {error}", row.id)))?;
            search_row::Entity::update_many()
                .col_expr(search_row::Column::Text, Expr::value(search_text(&booking)))
                .filter(search_row::Column::BookingId.eq(row.id))
                .exec(db)
                .await?;
            row::Entity::update_many()
                .col_expr(row::Column::Reference, Expr::value(reference))
                .col_expr(row::Column::Document, Expr::value(row.document))
                .filter(row::Column::Id.eq(row.id))
                .exec(db)
                .await?;
        }
    }
}
