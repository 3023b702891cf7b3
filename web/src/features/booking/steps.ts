// The steps from a trek to a confirmation. The first is taken on the trek page.
import { paths } from '../../paths';
import type { Step } from '../../ui/StepBar';
import type { Draft } from './draft';

export const STEP_GUESTS = 1;
export const STEP_PAYMENT = 2;
export const STEP_CONFIRMATION = 3;

/** With links back while this tab holds the draft: without it, route, date and guests can no longer be changed. */
export function bookingSteps(draft?: Draft | null): Step[] {
  const { trekId, startDate } = draft?.bookingData ?? {};
  return [
    { label: 'Trip', to: trekId && paths.package(trekId, startDate) },
    { label: 'Guests', to: draft ? paths.booking : undefined },
    { label: 'Payment' },
    { label: 'Confirmation' },
  ];
}
