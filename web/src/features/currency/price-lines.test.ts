// Runs the golden cases shared with the server's emails.
import { expect, test } from 'vitest';
import golden from '../../../../contract/price-line-cases.json';
import { priceLinesOf } from './price-lines';

test.each(golden.cases)('price lines have the same names and order everywhere: $name', (given) => {
  const { basePrice, discount, promotion, gst, serviceFee, insurance, bookingFee } = given.price;
  const lines = priceLinesOf({
    basePrice: Number(basePrice),
    discount: Number(discount),
    ...(promotion !== undefined && { promotion: Number(promotion) }),
    gst: Number(gst),
    serviceFee: Number(serviceFee),
    insurance: Number(insurance),
    bookingFee: Number(bookingFee),
    total: 0,
    currency: given.currency,
  });
  expect(lines.map(({ label, amount }) => [label, amount])).toEqual(
    given.lines.map(([label, amount]) => [label, Number(amount)]),
  );
});
