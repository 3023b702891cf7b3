//! What a drawing costs to draw: `<use>` shows a part again, a part may hold `<use>` too, and ten of those in each
//! other make a billion shapes of a few hundred bytes.

use std::collections::HashMap;

/// Shapes, with all that is shown again.
const MOST: u64 = 100_000;
/// Parts in parts; a part that shows itself is deeper than any.
const DEEPEST: usize = 8;

#[derive(Default)]
struct Part {
    elements: u64,
    /// What it shows again, by id.
    shown: Vec<String>,
}

impl Part {
    fn add(&mut self, target: Option<&str>) {
        self.elements += 1;
        self.shown.extend(target.map(str::to_owned));
    }
}

#[derive(Default)]
pub struct Cost {
    whole: Part,
    /// By id.
    parts: HashMap<String, Part>,
    /// The ids of the open elements.
    open: Vec<Option<String>>,
}

impl Cost {
    /// An element begins, with its id and what it shows again: `#id`.
    pub fn open(&mut self, id: Option<&str>, target: Option<&str>) {
        let target = target.map(|target| target.trim_start_matches('#'));
        self.open.push(id.map(str::to_owned));
        self.whole.add(target);
        for id in self.open.iter().flatten() {
            match self.parts.get_mut(id) {
                Some(part) => part.add(target),
                None => self.parts.entry(id.clone()).or_default().add(target),
            }
        }
    }

    pub fn close(&mut self) {
        self.open.pop();
    }

    pub fn is_too_high(&self) -> bool {
        let cost = self.of(&self.whole, 0, &mut HashMap::new());
        cost.is_none_or(|cost| cost > MOST)
    }

    /// None where it goes too deep.
    fn of<'a>(
        &'a self,
        part: &'a Part,
        depth: usize,
        known: &mut HashMap<&'a str, u64>,
    ) -> Option<u64> {
        if depth > DEEPEST {
            return None;
        }
        let mut cost = part.elements;
        for id in &part.shown {
            let Some(shown) = self.parts.get(id) else {
                continue;
            };
            let of_it = match known.get(id.as_str()) {
                Some(cost) => *cost,
                None => self.of(shown, depth + 1, known)?,
            };
            known.insert(id, of_it);
            cost = cost.saturating_add(of_it);
        }
        Some(cost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parts of ten that each show the one before.
    fn stairs(height: usize) -> Cost {
        let mut cost = Cost::default();
        for step in 0..height {
            cost.open(Some(&format!("s{step}")), None);
            for _ in 0..10 {
                let below = step.checked_sub(1).map(|below| format!("#s{below}"));
                cost.open(None, below.as_deref());
                cost.close();
            }
            cost.close();
        }
        cost
    }

    #[test]
    fn what_is_shown_again_is_counted_again() {
        assert!(!stairs(1).is_too_high());
        assert!(!stairs(4).is_too_high());
        assert!(stairs(6).is_too_high());
        assert!(stairs(40).is_too_high());
    }

    #[test]
    fn what_shows_itself_is_too_much_and_what_shows_nothing_is_not() {
        let mut cost = Cost::default();
        cost.open(Some("a"), Some("#nowhere"));
        assert!(!cost.is_too_high());
        cost.open(None, Some("#a"));
        assert!(cost.is_too_high());
    }
}
