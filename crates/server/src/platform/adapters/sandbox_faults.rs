//! How the sandbox provider misbehaves when a test asks for it (decisions §5).

use std::time::Duration;

/// `CHAUTARI_SANDBOX_FAULTS`: how the provider misbehaves, for tests of everything around it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Every call takes so long.
    pub slow: Option<Duration>,
    /// No call of ours gets an answer.
    pub failing: bool,
    /// A card is charged and the browser gets no answer.
    pub forgetful: bool,
    /// Every call arrives twice, as when something on the way repeats what it thinks lost.
    pub duplicate: bool,
}

impl Faults {
    /// Reads `slow=1500`, `failing`, `forgetful`, `duplicate`, several with commas between.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let mut faults = Self::default();
        for word in text
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty())
        {
            match word.split_once('=') {
                Some(("slow", millis)) => {
                    let millis = millis.parse().map_err(|_| Self::MAY_BE)?;
                    faults.slow = Some(Duration::from_millis(millis));
                }
                None if word == "failing" => faults.failing = true,
                None if word == "forgetful" => faults.forgetful = true,
                None if word == "duplicate" => faults.duplicate = true,
                _ => return Err(Self::MAY_BE),
            }
        }
        Ok(faults)
    }

    const MAY_BE: &'static str =
        "may be slow=MILLISECONDS, failing, forgetful, duplicate, with commas between";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_read_and_anything_else_is_refused() {
        assert_eq!(Faults::parse(""), Ok(Faults::default()));
        let faults = Faults::parse("slow=20, forgetful").unwrap();
        assert_eq!(faults.slow, Some(Duration::from_millis(20)));
        assert!(faults.forgetful && !faults.failing && !faults.duplicate);
        assert!(Faults::parse("duplicate").unwrap().duplicate);
        for wrong in ["slow", "slow=x", "broken", "failing=1"] {
            assert_eq!(Faults::parse(wrong), Err(Faults::MAY_BE), "{wrong}");
        }
    }
}
