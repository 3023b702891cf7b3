//! Validation rules of a trek, each broken separately.

use domain::itinerary::TransportMode;
use domain::money::Money;
use domain::trek::Trek;
use uuid::Uuid;

use crate::sample::trek;

/// Field and message of each problem that a change causes.
pub fn problems(change: impl FnOnce(&mut Trek)) -> Vec<(String, String)> {
    let mut trek = trek();
    change(&mut trek);
    let problems = trek.check().into_iter();
    problems.map(|p| (p.field, p.message)).collect()
}

pub fn assert_one(field: &str, message: &str, change: impl FnOnce(&mut Trek)) {
    assert_eq!(problems(change), one(field, message));
}

fn one(field: &str, message: &str) -> Vec<(String, String)> {
    vec![(field.to_owned(), message.to_owned())]
}

fn items(count: usize) -> Vec<String> {
    (0..count).map(|n| format!("Item {n}")).collect()
}

#[test]
fn a_valid_trek_has_no_problems() {
    let trek = trek();
    assert_eq!(trek.check(), []);
    assert_eq!(trek.missing_fields(), [""; 0]);
    assert!(trek.route_structure_ok());
}

// TREKADM-43 TREKADM-45 TREKADM-49 TREKADM-50 TREKADM-53 TREKADM-56 TREKADM-57 TREKADM-61 TREKADM-93 TREKADM-94
// TREKADM-95 TREKADM-96: required texts.
#[test]
fn every_blank_required_text_is_named_with_its_path() {
    let mut trek = trek();
    for text in [
        &mut trek.name,
        &mut trek.description,
        &mut trek.images.banner_image,
        &mut trek.starting_place.name,
        &mut trek.ending_place.name,
    ] {
        *text = " ".to_owned();
    }
    let route = &mut trek.routes[2];
    route.name = String::new();
    route.description = "  ".to_owned();
    let day = &mut route.daily_activities[1];
    day.waypoints[1].name = String::new();
    day.connections[0].description = String::new();
    day.connections[0].transport_mode = TransportMode::Custom;
    day.accommodation.title = String::new();
    day.accommodation.description = String::new();
    let day = "routes[2].dailyActivities[1]";
    let expected = [
        "name".to_owned(),
        "description".to_owned(),
        "images.bannerImage".to_owned(),
        "startingPlace.name".to_owned(),
        "endingPlace.name".to_owned(),
        "routes[2].name".to_owned(),
        "routes[2].description".to_owned(),
        format!("{day}.waypoints[1].name"),
        format!("{day}.connections[0].description"),
        format!("{day}.connections[0].customTransportType"),
        format!("{day}.accommodation.title"),
        format!("{day}.accommodation.description"),
    ];
    assert_eq!(trek.missing_fields(), expected);
    assert_eq!(trek.check().len(), expected.len());
    assert!(trek.route_structure_ok());
}

// TREKADM-44 TREKADM-46 TREKADM-64 TREKADM-66: features and images of a trek.
#[test]
fn a_trek_needs_features_and_secondary_images_within_limits() {
    let feature = "At least one feature is required";
    assert_one("features", feature, |t| t.features.clear());
    assert_one("features", feature, |t| t.features = vec![" ".to_owned()]);
    let most = "Maximum 10 features allowed";
    assert_one("features", most, |t| t.features = items(11));
    assert_eq!(problems(|t| t.features = items(10)), []);
    let image = "At least one secondary image is required. Please upload one.";
    let field = "images.secondaryImages";
    assert_one(field, image, |t| t.images.secondary_images.clear());
    let most = "Maximum 20 secondary images allowed";
    let pictures = |count: usize| vec!["/pictures/a.svg".to_owned(); count];
    assert_one(field, most, |t| t.images.secondary_images = pictures(21));
    assert_eq!(problems(|t| t.images.secondary_images = pictures(20)), []);
}

// TREKADM-48 TREKADM-51: routes and their days.
#[test]
fn a_trek_needs_routes_with_all_their_days() {
    let least = "You must have at least one route";
    assert_one("routes", least, |t| t.routes.clear());
    let days = "Number of daily activities must equal number of days";
    assert_one("routes[1].dailyActivities", days, |t| {
        t.routes[1].number_of_days = 3;
    });
    assert_one(
        "routes[0].numberOfNights",
        "Number of nights must not exceed the days",
        |t| {
            t.routes[0].number_of_nights = 3;
        },
    );
    assert_one("routes[2]._id", "Two routes have the same id", |t| {
        t.routes[2].id = t.routes[0].id;
    });
    let many = problems(|t| {
        let route = t.routes[0].clone();
        t.routes = (0..21)
            .map(|n| {
                let mut route = route.clone();
                route.id = Uuid::from_u128(n);
                route
            })
            .collect();
    });
    assert_eq!(
        many,
        [("routes".to_owned(), "Maximum 20 routes allowed".to_owned())]
    );
    let long = problems(|t| {
        let route = &mut t.routes[0];
        route.daily_activities = vec![route.daily_activities[0].clone(); 61];
        route.number_of_days = 61;
    });
    let message = "Number of days must be between 1 and 60";
    assert_eq!(
        long,
        [("routes[0].numberOfDays".to_owned(), message.to_owned())]
    );
}

