//! The trek document that an administrator sends, and its application to a stored trek (decisions §10 "Trek PUT").
//!
//! A required field that is missing or blank is reported. A missing optional field keeps its value.

use domain::itinerary::{Coordinates, Day, Place, Route};
use domain::money::Money;
use domain::problem::Problem;
use domain::trek::{Images, Trek};
use serde::{Deserialize, Serialize};
use serde_json::Number;
use utoipa::ToSchema;
use uuid::Uuid;

use super::document_reader::Reader;
use super::document_terms::{PaymentDetailsDocument, terms};
use super::{wire, wire_day};

/// The server sets `price`, `noOfRoutes`, `currency` and timestamps, and ignores them here.
#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrekDocument {
    /// The version that this document replaces. Without it the save is unconditional.
    pub version: Option<i64>,
    pub name: Option<String>,
    pub description: Option<String>,
    pub location: Option<String>,
    pub features: Option<Vec<String>>,
    pub images: Option<ImagesDocument>,
    pub routes: Option<Vec<RouteDocument>>,
    #[schema(value_type = Option<wire::Place>)]
    pub starting_place: Option<PlaceDocument>,
    #[schema(value_type = Option<wire::Place>)]
    pub ending_place: Option<PlaceDocument>,
    pub payment_details: Option<PaymentDetailsDocument>,
    pub difficulty: Option<String>,
    pub best_seasons: Option<Vec<String>>,
    pub region: Option<String>,
    pub included: Option<Vec<String>>,
    pub not_included: Option<Vec<String>>,
    /// private, departures or both.
    pub sold_as: Option<String>,
    #[schema(value_type = Option<u32>)]
    pub minimum_notice_days: Option<i64>,
}

#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ImagesDocument {
    pub banner_image: Option<String>,
    pub secondary_images: Option<Vec<String>>,
}

#[derive(Debug, Clone, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PlaceDocument {
    pub name: Option<String>,
    pub coordinates: Option<Coordinates>,
}

#[derive(Debug, Clone, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RouteDocument {
    /// Id of the route that this one replaces. A route with an unknown id is new.
    #[serde(rename = "_id")]
    pub id: Option<String>,
    pub name: Option<String>,
    pub description: Option<String>,
    #[schema(value_type = Option<f64>)]
    pub price_per_head: Option<Number>,
    #[schema(value_type = Option<u32>)]
    pub number_of_days: Option<i64>,
    #[schema(value_type = Option<u32>)]
    pub number_of_nights: Option<i64>,
    pub is_visible: Option<bool>,
    #[schema(value_type = Option<Vec<wire_day::Day>>)]
    pub daily_activities: Option<Vec<Day>>,
}

/// The stored trek with the document applied, and the errors of the document.
pub struct Applied {
    pub trek: Trek,
    /// Required fields that are missing. The check of the trek finds blank ones.
    pub absent: Vec<String>,
    /// Numbers that are not a valid price, percentage or count.
    pub problems: Vec<Problem>,
}

impl TrekDocument {
    /// Applies the document to `stored`. `new_id` creates the ids of new routes.
    pub fn apply(self, stored: &Trek, new_id: impl Fn() -> Uuid) -> Applied {
        let mut reader = Reader {
            currency: stored.currency,
            absent: Vec::new(),
            problems: Vec::new(),
        };
        let images = self.images.unwrap_or_default();
        let trek = Trek {
            name: self.name.unwrap_or_default().trim().to_owned(),
            description: self.description.unwrap_or_default(),
            location: self.location.unwrap_or_else(|| stored.location.clone()),
            features: without_duplicates(reader.required("features", self.features)),
            images: Images {
                banner_image: images.banner_image.unwrap_or_default(),
                secondary_images: reader
                    .required("images.secondaryImages", images.secondary_images),
            },
            starting_place: place(self.starting_place, &stored.starting_place),
            ending_place: place(self.ending_place, &stored.ending_place),
            payment_details: terms(&mut reader, self.payment_details, &stored.payment_details),
            difficulty: optional_line(self.difficulty, stored.difficulty.as_ref()),
            best_seasons: self
                .best_seasons
                .unwrap_or_else(|| stored.best_seasons.clone()),
            region: optional_line(self.region, stored.region.as_ref()),
            included: optional_lines(self.included, &stored.included),
            not_included: optional_lines(self.not_included, &stored.not_included),
            sold_as: reader.sold_as(self.sold_as.as_deref(), stored.sold_as),
            minimum_notice_days: self
                .minimum_notice_days
                .map_or(stored.minimum_notice_days, Reader::count),
            routes: routes(&mut reader, self.routes, &stored.routes, new_id),
            ..stored.clone()
        };
        Applied {
            trek,
            absent: reader.absent,
            problems: reader.problems,
        }
    }
}

