# Commands of the project. Most users need only `run` and `test`. Each command runs a script in scripts/.
.DEFAULT_GOAL := help
.PHONY: help run test dev check gen test-rust test-pg test-web e2e soak bench bench-bookings bench-departures bench-browse lighthouse test-peers dist test-package test-conflicts overload failover

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-16s %s\n", $$1, $$2}' Makefile

run: ## builds web and server, serves the site with demo data on http://localhost:8080
	@bash scripts/run.sh

test: ## everything that must pass; installs a browser and PostgreSQL where they are missing
	@bash scripts/test.sh

dev: ## server and Vite with reload, demo data
	@bash scripts/dev.sh

check: ## formatting, lints, types, generated files, file sizes, licences, third-party notices
	@bash scripts/check.sh

gen: ## writes contract/openapi.json and the TypeScript types from the handlers
	@bash scripts/gen.sh

test-rust: ## Rust tests on SQLite
	@bash scripts/test-rust.sh

test-pg: ## the same Rust tests on a throw-away PostgreSQL
	@bash scripts/test-pg.sh

test-conflicts: ## the same tests with serializable transactions, and with conflicts injected (CHAUTARI_CONFLICTS=RATE:SEED); never part of test
	@bash scripts/test-conflicts.sh

test-web: ## Vitest (ARGS=src/features/booking runs a folder)
	@bash scripts/test-web.sh $(ARGS)

e2e: ## Playwright against the real binary (ARGS='booking --headed' goes to Playwright)
	@bash scripts/e2e.sh $(ARGS)

soak: ## kills the server 200 times on each database while 16 travellers pay (CHAUTARI_SOAK_KILLS, CHAUTARI_SOAK_SEED)
	@bash scripts/soak.sh

bench: ## one table of the speed, each line beside its limit (ARGS="reads booking" selects groups); never part of test
	@bash scripts/bench.sh $(ARGS)

bench-bookings: ## the desk's lists, searches and exports at 100,000 bookings; never part of test
	@bash scripts/bench-bookings.sh

bench-departures: ## dates of a trek, filters over 50,000 departures, and 32 buyers of one departure; never part of test
	@bash scripts/bench-departures.sh

bench-browse: ## how browsing feels with 1,000 treks and 500 articles, in a real browser; never part of test
	@bash scripts/bench-browse.sh

overload: ## far more load than the server can take, slow clients, a clock that jumps; fails if a limit is broken; never part of test
	@bash scripts/overload.sh

lighthouse: ## five pages as a phone on slow 4G sees them: a table, and failure below the limits; never part of test
	@bash scripts/lighthouse.sh

test-peers: ## tests against programs from outside npm and apt
	@bash scripts/test-peers.sh

dist: ## program, Debian package, bills of materials and checksums, in dist/; ten minutes on two cores
	@bash scripts/dist.sh

test-package: ## installs, upgrades, removes and purges the Debian package in a copy of this machine (needs root, Debian)
	@bash scripts/test-package.sh

failover: ## three servers on a replicated PostgreSQL whose nodes fail for ten minutes (CHAUTARI_FAILOVER_SECONDS)
	@bash scripts/test-failover.sh
