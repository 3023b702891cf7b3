// Prices in the format of the pages, and patterns to find texts.

export const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
export const rupees = (amount: number) =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'NPR' }).replace(/\s/g, ' ');

/** The price on the card of a trek. */
export const cheapestPrice = (trek: { routes: { pricePerHead: number }[] }) =>
  Math.min(...trek.routes.map((route) => route.pricePerHead));

export const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