fn routes(
    reader: &mut Reader,
    documents: Option<Vec<RouteDocument>>,
    stored: &[Route],
    new_id: impl Fn() -> Uuid,
) -> Vec<Route> {
    let documents = reader.required("routes", documents);
    let apply = |(index, document): (usize, RouteDocument)| {
        let replaced = document.replaces(stored, index);
        document.apply(reader, &format!("routes[{index}]"), replaced, &new_id)
    };
    documents.into_iter().enumerate().map(apply).collect()
}

/// A blank text removes the value.
fn optional_line(document: Option<String>, stored: Option<&String>) -> Option<String> {
    match document {
        Some(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        None => stored.cloned(),
    }
}

/// Drops blank lines and duplicates.
fn optional_lines(document: Option<Vec<String>>, stored: &[String]) -> Vec<String> {
    let Some(lines) = document else {
        return stored.to_vec();
    };
    let mut kept: Vec<String> = Vec::new();
    for line in lines {
        let line = line.trim();
        if !line.is_empty() && kept.iter().all(|other| other != line) {
            kept.push(line.to_owned());
        }
    }
    kept
}

fn place(document: Option<PlaceDocument>, stored: &Place) -> Place {
    let document = document.unwrap_or_default();
    Place {
        name: document.name.unwrap_or_default(),
        coordinates: document.coordinates.unwrap_or(stored.coordinates),
    }
}

impl RouteDocument {
    /// Finds the replaced route by id. Without an id it is the route at the same index, if it has the same name.
    fn replaces<'a>(&self, stored: &'a [Route], index: usize) -> Option<&'a Route> {
        match &self.id {
            Some(id) => {
                let id = Uuid::parse_str(id).ok()?;
                stored.iter().find(|route| route.id == id)
            }
            None => stored
                .get(index)
                .filter(|route| Some(&route.name) == self.name.as_ref()),
        }
    }

    fn apply(
        self,
        reader: &mut Reader,
        path: &str,
        stored: Option<&Route>,
        new_id: impl Fn() -> Uuid,
    ) -> Route {
        let price_field = format!("{path}.pricePerHead");
        let price_per_head = match &self.price_per_head {
            Some(number) => reader.money(&price_field, number),
            None => {
                reader.absent.push(price_field);
                Money::ZERO
            }
        };
        let number_of_days = reader.required(&format!("{path}.numberOfDays"), self.number_of_days);
        let number_of_days = Reader::count(number_of_days);
        let nights = self
            .number_of_nights
            .map(|nights| reader.nights(path, nights));
        let days = format!("{path}.dailyActivities");
        Route {
            id: stored.map_or_else(new_id, |route| route.id),
            name: self.name.unwrap_or_default().trim().to_owned(),
            description: self.description.unwrap_or_default(),
            price_per_head,
            number_of_days,
            number_of_nights: nights.unwrap_or_else(|| {
                let kept = stored.filter(|route| route.number_of_days == number_of_days);
                kept.map_or(number_of_days.saturating_sub(1), |route| {
                    route.number_of_nights
                })
            }),
            is_visible: self
                .is_visible
                .unwrap_or_else(|| stored.is_none_or(|route| route.is_visible)),
            daily_activities: keep_altitudes(
                with_features_once(reader.required(&days, self.daily_activities)),
                stored
                    .map(|route| route.daily_activities.as_slice())
                    .unwrap_or_default(),
            ),
        }
    }
}

fn with_features_once(mut days: Vec<Day>) -> Vec<Day> {
    for day in &mut days {
        let features = std::mem::take(&mut day.accommodation.features);
        day.accommodation.features = without_duplicates(features);
    }
    days
}

/// Drops duplicates and keeps the order.
fn without_duplicates(features: Vec<String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::with_capacity(features.len());
    for feature in features {
        if !kept.iter().any(|known| known.trim() == feature.trim()) {
            kept.push(feature);
        }
    }
    kept
}

/// The client of the documents sends no altitudes: a waypoint at the same index with the same name keeps its own.
fn keep_altitudes(mut days: Vec<Day>, stored: &[Day]) -> Vec<Day> {
    for (day, before) in days.iter_mut().zip(stored) {
        for (waypoint, before) in day.waypoints.iter_mut().zip(&before.waypoints) {
            if waypoint.name == before.name {
                waypoint.altitude = waypoint.altitude.or(before.altitude);
            }
        }
    }
    days
}
