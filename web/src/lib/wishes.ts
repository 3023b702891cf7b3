// What a traveller asks the agency to arrange besides (decision 74), in words.

export interface WishChoice {
  includeMeals: boolean;
  includePorter: boolean;
}

/** 'Meals, Porter'; empty without a wish. */
export function wishesText({ includeMeals, includePorter }: WishChoice): string {
  return [includeMeals && 'Meals', includePorter && 'Porter'].filter(Boolean).join(', ');
}
