//! The least speed of a transfer. A limit on each pause alone would let a client send or read one byte at a time.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::time::{Instant, Sleep, sleep};

/// Counts the time that a transfer waits for the client: `grace` in all, and more with each byte that moved.
pub struct Pace {
    grace: Duration,
    per_kib: Duration,
    bytes: usize,
    waited: Duration,
    /// Runs while the transfer waits.
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl Pace {
    #[must_use]
    pub fn new(grace: Duration, per_kib: Duration) -> Self {
        Self {
            grace,
            per_kib,
            bytes: 0,
            waited: Duration::ZERO,
            waiting: None,
        }
    }

    /// Notes progress of the transfer.
    pub fn moved(&mut self, bytes: usize) {
        if let Some((since, _)) = self.waiting.take() {
            self.waited += since.elapsed();
        }
        // Beyond 4 TB the limit stays the same.
        self.bytes = self.bytes.saturating_add(bytes);
    }

    /// Forgets the transfer so far.
    pub fn restart(&mut self) {
        *self = Self::new(self.grace, self.per_kib);
    }

    /// Ready when the transfer has waited for too long.
    pub fn poll_too_slow(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let kib = u32::try_from(self.bytes / 1024).unwrap_or(u32::MAX);
        let allowed = self.grace.saturating_add(self.per_kib.saturating_mul(kib));
        let left = allowed.saturating_sub(self.waited).min(self.grace);
        let (_, sleep) = self
            .waiting
            .get_or_insert_with(|| (Instant::now(), Box::pin(sleep(left))));
        sleep.as_mut().poll(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::poll_fn;

    const SECOND: Duration = Duration::from_secs(1);

    /// Seconds until a transfer is too slow that moves `bytes` in each second.
    async fn seconds_until_too_slow(bytes: usize) -> Option<u64> {
        let mut pace = Pace::new(10 * SECOND, SECOND);
        for second in 0..1000 {
            let slow = poll_fn(|context| pace.poll_too_slow(context));
            if tokio::time::timeout(SECOND, slow).await.is_ok() {
                return Some(second);
            }
            pace.moved(bytes);
        }
        None
    }

    #[tokio::test(start_paused = true)]
    async fn a_byte_now_and_then_is_too_slow() {
        assert_eq!(seconds_until_too_slow(0).await, Some(9));
        assert_eq!(seconds_until_too_slow(1).await, Some(9));
        assert_eq!(seconds_until_too_slow(512).await, Some(17));
        assert_eq!(seconds_until_too_slow(1024).await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn a_pause_has_its_own_limit_however_much_came_before() {
        let mut pace = Pace::new(10 * SECOND, SECOND);
        pace.moved(1024 * 1024);
        let began = Instant::now();
        poll_fn(|context| pace.poll_too_slow(context)).await;
        assert_eq!(began.elapsed().as_secs(), 10);
    }
}
