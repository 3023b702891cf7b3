// The golden cases that the lines of the server's mails pass too.
import { expect, test } from 'vitest';
import golden from '../../../../contract/price-line-cases.json';
import { linesOfPrice } from './price-lines';

test.each(golden.cases)('the lines of a price have one name and one order everywhere: $name', (given) => {
  const { basePrice, discount, gst, serviceFee, insurance, bookingFee } = given.price;
  const lines = linesOfPrice({
    basePrice: Number(basePrice),
    discount: Number(discount),
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
