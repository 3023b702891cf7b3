//! Text that is looked for in a column of lower-case text: taken as it was typed, signs of LIKE and all.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{LikeExpr, SimpleExpr};

/// Whether the column has the text somewhere.
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
