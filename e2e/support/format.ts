// Prices as the pages write them, and how a test looks for a text.

export const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
export const rupees = (amount: number) =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'NPR' }).replace(/\s/g, ' ');

/** The price that the card of a trek shows. */
export const cheapestPrice = (trek: { routes: { pricePerHead: number }[] }) =>
  Math.min(...trek.routes.map((route) => route.pricePerHead));

export const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
