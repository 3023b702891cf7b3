// Runs the golden cases shared with the server, and input errors that only the page can have.
import { describe, expect, test } from 'vitest';
import golden from '../../../../contract/pricing-cases.json';
import { type Deduction, PriceError, type PriceRequest, quote } from './pricing';

/** The wire has numbers; the cases write amounts as text, so that no parser rounds them. */
function request(given: (typeof golden.cases)[number]): PriceRequest {
  const { discount, charges } = given.paymentDetails;
  return {
    pricePerHead: Number(given.pricePerHead),
    guests: given.guests,
    currency: given.currency,
    ...(given.promotion && { promotion: deduction(given.promotion) }),
    paymentDetails: {
      discount: {
        ...discount,
        groupDiscountPercentage: Number(discount.groupDiscountPercentage),
      },
      charges: {
        gst: Number(charges.gst),
        serviceFee: Number(charges.serviceFee),
        insurancePerPerson: Number(charges.insurancePerPerson),
        bookingFee: Number(charges.bookingFee),
      },
    },
  };
}

function deduction({ percent, amount }: { percent?: string | undefined; amount?: string | undefined }): Deduction {
  return percent === undefined ? { amount: Number(amount) } : { percent: Number(percent) };
}

function outcome(asked: PriceRequest): unknown {
  try {
    return quote(asked);
  } catch (error) {
    return error instanceof PriceError ? error.fault : error;
  }
}

const usual: PriceRequest = {
  pricePerHead: 1000,
  guests: 2,
  currency: 'USD',
  paymentDetails: {
    discount: {
      groupDiscountThreshold: 4,
      groupDiscountPercentage: 20,
      isGroupDiscountApplicable: true,
    },
    charges: { gst: 18, serviceFee: 5, insurancePerPerson: 500, bookingFee: 200 },
  },
};

describe('PRICE-02 PRICE-03 PRICE-04 every golden case has the same result as on the server', () => {
  test('there are at least 60 of them', () => {
    expect(golden.cases.length).toBeGreaterThanOrEqual(60);
  });

  test.each(golden.cases.map((given) => [given.name, given] as const))('%s', (_, given) => {
    if (given.expect === undefined) {
      expect(outcome(request(given))).toBe(given.error);
      return;
    }
    const lines = Object.entries(given.expect).map(([line, text]) => [line, Number(text)]);
    expect(outcome(request(given))).toEqual({
      ...Object.fromEntries(lines),
      currency: given.currency,
    });
  });
});

test('PRICE-05 PRICE-06 PRICE-07 PRICE-08 the default terms price two guests without the discount and four with it', () => {
  expect(quote(usual)).toEqual({
    basePrice: 2000,
    discount: 0,
    gst: 360,
    serviceFee: 100,
    insurance: 1000,
    bookingFee: 200,
    total: 3660,
    currency: 'USD',
  });
  expect(quote({ ...usual, guests: 4 })).toMatchObject({ discount: 800, gst: 576, total: 6136 });
});

test('an invalid amount is rejected, never rounded or guessed', () => {
  for (const pricePerHead of [Number.NaN, Number.POSITIVE_INFINITY, -1, 12.345, 1e-7, 1e21]) {
    expect(outcome({ ...usual, pricePerHead })).toBe('amount');
  }
  const half = { ...usual.paymentDetails.charges, gst: 12.34567 };
  const over = { ...usual.paymentDetails.charges, serviceFee: 100.5 };
  for (const charges of [half, over]) {
    const paymentDetails = { ...usual.paymentDetails, charges };
    expect(outcome({ ...usual, paymentDetails })).toBe('amount');
  }
});

test('GUEST-03 a fractional, zero or above-100 number of guests has no price', () => {
  for (const guests of [0, -1, 2.5, 101, Number.NaN]) {
    expect(outcome({ ...usual, guests })).toBe('guests');
  }
});
