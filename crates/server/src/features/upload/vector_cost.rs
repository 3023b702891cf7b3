//! The cost of rendering a drawing. `<use>` repeats a part, which may contain `<use>` itself: with nested repetition a
//! few hundred bytes make a billion shapes.

use std::collections::HashMap;

/// Maximum number of shapes, including repeated ones.
const MAX_COST: u64 = 100_000;
/// Maximum nesting of repeated parts. A part that repeats itself always exceeds it.
const DEEPEST: usize = 8;

#[derive(Default)]
struct Part {
    elements: u64,
    /// Ids of the parts that it repeats.
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
    /// Starts an element with its id and the part that it repeats, as in `#id`.
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
        cost.is_none_or(|cost| cost > MAX_COST)
    }

    /// None if the nesting is too deep.
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

    /// Parts that repeat the previous part ten times.
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
