// Special requests of a booking (decision 74), as text.

export interface SpecialRequestChoice {
  includeMeals: boolean;
  includePorter: boolean;
}

/** 'Meals, Porter'; empty without a request. */
export function specialRequestsText({ includeMeals, includePorter }: SpecialRequestChoice): string {
  return [includeMeals && 'Meals', includePorter && 'Porter'].filter(Boolean).join(', ');
}
