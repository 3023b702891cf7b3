//! Adds the index of the routes that have a departure on sale. It has every column that the filters of the trek list
//! read, so that they skip from route to route without a look at the departures.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let columns = [
            "kind",
            "trek_id",
            "route_id",
            "state",
            "is_guaranteed",
            "start_date",
            "cutoff_days",
            "pool_id",
        ];
        let mut index = Index::create()
            .name("departures_by_route")
            .table("departures")
            .to_owned();
        for column in columns {
            index.col(column);
        }
        manager.create_index(index).await
    }
}
