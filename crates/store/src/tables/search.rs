//! Substring search in a column of lower-case text. Wildcards of LIKE in the search text are escaped.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{LikeExpr, SimpleExpr};

/// Whether the column contains the text.
pub fn contains(column: impl ColumnTrait, text: &str) -> SimpleExpr {
    let mut pattern = String::from("%");
    for letter in text.chars().flat_map(char::to_lowercase) {
        if matches!(letter, '%' | '_' | '!') {
            pattern.push('!');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    column.like(LikeExpr::new(pattern).escape('!'))
}
