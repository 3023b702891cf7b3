// Steps from a trek to the confirmation. The first one is on the trek page.
import { paths } from '../../paths';
import type { Step } from '../../ui/StepBar';
import { type Draft, tripPath } from './draft';

export const STEP_GUESTS = 1;
export const STEP_PAYMENT = 2;
export const STEP_CONFIRMATION = 3;

/** Earlier steps link back while this tab holds the draft. Afterwards route, date and guests can no longer change. */
export function bookingSteps(draft?: Draft | null): Step[] {
  return [
    { label: 'Trip', to: draft ? tripPath(draft) : undefined },
    { label: 'Guests', to: draft ? paths.booking : undefined },
    { label: 'Payment' },
    { label: 'Confirmation' },
  ];
}
