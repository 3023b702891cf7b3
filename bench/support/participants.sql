-- Seats confirmed bookings of `many_bookings` on the departures of `many_departures`, three on each, and makes the departures
-- larger by as many seats. Runs on both databases.
CREATE TEMP TABLE seated AS
  SELECT booking.id AS booking_id, departure.id AS departure_id, departure.pool_id, booking.guests
  FROM (
    SELECT id, guests, row_number() OVER (ORDER BY id) - 1 AS place
    FROM bookings WHERE status = 'Confirmed' AND departure_id IS NULL
  ) AS booking
  JOIN (
    SELECT id, pool_id, row_number() OVER (ORDER BY start_date, id) - 1 AS place
    FROM departures WHERE kind = 'group' AND state = 'open'
  ) AS departure ON booking.place / 3 = departure.place;
CREATE INDEX seated_by_booking ON seated (booking_id);
CREATE INDEX seated_by_pool ON seated (pool_id);
UPDATE seat_pools SET
    capacity = capacity + (SELECT sum(guests) FROM seated WHERE pool_id = seat_pools.id),
    taken = taken + (SELECT sum(guests) FROM seated WHERE pool_id = seat_pools.id)
  WHERE id IN (SELECT pool_id FROM seated);
INSERT INTO seat_claims (owner_id, pool_id, departure_id, seats, state, expires_at, updated_at)
  SELECT booking_id, pool_id, departure_id, guests, 'taken', NULL, (SELECT max(updated_at) FROM bookings) FROM seated;
UPDATE bookings SET departure_id = (SELECT departure_id FROM seated WHERE booking_id = bookings.id)
  WHERE id IN (SELECT booking_id FROM seated);
