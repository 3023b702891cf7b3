//! Validation of a trek before it is saved: every violated rule, sorted by the response that it causes (document 2 §5,
//! decisions §10 "Trek PUT").

use crate::itinerary::{Coordinates, Place};
use crate::money::{Money, Percent};
use crate::picture::is_picture_address;
use crate::problem::{Problem, has_control_character, has_control_character_besides_breaks};
use crate::schedule::{BalanceDue, Deposit, MAX_DAYS_BEFORE, PaymentTerms};
use crate::trek::{PaymentDetails, Trek};

pub const MAX_FEATURES: usize = 10;
pub const MAX_SECONDARY_IMAGES: usize = 20;
pub const MAX_ROUTES: usize = 20;
const MAX_LINE: usize = 200;
const MAX_TEXT: usize = 20_000;
const MAX_SEASONS: usize = 12;
const MAX_NOTICE_DAYS: u32 = 365;
/// Maximum length of each of the lists `included` and `not_included`.
pub const MAX_INCLUDED: usize = 30;
const MAX_THRESHOLD: u32 = 100;
/// The price of 100 guests is still an amount that a JSON number represents exactly.
pub(crate) const MAX_PRICE: Money = Money::from_minor(Money::MAX.minor() / 1_000);

/// The response to a violated rule.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// 400 'Missing required fields: …'.
    Missing,
    /// 400 'Invalid route structure'.
    Structure,
    /// 422.
    Rule,
}

#[derive(Default)]
pub(crate) struct Findings(Vec<(Kind, Problem)>);

impl Trek {
    /// All problems, in the order of the form.
    #[must_use]
    pub fn check(&self) -> Vec<Problem> {
        let findings = self.findings().0.into_iter();
        findings.map(|(_, problem)| problem).collect()
    }

    /// Paths of required texts that are blank, as in `routes[0].name`.
    #[must_use]
    pub fn missing_fields(&self) -> Vec<String> {
        let findings = self.findings().0.into_iter();
        findings
            .filter(|(kind, _)| *kind == Kind::Missing)
            .map(|(_, problem)| problem.field)
            .collect()
    }

    /// False if waypoints or connections are too few, wrongly marked, or refer to a missing waypoint.
    #[must_use]
    pub fn route_structure_ok(&self) -> bool {
        let findings = self.findings().0;
        findings.iter().all(|(kind, _)| *kind != Kind::Structure)
    }

    fn findings(&self) -> Findings {
        let mut found = Findings::default();
        found.line("name", &self.name, "Trek name is required");
        found.text("description", &self.description, "Description is required");
        found.optional_line("location", &self.location);
        found.features("features", &self.features, MAX_FEATURES);
        found.images(self);
        found.place("startingPlace", &self.starting_place, "Starting place");
        found.place("endingPlace", &self.ending_place, "Ending place");
        found.terms(&self.payment_details);
        if let Some(difficulty) = &self.difficulty {
            found.optional_line("difficulty", difficulty);
        }
        for (index, season) in self.best_seasons.iter().enumerate() {
            found.optional_line(&format!("bestSeasons[{index}]"), season);
        }
        if self.best_seasons.len() > MAX_SEASONS {
            found.rule("bestSeasons", "Maximum 12 seasons allowed");
        }
        if let Some(region) = &self.region {
            found.optional_line("region", region);
        }
        found.covered("included", &self.included);
        found.covered("notIncluded", &self.not_included);
        if self.minimum_notice_days > MAX_NOTICE_DAYS {
            found.rule("minimumNoticeDays", "Notice must be at most 365 days");
        }
        if self.routes.is_empty() {
            found.rule("routes", "You must have at least one route");
        }
        if self.routes.len() > MAX_ROUTES {
            found.rule("routes", "Maximum 20 routes allowed");
        }
        for (index, route) in self.routes.iter().enumerate() {
            let path = format!("routes[{index}]");
            if self.routes[..index]
                .iter()
                .any(|other| other.id == route.id)
            {
                found.rule(format!("{path}._id"), "Two routes have the same id");
            }
            found.route(&path, route);
        }
        found
    }
}

impl Findings {
    pub(crate) fn add(&mut self, kind: Kind, field: impl Into<String>, message: impl Into<String>) {
        self.0.push((kind, Problem::new(field, message)));
    }

    pub(crate) fn rule(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.add(Kind::Rule, field, message);
    }

    pub(crate) fn line(&mut self, field: &str, text: &str, missing: &str) {
        if text.trim().is_empty() {
            self.add(Kind::Missing, field, missing);
        }
        self.optional_line(field, text);
    }

    pub(crate) fn optional_line(&mut self, field: &str, text: &str) {
        self.length(field, text, MAX_LINE);
        if has_control_character(text) {
            self.rule(field, "Has characters that cannot be used");
        }
    }

