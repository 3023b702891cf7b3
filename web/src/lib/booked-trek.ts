import { paths } from '../paths';

/** The page of the trek of a booking. A private trek has the page of its proposal only. */
export function bookedTrekPath({ _id, proposalToken }: { _id: string; proposalToken?: string }): string {
  return proposalToken ? paths.proposal(proposalToken) : paths.package(_id);
}

/** The days of a booked trek. */
export function bookedItineraryPath({ _id, proposalToken }: { _id: string; proposalToken?: string }): string {
  return proposalToken ? paths.proposal(proposalToken) : paths.itinerary(_id);
}