// TREKADM-59 TREKADM-60 TREKADM-62 TREKADM-63: lodging and meals.
#[test]
fn every_meal_and_lodging_has_one_to_ten_items() {
    for meal in ["breakfast", "lunch", "dinner"] {
        let with = |items: Vec<String>| {
            problems(|t| {
                let food = &mut t.routes[0].daily_activities[0].food_details;
                match meal {
                    "breakfast" => food.breakfast = items,
                    "lunch" => food.lunch = items,
                    _ => food.dinner = items,
                }
            })
        };
        let field = format!("routes[0].dailyActivities[0].foodDetails.{meal}");
        let least = format!("At least one {meal} item is required");
        assert_eq!(with(vec![]), one(&field, &least));
        let blank = vec!["Tea".to_owned(), " ".to_owned()];
        assert_eq!(with(blank), one(&field, &least));
        let most = format!("Maximum 10 {meal} items allowed");
        assert_eq!(with(items(11)), one(&field, &most));
        assert_eq!(with(items(10)), []);
    }
    let field = "routes[0].dailyActivities[0].accommodation.features";
    assert_one(field, "At least one feature is required", |t| {
        t.routes[0].daily_activities[0]
            .accommodation
            .features
            .clear();
    });
    assert_one(field, "Maximum 10 features allowed", |t| {
        t.routes[0].daily_activities[0].accommodation.features = items(11);
    });
}

#[test]
fn coordinates_and_altitudes_must_be_possible_on_earth() {
    for latitude in [90.1, -90.1, f64::NAN, f64::INFINITY] {
        let message = "Latitude must be between -90 and 90";
        assert_one("startingPlace.coordinates.latitude", message, |t| {
            t.starting_place.coordinates.latitude = latitude;
        });
    }
    for longitude in [180.1, -180.1, f64::NAN, f64::NEG_INFINITY] {
        let message = "Longitude must be between -180 and 180";
        let field = "routes[0].dailyActivities[0].waypoints[1].coordinates.longitude";
        assert_one(field, message, |t| {
            t.routes[0].daily_activities[0].waypoints[1]
                .coordinates
                .longitude = longitude;
        });
    }
    for (altitude, is_fine) in [(-501, false), (-500, true), (9000, true), (9001, false)] {
        let found = problems(|t| {
            t.routes[0].daily_activities[0].waypoints[0].altitude = Some(altitude);
        });
        assert_eq!(found.is_empty(), is_fine, "{altitude}: {found:?}");
    }
}

#[test]
fn lengths_amounts_and_characters_are_limited() {
    let at_most = |most: usize| format!("Must be at most {most} characters");
    assert_one("name", &at_most(200), |t| t.name = "é".repeat(201));
    assert_eq!(problems(|t| t.name = "é".repeat(200)), []);
    assert_one("description", &at_most(20_000), |t| {
        t.description = "a".repeat(20_001)
    });
    assert_one("location", &at_most(200), |t| t.location = "a".repeat(201));
    let forbidden = "Has characters that cannot be used";
    assert_one("name", forbidden, |t| t.name = "Everest\0".to_owned());
    assert_one("description", forbidden, |t| {
        t.description = "a\0b".to_owned()
    });
    assert_one("features[0]", forbidden, |t| {
        t.features[0] = "a\nb".to_owned()
    });
    for price in [0, -1, Money::MAX.minor()] {
        let message = "Price per head is out of range";
        assert_one("routes[0].pricePerHead", message, |t| {
            t.routes[0].price_per_head = Money::from_minor(price);
        });
    }
    assert_one(
        "paymentDetails.charges.bookingFee",
        "Amount is out of range",
        |t| {
            t.payment_details.charges.booking_fee = Money::from_minor(-1);
        },
    );
    for threshold in [0, 101] {
        let field = "paymentDetails.discount.groupDiscountThreshold";
        assert_one(field, "Threshold must be between 1 and 100", |t| {
            t.payment_details.discount.group_discount_threshold = threshold;
        });
    }
    for distance in [-0.1, 20_000.5, f64::NAN] {
        let field = "routes[0].dailyActivities[0].connections[0].distance";
        assert_one(field, "Distance must be between 0 and 20000 km", |t| {
            t.routes[0].daily_activities[0].connections[0].distance = Some(distance);
        });
    }
}

#[test]
fn all_problems_of_a_trek_are_listed_at_once() {
    let found = problems(|t| {
        t.name.clear();
        t.features.clear();
        t.routes[0].daily_activities[0].waypoints.pop();
        t.routes[2].number_of_days = 9;
    });
    let fields: Vec<&str> = found.iter().map(|(field, _)| field.as_str()).collect();
    let day = "routes[0].dailyActivities[0]";
    assert_eq!(
        fields,
        [
            "name",
            "features",
            &format!("{day}.waypoints"),
            &format!("{day}.connections[0]"),
            "routes[2].dailyActivities",
        ]
    );
    assert_eq!(found[2].1, "A day must have at least a start and end point");
}