    pub(crate) fn text(&mut self, field: &str, text: &str, missing: &str) {
        if text.trim().is_empty() {
            self.add(Kind::Missing, field, missing);
        }
        self.length(field, text, MAX_TEXT);
        if has_control_character_besides_breaks(text) {
            self.rule(field, "Has characters that cannot be used");
        }
    }

    fn length(&mut self, field: &str, text: &str, most: usize) {
        if text.chars().count() > most {
            self.rule(field, format!("Must be at most {most} characters"));
        }
    }

    pub(crate) fn features(&mut self, field: &str, features: &[String], most: usize) {
        if features.iter().all(|feature| feature.trim().is_empty()) {
            self.rule(field, "At least one feature is required");
        } else if features.iter().any(|feature| feature.trim().is_empty()) {
            self.rule(field, "A feature must not be empty");
        }
        if features.len() > most {
            self.rule(field, format!("Maximum {most} features allowed"));
        }
        for (index, feature) in features.iter().enumerate() {
            self.optional_line(&format!("{field}[{index}]"), feature);
        }
    }

    fn covered(&mut self, field: &str, lines: &[String]) {
        if lines.len() > MAX_INCLUDED {
            self.rule(field, format!("Maximum {MAX_INCLUDED} lines allowed"));
        }
        for (index, line) in lines.iter().enumerate() {
            self.optional_line(&format!("{field}[{index}]"), line);
        }
    }

    fn images(&mut self, trek: &Trek) {
        let banner = &trek.images.banner_image;
        if banner.trim().is_empty() {
            let message = "Banner image is required. Please upload one.";
            self.add(Kind::Missing, "images.bannerImage", message);
        }
        self.address("images.bannerImage", banner);
        let secondary = &trek.images.secondary_images;
        if secondary.is_empty() {
            let message = "At least one secondary image is required. Please upload one.";
            self.rule("images.secondaryImages", message);
        }
        if secondary.len() > MAX_SECONDARY_IMAGES {
            let message = "Maximum 20 secondary images allowed";
            self.rule("images.secondaryImages", message);
        }
        for (index, image) in secondary.iter().enumerate() {
            let field = format!("images.secondaryImages[{index}]");
            if image.trim().is_empty() {
                self.rule(&field, "An image must not be empty");
            }
            self.address(&field, image);
        }
    }

    fn address(&mut self, field: &str, address: &str) {
        if !address.trim().is_empty() && !is_picture_address(address) {
            self.rule(field, "This is not the address of a picture");
        }
    }

    fn place(&mut self, field: &str, place: &Place, called: &str) {
        let missing = format!("{called} name is required");
        self.line(&format!("{field}.name"), &place.name, &missing);
        self.coordinates(field, place.coordinates);
    }

    pub(crate) fn coordinates(&mut self, field: &str, at: Coordinates) {
        // Not `abs() > 90`: NaN must be rejected too, and every comparison with it is false.
        if !(-90.0..=90.0).contains(&at.latitude) {
            let field = format!("{field}.coordinates.latitude");
            self.rule(field, "Latitude must be between -90 and 90");
        }
        if !(-180.0..=180.0).contains(&at.longitude) {
            let field = format!("{field}.coordinates.longitude");
            self.rule(field, "Longitude must be between -180 and 180");
        }
    }

    fn terms(&mut self, terms: &PaymentDetails) {
        let threshold = terms.discount.group_discount_threshold;
        if !(1..=MAX_THRESHOLD).contains(&threshold) {
            let field = "paymentDetails.discount.groupDiscountThreshold";
            self.rule(field, "Threshold must be between 1 and 100");
        }
        for (field, amount) in [
            ("insurancePerPerson", terms.charges.insurance_per_person),
            ("bookingFee", terms.charges.booking_fee),
        ] {
            if !(Money::ZERO..=MAX_PRICE).contains(&amount) {
                let field = format!("paymentDetails.charges.{field}");
                self.rule(field, "Amount is out of range");
            }
        }
        if let Some(terms) = &terms.terms {
            self.deposit(terms);
        }
    }

    fn deposit(&mut self, terms: &PaymentTerms) {
        let (field, is_valid) = match terms.deposit {
            Deposit::Percent(percent) => ("percent", percent > Percent::ZERO),
            Deposit::PerPerson(amount) => {
                ("perPerson", amount > Money::ZERO && amount <= MAX_PRICE)
            }
        };
        if !is_valid {
            let field = format!("paymentDetails.terms.deposit.{field}");
            self.rule(field, "Deposit must be more than zero");
        }
        if matches!(terms.balance, BalanceDue::DaysBefore(days) if days > MAX_DAYS_BEFORE) {
            let field = "paymentDetails.terms.balance.daysBefore";
            self.rule(field, "Days before the start must be at most 365");
        }
    }
}
