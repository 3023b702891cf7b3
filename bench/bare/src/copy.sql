-- Copies every booking of `many_bookings` once, with its customer and its books. `:copy` is the number of the copy and
-- `:hex` the same in two hexadecimal digits, which replace the ninth byte of each id: in a UUID that is not a copy, this byte
-- is 80 to bf. Dates stay, so that each list has as many more rows as there are copies.
CREATE TEMP TABLE people AS
  SELECT id, CAST(substr(id, 1, 8) || X':hex' || substr(id, 10) AS BLOB) AS new_id
  FROM accounts WHERE email LIKE 'traveller.%@many.example';
CREATE UNIQUE INDEX temp.people_by_id ON people (id);
CREATE TEMP TABLE copied AS
  SELECT id, CAST(substr(id, 1, 8) || X':hex' || substr(id, 10) AS BLOB) AS new_id, text_id,
    substr(text_id, 1, 19) || ':hex' || substr(text_id, 22) AS new_text_id, reference,
    substr(reference, 1, 3) || (CAST(substr(reference, 4) AS INTEGER) + :copy * 200000) AS new_reference
  FROM (
    SELECT id, reference, lower(substr(hex(id), 1, 8) || '-' || substr(hex(id), 9, 4) || '-' || substr(hex(id), 13, 4) || '-'
      || substr(hex(id), 17, 4) || '-' || substr(hex(id), 21)) AS text_id
    FROM bookings WHERE user_id IN (SELECT id FROM people)
  );
CREATE UNIQUE INDEX temp.copied_by_id ON copied (id);
CREATE UNIQUE INDEX temp.copied_by_text_id ON copied (text_id);

INSERT INTO accounts (id, name, email, email_key, role, password_hash, preferences, created_at)
  SELECT new_id, name, replace(email, 'traveller.', 'traveller-:copy.'), replace(email_key, 'traveller.', 'traveller-:copy.'),
    role, password_hash, preferences, created_at
  FROM people CROSS JOIN accounts USING (id);
INSERT INTO subscribers (id, email, email_key, created_at)
  SELECT CAST(substr(id, 1, 8) || X':hex' || substr(id, 10) AS BLOB), replace(email, 'traveller.', 'traveller-:copy.'),
    replace(email_key, 'traveller.', 'traveller-:copy.'), created_at
  FROM subscribers WHERE email_key LIKE 'traveller.%@many.example';
INSERT INTO enquiry_messages (id, enquiry_id, author, author_name, body, sent_at)
  SELECT CAST(substr(m.id, 1, 8) || X':hex' || substr(m.id, 10) AS BLOB),
    CAST(substr(e.id, 1, 8) || X':hex' || substr(e.id, 10) AS BLOB), m.author, m.author_name, m.body, m.sent_at
  FROM enquiries e JOIN enquiry_messages m ON m.enquiry_id = e.id WHERE e.email_key LIKE 'traveller.%@many.example';
INSERT INTO enquiries (id, trek_id, trek_name, name, email, email_key, search_key, status, is_verified, version, created_at,
    last_message_at)
  SELECT CAST(substr(id, 1, 8) || X':hex' || substr(id, 10) AS BLOB), trek_id, trek_name, name,
    replace(email, 'traveller.', 'traveller-:copy.'), replace(email_key, 'traveller.', 'traveller-:copy.'),
    replace(search_key, 'traveller.', 'traveller-:copy.'), status, is_verified, version, created_at, last_message_at
  FROM enquiries WHERE email_key LIKE 'traveller.%@many.example';
INSERT INTO bookings (id, user_id, trek_id, status, payment_status, intent_id, invoice_number, start_date, revision, created_at,
    updated_at, document, amount, guests, guest_key, reference, due_on)
  SELECT copied.new_id, people.new_id, trek_id, status, payment_status, intent_id || '-:copy', invoice_number || '-:copy',
    start_date, revision, created_at, updated_at,
    replace(replace(replace(document, text_id, new_text_id), copied.reference, new_reference), '"' || ifnull(intent_id, '') || '"',
      '"' || ifnull(intent_id || '-:copy', '') || '"'), amount, guests, guest_key, new_reference, due_on
  FROM copied CROSS JOIN bookings USING (id) JOIN people ON people.id = bookings.user_id;
