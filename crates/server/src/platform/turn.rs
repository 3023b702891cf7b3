//! The turn of a request in progress (`http/admission.rs`), which it gives up before it waits for another service.

use std::cell::RefCell;
use std::time::Duration;

use tokio::sync::OwnedSemaphorePermit;

tokio::task_local! {
    static TURN: RefCell<Option<OwnedSemaphorePermit>>;
    static WAITED: Duration;
}

/// Runs a request that has waited for its turn and has it.
pub(crate) async fn in_turn<T>(
    turn: OwnedSemaphorePermit,
    waited: Duration,
    work: impl Future<Output = T>,
) -> T {
    let work = WAITED.scope(waited, work);
    TURN.scope(RefCell::new(Some(turn)), work).await
}

/// How long the request waited for its turn: a second queue has to deduct it, or the two waits add up to more than a
/// second.
pub fn waited() -> Duration {
    WAITED.try_with(|waited| *waited).unwrap_or_default()
}

/// Lets another request have the turn, before a wait for something that has a limit of its own, such as a payment
/// provider or a password hash: otherwise a slow provider would stop requests that do not need it. Afterwards the
/// request goes on without a turn. It has done most of its work, may have moved money, and does not queue again behind
/// requests that have just begun.
pub fn give_up_turn() {
    // Jobs have no turn.
    let _ = TURN.try_with(|turn| turn.borrow_mut().take());
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use tokio::sync::Semaphore;

    #[tokio::test]
    async fn a_request_that_waits_for_a_provider_lets_another_have_its_turn() {
        let turns = Arc::new(Semaphore::new(2));
        let take = async || turns.clone().acquire_owned().await.unwrap();
        let patient = async { assert_eq!(turns.available_permits(), 1) };
        in_turn(take().await, Duration::ZERO, patient).await;
        assert_eq!(turns.available_permits(), 2);
        let waits = async {
            give_up_turn();
            assert_eq!(turns.available_permits(), 2);
            give_up_turn();
        };
        in_turn(take().await, Duration::ZERO, waits).await;
        assert_eq!(turns.available_permits(), 2);
        give_up_turn();
    }
}
