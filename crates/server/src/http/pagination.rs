//! `page` and `limit` of lists for administrators. Both start at 1; an invalid value is 400.

use domain::problem::Problem;

use crate::http::error::{ApiError, ApiResult};

const MAX_PER_PAGE: u64 = 100;
const DEFAULT_PER_PAGE: u64 = 20;
const MAX_PAGES: u64 = 1_000_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    pub offset: u64,
    pub limit: u64,
}

pub fn read(page: Option<&str>, limit: Option<&str>) -> ApiResult<Page> {
    let page = number("page", page, 1, MAX_PAGES)?;
    let limit = number("limit", limit, DEFAULT_PER_PAGE, MAX_PER_PAGE)?;
    let offset = (page - 1) * limit;
    Ok(Page { offset, limit })
}

fn number(field: &str, text: Option<&str>, default: u64, most: u64) -> ApiResult<u64> {
    let Some(text) = text else {
        return Ok(default);
    };
    let number = text.parse().ok();
    number
        .filter(|number| (1..=most).contains(number))
        .ok_or_else(|| {
            let message = format!("{field} must be a number from 1 to {most}");
            ApiError::invalid("The query is not valid", vec![Problem::new(field, message)])
        })
}