INSERT INTO booking_search (booking_id, text)
  SELECT new_id, replace(replace(replace(text, text_id, new_text_id), lower(reference), lower(new_reference)), 'traveller.',
    'traveller-:copy.')
  FROM copied JOIN booking_search ON booking_id = id;
INSERT INTO booking_tags (tag, booking_id) SELECT tag, new_id FROM copied JOIN booking_tags ON booking_id = id;
INSERT INTO invoices (number, booking_id, issued_on, has_vat, document, prints)
  SELECT number || '-:copy', new_id, issued_on, has_vat, replace(replace(replace(document, text_id, new_text_id), reference,
    new_reference), '"' || number || '"', '"' || number || '-:copy"'), prints
  FROM copied JOIN invoices ON booking_id = copied.id;
INSERT INTO sandbox_intents (id, client_secret, idempotency_key, booking_id, amount, currency, status, card_brand, card_last4,
    last_error, created_at, updated_at)
  SELECT sandbox_intents.id || '-:copy', client_secret || '-:copy', new_text_id, new_id, amount, currency, status, card_brand,
    card_last4, last_error, created_at, updated_at
  FROM sandbox_intents JOIN copied ON copied.text_id = idempotency_key;
INSERT INTO sandbox_refunds (id, idempotency_key, intent_id, amount, currency, created_at)
  SELECT r.id || '-:copy', r.idempotency_key || '-:copy', r.intent_id || '-:copy', r.amount, r.currency, r.created_at
  FROM sandbox_refunds r JOIN sandbox_intents i ON i.id = r.intent_id JOIN copied ON copied.text_id = i.idempotency_key;
INSERT INTO refunds (id, booking_id, intent_id, amount, currency, reason, actor, cause, state, reference, last_error, created_at,
    updated_at)
  SELECT CAST(substr(refunds.id, 1, 8) || X':hex' || substr(refunds.id, 10) AS BLOB), new_id, intent_id || '-:copy',
    amount, currency, reason, actor, cause, state, refunds.reference || '-:copy', last_error, created_at, updated_at
  FROM copied JOIN refunds ON booking_id = copied.id;
INSERT INTO ledger (id, booking_id, kind, amount, currency, reference, reason, actor, at)
  SELECT CAST(substr(ledger.id, 1, 8) || X':hex' || substr(ledger.id, 10) AS BLOB), new_id, kind, amount, currency,
    ledger.reference || '-:copy', reason, actor, at
  FROM copied JOIN ledger ON booking_id = copied.id;
INSERT INTO payments (id, booking_id, method, amount, currency, rate, booking_amount, reference, received_by, received_at,
    receipt_number, reverses, reason, created_at)
  SELECT CAST(substr(payments.id, 1, 8) || X':hex' || substr(payments.id, 10) AS BLOB), new_id, method, amount, currency,
    rate, booking_amount, payments.reference || '-:copy', received_by, received_at, NULL, NULL, reason, created_at
  FROM copied JOIN payments ON booking_id = copied.id;
INSERT INTO audit_log (id, at, who_id, who_name, action, subject_kind, subject_id, subject_name, search_key, changes)
  SELECT CAST(substr(audit_log.id, 1, 8) || X':hex' || substr(audit_log.id, 10) AS BLOB), at, who_id, who_name, action,
    subject_kind, new_text_id, subject_name, replace(search_key, text_id, new_text_id), changes
  FROM copied JOIN audit_log ON subject_id = text_id;
UPDATE counters SET value = value + 200000 WHERE name = 'booking-reference';
DROP TABLE temp.people;
DROP TABLE temp.copied;
