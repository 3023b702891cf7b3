//! Routes of a trek: visibility, selection and prices.

use domain::trek::{InvalidRoute, RouteChoice, Trek, name_key};
use uuid::Uuid;

use crate::sample::{moment, trek, usd};

fn choice(id: Option<u128>, name: Option<&str>, index: Option<usize>) -> RouteChoice {
    RouteChoice {
        route_id: id.map(Uuid::from_u128),
        name: name.map(str::to_owned),
        route_index: index,
    }
}

fn found(trek: &Trek, choice: &RouteChoice) -> Result<String, InvalidRoute> {
    trek.find_visible_route(choice)
        .map(|route| route.name.clone())
}

// BOOK-22 DATA-11: routes are found by id, name and index; hidden ones are not sold.
#[test]
fn a_route_is_found_by_id_else_name_else_index_among_the_visible_ones() {
    let trek = trek();
    let classic = Ok("Classic".to_owned());
    let short = Ok("Short".to_owned());
    assert_eq!(found(&trek, &choice(Some(1), None, None)), classic);
    assert_eq!(found(&trek, &choice(None, Some(" Short "), None)), short);
    assert_eq!(found(&trek, &choice(None, None, Some(1))), short);
    assert_eq!(
        found(&trek, &choice(Some(3), Some("Short"), Some(1))),
        short
    );
    assert_eq!(
        found(&trek, &choice(Some(3), Some("An older name"), None)),
        short
    );
}

// BOOK-22: 'Invalid route selected'.
#[test]
fn a_hidden_unknown_or_contradictory_route_selection_is_invalid() {
    let trek = trek();
    for wrong in [
        choice(None, None, None),
        choice(Some(2), None, None),
        choice(Some(99), None, None),
        choice(Some(99), Some("Classic"), None),
        choice(None, Some("Winter"), None),
        choice(None, Some("short"), None),
        choice(None, Some(""), None),
        choice(None, None, Some(2)),
        choice(Some(1), None, Some(1)),
        choice(Some(1), None, Some(7)),
        choice(None, Some("Classic"), Some(1)),
    ] {
        assert_eq!(found(&trek, &wrong), Err(InvalidRoute), "{wrong:?}");
    }
    assert_eq!(InvalidRoute.to_string(), "Invalid route selected");
}

#[test]
fn a_name_shared_by_two_routes_needs_an_index_too() {
    let mut trek = trek();
    trek.routes[2].name = "Classic".to_owned();
    let by_name = choice(None, Some("Classic"), None);
    assert_eq!(trek.find_visible_route(&by_name), Err(InvalidRoute));
    let second = choice(None, Some("Classic"), Some(1));
    let route = trek.find_visible_route(&second).expect("a route");
    assert_eq!(route.id, Uuid::from_u128(3));
}

// DATA-06: hidden routes do not affect the public price.
#[test]
fn the_price_of_a_trek_is_that_of_its_first_cheapest_visible_route() {
    let mut trek = trek();
    let cheapest = |trek: &Trek| {
        trek.cheapest_visible_route()
            .map(|route| route.id.as_u128())
    };
    assert_eq!(trek.visible_routes().count(), 2);
    assert_eq!(cheapest(&trek), Some(3));
    assert_eq!(
        trek.cheapest_route().map(|route| route.id.as_u128()),
        Some(2)
    );
    trek.routes[0].price_per_head = usd("1200");
    assert_eq!(cheapest(&trek), Some(1));
    for route in &mut trek.routes {
        route.is_visible = false;
    }
    assert_eq!(cheapest(&trek), None);
}

#[test]
fn a_trek_survives_a_json_round_trip() {
    let mut trek = trek();
    trek.archived_at = Some(moment());
    assert!(trek.is_archived());
    let json = serde_json::to_string(&trek).expect("json");
    assert!(
        json.contains(r#""pricePerHead":145000"#),
        "minor units are kept"
    );
    assert_eq!(serde_json::from_str::<Trek>(&json).expect("a trek"), trek);
}

#[test]
fn names_that_differ_only_in_case_and_blanks_have_the_same_key() {
    assert_eq!(name_key("  ÉVEREST  Base\tCamp "), "éverest base camp");
    assert_ne!(name_key("Everest Base Camp"), name_key("Everest High Camp"));
}
