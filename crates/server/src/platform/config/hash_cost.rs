//! The settings of password hashing (decisions §9 question 109).

use super::HashCost;
use super::read::{bad, number};
use crate::platform::settings::{BadSetting, Values};

pub(super) fn read(values: &Values) -> Result<HashCost, BadSetting> {
    let cost = HashCost {
        memory_kib: number(values, "argon2_memory_kib", 8, 1_048_576)?,
        iterations: number(values, "argon2_iterations", 1, 100)?,
        parallelism: number(values, "argon2_parallelism", 1, 16)?,
        at_once: match values.get("argon2_at_once") {
            // More concurrent hashes than cores would slow all of them down and use more memory.
            None => std::thread::available_parallelism()
                .map_or(2, |cores| u32::try_from(cores.get()).unwrap_or(u32::MAX)),
            Some(_) => number(values, "argon2_at_once", 1, 256)?,
        },
        waiting: number(values, "argon2_waiting", 0, 10_000)?,
    };
    if cost.memory_kib < 8 * cost.parallelism {
        return bad(
            "argon2_memory_kib",
            format!(
                "must be {} or more with {} lanes",
                8 * cost.parallelism,
                cost.parallelism
            ),
        );
    }
    Ok(cost)
}
