//! A trek as a card or a poster, with its altitude profile (web/src/features/packages/TrekCard.tsx, TrekPoster.tsx,
//! web/src/ui/profile-shape.ts).

use std::fmt::Write;

use super::hero_image::shown;
use crate::features::trek::wire_summary::TrekSummary;
use crate::platform::format;

const WIDTH: f64 = 240.0;
const HEIGHT: f64 = 56.0;
/// Space for the marker at the highest point.
const ABOVE: f64 = 6.0;
const BELOW: f64 = 4.0;

pub struct Card<'a> {
    pub trek: &'a TrekSummary,
    pub picture: Option<&'a str>,
    /// Whether its picture loads before those of the other cards.
    pub first: bool,
    /// `9–12 days · Hard · 2 routes`
    pub told: String,
    /// `9–12 days`
    pub days: Option<String>,
    /// For one person, with taxes, fees and insurance.
    pub price: String,
    /// Per head, before taxes and fees.
    pub base_price: String,
    pub height: Option<String>,
    pub profile: Option<Profile>,
    /// `4.8` and `12 reviews`.
    pub rating: Option<(String, String)>,
}

/// The altitudes in walking order as an SVG path.
pub struct Profile {
    pub line: String,
    /// Position of the highest point, in percent of width and height.
    pub left: f64,
    pub top: f64,
}

impl<'a> Card<'a> {
    pub fn new(trek: &'a TrekSummary) -> Self {
        let number = |number: &serde_json::Number| number.as_f64().unwrap_or_default();
        let route = trek
            .routes
            .iter()
            .min_by(|a, b| number(&a.price_per_head).total_cmp(&number(&b.price_per_head)));
        let routes = u32::try_from(trek.no_of_routes).unwrap_or(u32::MAX);
        let days = format::length_in_days(trek.routes.iter().map(|route| route.number_of_days));
        let told: Vec<String> = [
            days.clone(),
            trek.difficulty.clone(),
            (routes > 1).then(|| format::count(routes, "route")),
        ]
        .into_iter()
        .flatten()
        .collect();
        let from = route.map_or(&trek.price, |route| {
            route.all_in_price.as_ref().unwrap_or(&route.price_per_head)
        });
        Self {
            trek,
            picture: shown(&trek.images.banner_image),
            first: false,
            told: told.join(" · "),
            days,
            price: format::short_amount(from, &trek.currency),
            base_price: format::short_amount(
                route.map_or(&trek.price, |route| &route.price_per_head),
                &trek.currency,
            ),
            height: trek.highest_point.map(format::metres),
            profile: Profile::new(&trek.profile),
            rating: trek.rating.as_ref().map(|rating| {
                let reviews = u32::try_from(rating.reviews).unwrap_or(u32::MAX);
                let average = format!("{:.1}", number(&rating.average));
                (average, format::count(reviews, "review"))
            }),
        }
    }
}

impl Profile {
    /// None for fewer than two altitudes. A flat walk is a line at half height.
    #[allow(
        clippy::cast_precision_loss,
        reason = "a route has not as many waypoints as that"
    )]
    fn new(heights: &[i32]) -> Option<Self> {
        let (lowest, highest) = (*heights.iter().min()?, *heights.iter().max()?);
        let last = heights.len().checked_sub(1).filter(|last| *last > 0)?;
        let usable = HEIGHT - ABOVE - BELOW;
        let mut line = String::new();
        let mut top = None;
        for (index, height) in heights.iter().enumerate() {
            let x = index as f64 / last as f64 * WIDTH;
            let y = match highest - lowest {
                0 => HEIGHT / 2.0,
                range => ABOVE + usable - f64::from(height - lowest) / f64::from(range) * usable,
            };
            let pen = if index == 0 { 'M' } else { 'L' };
            // Writing to a String does not fail.
            let _ = write!(line, "{pen}{x:.1} {y:.1}");
            if *height == highest {
                top.get_or_insert((x, y));
            }
        }
        let (x, y) = top?;
        Some(Self {
            line,
            left: (x / WIDTH * 1000.0).round() / 10.0,
            top: (y / HEIGHT * 1000.0).round() / 10.0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_become_a_line_with_its_highest_point() {
        let profile = Profile::new(&[1000, 3000, 2000]).expect("a line");
        assert_eq!(profile.line, "M0.0 52.0L120.0 6.0L240.0 29.0");
        assert!((profile.left - 50.0).abs() < 0.1 && (profile.top - 10.7).abs() < 0.1);
        assert_eq!(
            Profile::new(&[5, 5]).expect("a line").line,
            "M0.0 28.0L240.0 28.0"
        );
        assert!(Profile::new(&[5]).is_none() && Profile::new(&[]).is_none());
    }
}
