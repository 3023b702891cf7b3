// The id of the latest failed call in the server's log, for the message about it.
let latest: string | undefined;

/** Called for every failure. Only a defect of the server is looked up in its log. */
export function keepReference(status: number, requestId: string | null) {
  latest = (status === 500 && requestId) || undefined;
}

/** A sentence with the reference, or nothing. */
export const referenceText = () => latest && `Reference: ${latest}`;
