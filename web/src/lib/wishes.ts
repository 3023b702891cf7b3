// Special requests of a booking (decision 74), as text.

export interface WishChoice {
  includeMeals: boolean;
  includePorter: boolean;
}

/** 'Meals, Porter'; empty without a request. */
export function wishesText({ includeMeals, includePorter }: WishChoice): string {
  return [includeMeals && 'Meals', includePorter && 'Porter'].filter(Boolean).join(', ');
}
