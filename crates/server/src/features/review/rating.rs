//! How a trek is rated: the mean of its approved reviews.

use serde::Serialize;
use serde_json::Number;
use store::reviews::Ratings;
use utoipa::ToSchema;

/// The rating of a trek by its approved reviews.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrekRating {
    /// The mean, 1 to 5, with one decimal.
    #[schema(value_type = f64)]
    pub average: Number,
    pub reviews: u64,
}

impl TrekRating {
    /// `None` without a review.
    #[must_use]
    pub fn of(ratings: Ratings) -> Option<Self> {
        Some(Self {
            average: average(ratings)?,
            reviews: ratings.count,
        })
    }
}

/// The mean with one decimal, rounded half up.
pub fn average(Ratings { count, sum }: Ratings) -> Option<Number> {
    if count == 0 {
        return None;
    }
    let tenths = (sum * 20 + count) / (count * 2);
    let text = format!("{}.{}", tenths / 10, tenths % 10);
    let number: serde_json::Result<Number> = serde_json::from_str(match tenths % 10 {
        0 => text.trim_end_matches(".0"),
        _ => &text,
    });
    number.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_average_has_one_decimal_and_is_rounded_half_up() {
        let text = |sum, count| average(Ratings { count, sum }).map(|number| number.to_string());
        assert_eq!(text(0, 0), None);
        assert_eq!(text(5, 1).as_deref(), Some("5"));
        assert_eq!(text(9, 2).as_deref(), Some("4.5"));
        assert_eq!(text(14, 3).as_deref(), Some("4.7"));
        assert_eq!(text(85, 20).as_deref(), Some("4.3"));
    }
}
