//! Structured data of the pages (schema.org): agency, trip, article, questions, breadcrumbs.

use domain::review::{MAX_RATING, MIN_RATING};
use serde_json::{Value, json};

use super::body::QUESTIONS;
use super::dates;
use super::head::{absolute, picture};
use crate::features::blog::wire::Blog;
use crate::features::branding::Site;
use crate::features::departure::wire::{Availability, Departure};
use crate::features::review::wire::{PublicReview, PublicReviewList};
use crate::features::trek::wire::{SoldAs, Trek};
use crate::features::trek::wire_summary::TrekSummary;
use crate::platform::config::Config;
use crate::site::routes;

/// Reference to the agency in other objects.
fn agency_id(config: &Config) -> Value {
    json!({"@id": absolute(config, "/#agency")})
}

pub fn agency(config: &Config) -> Value {
    let mut agency = json!({
        "@type": "TravelAgency",
        "@id": absolute(config, "/#agency"),
        "name": config.name,
        "url": absolute(config, "/"),
        "email": config.contact_email,
    });
    let texts = [
        ("telephone", config.contact_phone.as_deref()),
        ("legalName", Some(config.company.name.as_str())),
        ("address", Some(config.company.address.as_str())),
    ];
    for (name, text) in texts {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            agency[name] = text.into();
        }
    }
    agency
}

pub fn web_site(config: &Config) -> Value {
    json!({
        "@type": "WebSite",
        "name": config.name,
        "url": absolute(config, "/"),
        "publisher": agency_id(config),
    })
}

/// Breadcrumbs from home to the page: names and paths.
pub fn breadcrumbs(config: &Config, steps: &[(&str, &str)]) -> Value {
    let home = [("Home", "/")];
    let items: Vec<Value> = home
        .iter()
        .chain(steps)
        .enumerate()
        .map(|(index, (name, path))| {
            json!({
                "@type": "ListItem",
                "position": index + 1,
                "name": name,
                "item": absolute(config, path),
            })
        })
        .collect();
    json!({"@type": "BreadcrumbList", "itemListElement": items})
}

pub fn questions(site: &Site) -> Value {
    let entry = |question: &str, answer: &str| {
        json!({
            "@type": "Question",
            "name": question,
            "acceptedAnswer": {"@type": "Answer", "text": answer},
        })
    };
    let entries: Vec<Value> = match &site.questions {
        Some(own) => own
            .iter()
            .map(|one| entry(&one.question, &one.plain))
            .collect(),
        None => QUESTIONS
            .iter()
            .map(|one| entry(&one.question, &one.answer))
            .collect(),
    };
    json!({"@type": "FAQPage", "mainEntity": entries})
}

pub fn trek_list(config: &Config, treks: &[TrekSummary]) -> Value {
    let items: Vec<Value> = treks
        .iter()
        .take(MAX_LISTED)
        .enumerate()
        .map(|(index, trek)| {
            json!({
                "@type": "ListItem",
                "position": index + 1,
                "name": trek.name,
                "url": absolute(config, &routes::page("package").path_of(trek.id)),
            })
        })
        .collect();
    json!({"@type": "ItemList", "itemListElement": items})
}

/// The sitemap lists all treks.
const MAX_LISTED: usize = 50;

/// Search engines need no more offers of a trek.
const MAX_DEPARTURES: usize = 50;

