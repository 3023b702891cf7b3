//! Password hashes a second on a number of threads: the limit of logins.

use std::time::{Duration, Instant};

use argon2::{Algorithm, Argon2, Block, Params, Version};

use crate::Failed;

const SALT: &[u8] = b"sixteen bytes ok";

/// The cost that `chautari.default.toml` sets: `argon2_memory_kib`, `argon2_iterations`, `argon2_parallelism`.
const MEMORY_KIB: u32 = 19456;
const ITERATIONS: u32 = 2;
const PARALLELISM: u32 = 1;

pub fn measure(threads: usize, time: Duration) -> Result<f64, Failed> {
    let began = Instant::now();
    let running: Vec<_> = (0..threads)
        .map(|_| std::thread::spawn(move || hash_until(began + time)))
        .collect();
    let mut hashes = 0;
    for thread in running {
        hashes += thread.join().map_err(|_| "a thread panicked")??;
    }
    Ok(f64::from(hashes) / began.elapsed().as_secs_f64())
}

fn hash_until(end: Instant) -> Result<u32, argon2::Error> {
    let params = Params::new(MEMORY_KIB, ITERATIONS, PARALLELISM, None)?;
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    // Memory is allocated once, not for each hash.
    let mut memory = vec![Block::default(); argon2.params().block_count()];
    let mut hash = [0; 32];
    let mut hashes = 0;
    while Instant::now() < end {
        let password = b"a password of the benchmark";
        argon2.hash_password_into_with_memory(password, SALT, &mut hash, &mut memory)?;
        hashes += 1;
    }
    Ok(hashes)
}
