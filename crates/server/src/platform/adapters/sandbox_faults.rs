//! Faults of the sandbox provider that a test can request (decisions §5).

use std::time::Duration;

/// `CHAUTARI_SANDBOX_FAULTS`: faults of the provider, to test the code that calls it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Duration of every call.
    pub slow: Option<Duration>,
    /// No call of the server gets a response.
    pub failing: bool,
    /// A card is charged but the browser gets no response.
    pub forgetful: bool,
    /// Every call arrives twice, as after a retry by a proxy.
    pub duplicate: bool,
}

impl Faults {
    /// Parses `slow=1500`, `failing`, `forgetful`, `duplicate`, several separated by commas.
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
