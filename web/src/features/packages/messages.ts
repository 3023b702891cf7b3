// Messages of failed trek lists (document 1 §8, decisions 25–27).

export const FETCH_FAILED = 'Failed to fetch packages';
export const SIGNED_IN_TITLE = 'Something went wrong';
export const VISITOR_TITLE = 'Login and continue';
export const TRENDING_FAILED = 'Failed to fetch trek data';
export const NOTHING_FOUND = 'No packages found';
export const NOTHING_TO_PLOT = 'No trek destinations available to display';

/** Shown beside a price that includes taxes and fees. */
export const ALL_IN = 'per person incl. taxes & fees';
