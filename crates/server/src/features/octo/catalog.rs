//! `GET /octo/capabilities`, `/octo/supplier`, `/octo/products[/{id}]`: who sells what.

use axum::Json;
use axum::extract::{Path, State};
use domain::trek::{Route, Trek};
use uuid::Uuid;

use super::error::{OctoError, OctoResult};
use super::reseller::Reseller;
use super::wire::{Product, Supplier, SupplierContact};
use crate::platform::app::App;

/// The capabilities besides the core: none.
pub(crate) async fn list_capabilities(_reseller: Reseller) -> Json<[(); 0]> {
    Json([])
}

pub(crate) async fn read_supplier(State(app): State<App>, _reseller: Reseller) -> Json<Supplier> {
    let config = &app.config;
    let text = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    // E.164 has no spaces or dashes.
    let telephone = config.contact_phone.as_ref().map(|phone| {
        let digits = phone.chars();
        digits
            .filter(|c| c.is_ascii_digit() || *c == '+')
            .collect::<String>()
    });
    Json(Supplier {
        id: config.public_host(),
        name: config.name.clone(),
        endpoint: format!("{}/octo", config.public_url),
        contact: SupplierContact {
            website: text(&config.public_url),
            email: text(&config.contact_email),
            telephone,
            address: text(&config.company.address),
        },
    })
}

pub(crate) async fn list_products(
    State(app): State<App>,
    _reseller: Reseller,
) -> OctoResult<Json<Vec<Product>>> {
    let treks = store::treks::list(&app.db).await?;
    let sold = treks.iter().filter(|trek| is_sold(trek));
    Ok(Json(sold.map(|trek| Product::new(&app, trek)).collect()))
}

pub(crate) async fn read_product(
    State(app): State<App>,
    _reseller: Reseller,
    Path(id): Path<String>,
) -> OctoResult<Json<Product>> {
    let trek = find_product(&app, &id).await?;
    Ok(Json(Product::new(&app, &trek)))
}

/// Whether resellers see a trek: it is sold by the seat and has a route that travellers see.
fn is_sold(trek: &Trek) -> bool {
    !trek.is_archived() && trek.sold_as.has_departures() && trek.visible_routes().next().is_some()
}

pub(crate) async fn find_product(app: &App, id: &str) -> OctoResult<Trek> {
    let unknown = || OctoError::product(id);
    let trek_id = Uuid::parse_str(id).map_err(|_| unknown())?;
    let trek = store::treks::find(&app.db, trek_id).await?;
    trek.filter(is_sold).ok_or_else(unknown)
}

/// A product and one of its options.
pub(crate) async fn find_option(
    app: &App,
    product_id: &str,
    option_id: &str,
) -> OctoResult<(Trek, Route)> {
    let trek = find_product(app, product_id).await?;
    let route_id = Uuid::parse_str(option_id).unwrap_or_default();
    let route = trek.visible_routes().find(|route| route.id == route_id);
    let route = route.ok_or_else(|| OctoError::option(option_id))?.clone();
    Ok((trek, route))
}
