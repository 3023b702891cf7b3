//! The limits that the benchmarks compare the server with: what the same work costs without the server around it.

mod bookings;
mod database;
mod handler;
mod hashes;

use std::time::Duration;

type Failed = Box<dyn std::error::Error + Send + Sync>;

const USAGE: &str =
    "bare handler FILE CONTENT_TYPE CODING: answers every request with the bytes of the file
bare hashes THREADS SECONDS: prints the password hashes a second
bare bookings URL CLIENTS SECONDS: prints the bookings a second of the bare SQL
bare multiply URL FACTOR: copies all bookings until there are FACTOR times as many
bare sql URL: runs the statements of the standard input
bare explain URL: prints the query plan of each line of the standard input";

#[tokio::main]
async fn main() -> Result<(), Failed> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match *args {
        ["handler", file, content_type, coding] => handler::serve(file, content_type, coding).await,
        ["hashes", threads, seconds] => {
            let time = Duration::from_secs_f64(seconds.parse()?);
            println!("{}", hashes::measure(threads.parse()?, time)?);
            Ok(())
        }
        ["bookings", url, clients, seconds] => {
            let time = Duration::from_secs_f64(seconds.parse()?);
            println!("{}", bookings::measure(url, clients.parse()?, time).await?);
            Ok(())
        }
        ["multiply", url, factor] => database::multiply(url, factor.parse()?).await,
        ["sql", url] => database::run(url, &std::io::read_to_string(std::io::stdin())?).await,
        ["explain", url] => {
            database::explain(url, &std::io::read_to_string(std::io::stdin())?).await
        }
        _ => {
            eprintln!("{USAGE}");
            std::process::exit(2)
        }
    }
}
