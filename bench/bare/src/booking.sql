-- The statements of one booking that is made, paid and confirmed: what the server sends for the three calls
-- `POST /api/bookings`, `POST /api/payments/sandbox/{id}/confirm` and `POST /api/bookings/verify-payment` of a private
-- date, and what its worker sends for the two emails that follow. They were taken in this order from the log of PostgreSQL
-- (`log_statement = 'all'`), without the rate limit, which the benchmark switches off, and without what a server sends
-- without a booking. 64 statements: 32 reads, 28 writes and 2 transactions; 10 commits: 3 for the booking, 1 for the card,
-- 1 for the confirmation, 5 for the emails.
--
-- Names with a colon are parameters; constants are written into the text. `SELECT *` names the columns that the server
-- lists. On SQLite, BEGIN is BEGIN IMMEDIATE and a row is not locked.

-- POST /api/bookings
SELECT * FROM sessions LEFT JOIN accounts ON sessions.account_id = accounts.id WHERE sessions.id = :session AND sessions.expires_at > :now LIMIT 1;
SELECT * FROM treks WHERE id = :trek LIMIT 1;
SELECT * FROM closures WHERE trek_id = :trek ORDER BY position;
SELECT * FROM npr_rates WHERE source = 'typed' AND currency = 'USD' LIMIT 1;
BEGIN;
INSERT INTO counters (name, value) VALUES ('booking-reference', 1) ON CONFLICT (name) DO UPDATE SET value = counters.value + 1 RETURNING value;
INSERT INTO seat_pools (id, capacity, held, taken, updated_at) VALUES (:id, 1, 1, 0, :now);
INSERT INTO departures (id, pool_id, trek_id, route_id, kind, start_date, end_date, minimum, price_per_head, cutoff_days, decide_by, state, is_guaranteed, notes, version, created_at, updated_at) VALUES (:id, :id, :trek, :trek, 'private', '2037-02-24', '2037-03-07', 1, NULL, 0, NULL, 'open', true, NULL, 1, :now, :now);
INSERT INTO seat_claims (owner_id, pool_id, departure_id, seats, state, expires_at, updated_at) VALUES (:id, :id, :id, 1, 'held', NULL, :now);
INSERT INTO bookings (id, user_id, trek_id, status, payment_status, intent_id, invoice_number, reference, departure_id, start_date, revision, created_at, updated_at, amount, guests, guest_key, due_on, document) VALUES (:id, :user, :trek, 'Pending', 'Pending', NULL, NULL, :reference, :id, '2037-02-24', 1, :now, :now, 176150, 1, 'maya gurung', NULL, :document);
INSERT INTO booking_search (booking_id, text) VALUES (:id, :search) ON CONFLICT (booking_id) DO UPDATE SET text = excluded.text;
COMMIT;
SELECT * FROM sandbox_intents WHERE idempotency_key = :key LIMIT 1;
INSERT INTO sandbox_intents (id, client_secret, idempotency_key, booking_id, amount, currency, status, card_brand, card_last4, last_error, created_at, updated_at) VALUES (:intent, :secret, :key, :id, 176150, 'USD', 'requires_payment_method', NULL, NULL, NULL, :now, :now);
SELECT * FROM bookings WHERE id = :id LIMIT 1;
UPDATE bookings SET user_id = :user, trek_id = :trek, status = 'Pending', payment_status = 'Pending', intent_id = :intent, invoice_number = NULL, reference = :reference, departure_id = :id, start_date = '2037-02-24', revision = 2, created_at = :now, updated_at = :now, amount = 176150, guests = 1, guest_key = 'maya gurung', due_on = NULL, document = :document WHERE id = :id AND revision = 1;
SELECT * FROM refunds WHERE booking_id IN (:id) ORDER BY id;
SELECT * FROM travel_credits WHERE booking_id IN (:id) ORDER BY id;
SELECT * FROM departure_choices WHERE booking_id IN (:id) AND answered_at IS NULL ORDER BY id;

-- POST /api/payments/sandbox/{id}/confirm
SELECT * FROM sandbox_intents WHERE id = :intent LIMIT 1;
UPDATE sandbox_intents SET status = 'succeeded', card_brand = 'visa', card_last4 = '4242', last_error = NULL, updated_at = :now WHERE id = :intent AND status IN ('requires_payment_method', 'requires_action');
SELECT * FROM sandbox_intents WHERE id = :intent LIMIT 1;

