//! A circuit breaker: calls to a provider that is down fail immediately for a while, so that no request waits for it.
//!
//! Not the crate `failsafe`: after the pause it lets every caller through at once, and its clock is not ours.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

use super::clock::Clock;

/// Number of consecutive failed calls that open the circuit breaker.
const MAX_FAILURES: u32 = 5;
const OPEN_DURATION: TimeDelta = TimeDelta::seconds(30);

/// Clones share one state.
#[derive(Clone, Debug)]
pub struct Breaker {
    clock: Clock,
    state: Arc<Mutex<State>>,
}

#[derive(Debug, Default)]
struct State {
    failures: u32,
    open_until: Option<DateTime<Utc>>,
}

impl Breaker {
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self {
            clock,
            state: Arc::default(),
        }
    }

    /// Whether a call may be made; otherwise, in how many seconds. After the pause one call is let through as a
    /// trial, and the others wait for its result.
    pub fn admit(&self) -> Result<(), u64> {
        let now = self.clock.now();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        match state.open_until {
            // A later moment was noted by a clock that was ahead.
            Some(until) if until > now && until - now <= OPEN_DURATION => {
                let seconds = (until - now).num_seconds().max(0);
                Err(seconds.unsigned_abs() + 1)
            }
            Some(_) => {
                state.open_until = Some(now + OPEN_DURATION);
                Ok(())
            }
            None => Ok(()),
        }
    }

    pub fn succeeded(&self) {
        *self.state.lock().unwrap_or_else(PoisonError::into_inner) = State::default();
    }

    pub fn failed(&self) {
        let now = self.clock.now();
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.failures = state.failures.saturating_add(1);
        if state.failures >= MAX_FAILURES {
            state.open_until = Some(now + OPEN_DURATION);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::clock::FixedClock;
    use super::*;

    #[test]
    fn five_failures_open_it_and_one_call_tries_after_the_pause() {
        let clock = FixedClock::at("2026-11-20T03:30:00Z".parse().unwrap());
        let breaker = Breaker::new(Clock::Fixed(clock.clone()));
        for _ in 0..5 {
            assert_eq!(breaker.admit(), Ok(()));
            breaker.failed();
        }
        assert_eq!(breaker.admit(), Err(31));
        clock.advance(TimeDelta::seconds(30));
        assert_eq!(breaker.admit(), Ok(()));
        assert_eq!(breaker.admit(), Err(31), "one tries, the others wait");
        breaker.failed();
        assert_eq!(breaker.admit(), Err(31));
        clock.advance(TimeDelta::seconds(30));
        assert_eq!(breaker.admit(), Ok(()));
        breaker.succeeded();
        for _ in 0..4 {
            breaker.failed();
            assert_eq!(breaker.admit(), Ok(()));
        }
    }

    #[test]
    fn failures_of_a_clock_that_was_ahead_refuse_nothing_once_it_is_right() {
        let clock = FixedClock::at("2027-11-20T03:30:00Z".parse().unwrap());
        let breaker = Breaker::new(Clock::Fixed(clock.clone()));
        for _ in 0..5 {
            breaker.failed();
        }
        assert_eq!(breaker.admit(), Err(31));
        clock.advance(TimeDelta::days(-365));
        assert_eq!(breaker.admit(), Ok(()));
    }
}