/// A trip for sale: one offer per route where private dates are sold, one per departure, and the start and end of the
/// trek. The rating is that of the approved reviews only.
pub fn trip(
    config: &Config,
    trek: &Trek,
    departures: &[Departure],
    reviews: &PublicReviewList,
) -> Value {
    let url = absolute(config, &routes::page("package").path_of(trek.id));
    let has_private_dates = !matches!(trek.sold_as, SoldAs::Departures);
    let routes = trek.routes.iter().filter(|_| has_private_dates);
    let offers = routes.map(|route| {
        json!({
            "@type": "Offer",
            "name": route.name,
            "price": route.price_per_head,
            "priceCurrency": trek.currency,
            "availability": "https://schema.org/InStock",
            "url": url,
        })
    });
    let dated = departures.iter().filter_map(|departure| {
        let availability = match departure.availability {
            Availability::Available => "InStock",
            Availability::Limited => "LimitedAvailability",
            Availability::SoldOut => "SoldOut",
            Availability::Closed => return None,
        };
        let route = trek
            .routes
            .iter()
            .find(|route| route.id == departure.route_id)?;
        let dates = dates::days_text(departure.start_date, departure.end_date);
        Some(json!({
            "@type": "Offer",
            "name": format!("{}, {dates}", route.name),
            "price": departure.price_per_head.as_ref().unwrap_or(&route.price_per_head),
            "priceCurrency": trek.currency,
            "availability": format!("https://schema.org/{availability}"),
            "url": format!("{url}?departure={}", departure.id),
            "itemOffered": {
                "@type": "TouristTrip",
                "name": trek.name,
                "departureTime": departure.start_date,
                "arrivalTime": departure.end_date,
            },
        }))
    });
    let offers: Vec<Value> = offers.chain(dated.take(MAX_DEPARTURES)).collect();
    let images = std::iter::once(&trek.images.banner_image).chain(&trek.images.secondary_images);
    let place = |name: &str, at: &crate::features::trek::wire::Coordinates| {
        json!({
            "@type": "Place",
            "name": name,
            "geo": {"@type": "GeoCoordinates", "latitude": at.latitude, "longitude": at.longitude},
        })
    };
    let (start, end) = (&trek.starting_place, &trek.ending_place);
    let lists = [
        ("Included", &trek.included),
        ("Not included", &trek.not_included),
    ];
    let properties: Vec<Value> = lists
        .into_iter()
        .filter(|(_, lines)| !lines.is_empty())
        .map(|(name, lines)| {
            json!({"@type": "PropertyValue", "name": name, "value": lines.join("; ")})
        })
        .collect();
    let mut trip = json!({
        "@type": ["TouristTrip", "Product"],
        "@id": url,
        "url": url,
        "name": trek.name,
        "description": trek.description,
        "image": images.filter_map(|image| picture(config, image)).collect::<Vec<_>>(),
        "itinerary": [
            place(&start.name, &start.coordinates),
            place(&end.name, &end.coordinates),
        ],
        "offers": offers,
        "additionalProperty": properties,
        "provider": agency_id(config),
        "brand": agency_id(config),
    });
    if let Some(average) = &reviews.average {
        trip["aggregateRating"] = json!({
            "@type": "AggregateRating",
            "ratingValue": average,
            "reviewCount": reviews.total,
            "bestRating": MAX_RATING,
            "worstRating": MIN_RATING,
        });
        trip["review"] = reviews.reviews.iter().map(review).collect();
    }
    trip
}

fn review(review: &PublicReview) -> Value {
    let mut thing = json!({
        "@type": "Review",
        "name": review.title,
        "reviewBody": review.text,
        "reviewRating": {
            "@type": "Rating",
            "ratingValue": review.rating,
            "bestRating": MAX_RATING,
            "worstRating": MIN_RATING,
        },
    });
    if !review.name.is_empty() {
        thing["author"] = json!({"@type": "Person", "name": review.name});
    }
    thing
}

pub fn article(config: &Config, blog: &Blog) -> Value {
    let url = absolute(config, &routes::page("blog").path_of(blog.id));
    let images = [&blog.banner, &blog.thumbnail];
    let mut article = json!({
        "@type": "BlogPosting",
        "@id": url,
        "mainEntityOfPage": url,
        "headline": blog.title,
        "description": blog.description,
        "image": images.iter().filter_map(|image| picture(config, image)).collect::<Vec<_>>(),
        "datePublished": blog.published_on.unwrap_or(blog.created_at),
        "keywords": blog.tags,
        "author": agency_id(config),
        "publisher": agency_id(config),
    });
    if let Some(category) = &blog.category {
        article["articleSection"] = category.as_str().into();
    }
    article
}