-- POST /api/bookings/verify-payment
SELECT * FROM sessions LEFT JOIN accounts ON sessions.account_id = accounts.id WHERE sessions.id = :session AND sessions.expires_at > :now LIMIT 1;
SELECT * FROM bookings WHERE id = :id LIMIT 1;
SELECT * FROM wallet_payments WHERE booking_id = :id ORDER BY number;
SELECT * FROM payment_requests WHERE intent_id = :intent LIMIT 1;
SELECT * FROM sandbox_intents WHERE id = :intent LIMIT 1;
BEGIN;
SELECT * FROM bookings WHERE id = :id LIMIT 1 FOR UPDATE;
SELECT * FROM bookings WHERE id = :id LIMIT 1;
UPDATE bookings SET user_id = :user, trek_id = :trek, status = 'Confirmed', payment_status = 'Confirmed', intent_id = :intent, invoice_number = NULL, reference = :reference, departure_id = :id, start_date = '2037-02-24', revision = 3, created_at = :now, updated_at = :now, amount = 176150, guests = 1, guest_key = 'maya gurung', due_on = NULL, document = :document WHERE id = :id AND revision = 2;
SELECT * FROM seat_claims WHERE owner_id = :id LIMIT 1;
SELECT COUNT(*) FROM (SELECT * FROM departure_changes WHERE departure_id = :id AND finished_at IS NOT NULL) AS sub_query;
SELECT * FROM seat_claims WHERE owner_id = :id LIMIT 1;
UPDATE seat_pools SET updated_at = :now WHERE id = :id;
SELECT * FROM seat_claims WHERE owner_id = :id LIMIT 1;
UPDATE seat_pools SET held = held - 1, taken = taken + 1 WHERE id = :id;
UPDATE seat_claims SET state = 'taken', expires_at = NULL, updated_at = :now WHERE owner_id = :id;
INSERT INTO jobs (id, kind, job, tries, created_at, due_at) VALUES (:mail_job, 'mailBookingConfirmed', :job, 0, :now, :later);
INSERT INTO agency_events (id, kind, booking_id, at, departure_id) VALUES (:id, 'bookingPaid', :id, :now, NULL);
INSERT INTO jobs (id, kind, job, tries, created_at, due_at) VALUES (:event_job, 'mailAgencyEvent', :job, 0, :now, :later);
INSERT INTO counters (name, value) VALUES ('invoice-2026', 1) ON CONFLICT (name) DO UPDATE SET value = counters.value + 1 RETURNING value;
SELECT * FROM bookings WHERE id = :id LIMIT 1;
UPDATE bookings SET user_id = :user, trek_id = :trek, status = 'Confirmed', payment_status = 'Confirmed', intent_id = :intent, invoice_number = :invoice, reference = :reference, departure_id = :id, start_date = '2037-02-24', revision = 4, created_at = :now, updated_at = :now, amount = 176150, guests = 1, guest_key = 'maya gurung', due_on = NULL, document = :document WHERE id = :id AND revision = 3;
INSERT INTO booking_search (booking_id, text) VALUES (:id, :search) ON CONFLICT (booking_id) DO UPDATE SET text = excluded.text;
INSERT INTO invoices (number, booking_id, issued_on, has_vat, document, prints) VALUES (:invoice, :id, '2026-11-26', false, :invoice_document, 0) ON CONFLICT (number) DO NOTHING;
INSERT INTO counters (name, value) VALUES ('receipt-2026', 1) ON CONFLICT (name) DO UPDATE SET value = counters.value + 1 RETURNING value;
INSERT INTO ledger (id, booking_id, kind, amount, currency, reference, reason, actor, at) VALUES (:id, :id, 'capture', 176150, 'USD', :intent, 'Booking paid', :key, :now);
INSERT INTO payments (id, booking_id, method, amount, currency, rate, booking_amount, reference, received_by, received_at, receipt_number, reverses, reason, created_at) VALUES (:id, :id, 'card', 176150, 'USD', NULL, 176150, :intent, 'system', :now, :invoice, NULL, NULL, :now);
COMMIT;
SELECT * FROM bookings WHERE id = :id LIMIT 1;
SELECT * FROM refunds WHERE booking_id IN (:id) ORDER BY id;
SELECT * FROM travel_credits WHERE booking_id IN (:id) ORDER BY id;
SELECT * FROM departure_choices WHERE booking_id IN (:id) AND answered_at IS NULL ORDER BY id;

-- The worker. It claims the jobs of several bookings at once; each is claimed and deleted on its own.
SELECT * FROM jobs WHERE due_at <= :now AND given_up_at IS NULL ORDER BY due_at, id LIMIT 8;
UPDATE jobs SET due_at = :later, tries = tries + 1 WHERE id = :mail_job AND tries = 0 AND given_up_at IS NULL;
UPDATE jobs SET due_at = :later, tries = tries + 1 WHERE id = :event_job AND tries = 0 AND given_up_at IS NULL;
SELECT * FROM bookings WHERE id = :id LIMIT 1;
SELECT * FROM agency_events WHERE id = :id LIMIT 1;
SELECT * FROM travel_credits WHERE booking_id IN (:id) ORDER BY id;
SELECT * FROM bookings WHERE id = :id LIMIT 1;
INSERT INTO booking_mails (id, booking_id, kind, sent_at, subject, html, job) VALUES (:mail_job, :id, 'mailBookingConfirmed', :now, 'Booking confirmed', :html, :job) ON CONFLICT (id) DO NOTHING;
DELETE FROM jobs WHERE id = :mail_job;
DELETE FROM jobs WHERE id = :event_job;
