// What a failed call turns into, and the rule that one failure shows one toast (decision 25).
import { isObject } from '../lib/json';
import { toast } from '../lib/toast';
import type { FieldProblem } from './types';

export const GENERIC_FAILURE = 'Something went wrong. Please try again.';
export const INVALID_RESPONSE = 'The server sent an unexpected response. Reload the page and try again.';

export class ApiFailure extends Error {
  override name = 'ApiFailure';
  /** HTTP status; 0 when no answer came (network, time-out), 200 to 299 when the response does not match the contract. */
  readonly status: number;
  /** The server's own words, if it said any. */
  readonly serverMessage: string | undefined;
  readonly errors: FieldProblem[];
  readonly missingFields: string[];
  readonly existingValue: string | undefined;
  /** What a failure carries besides words: the new breakdown of a 409, the payment's status of a 402. */
  readonly data: unknown;
  readonly currentVersion: number | undefined;
  /** A toast has spoken of it: others stay quiet. */
  told = false;

  constructor(status: number, body: unknown, timedOut = false) {
    const said = isObject(body) && body.status !== 'success' ? body : {};
    const serverMessage = typeof said.message === 'string' && said.message !== '' ? said.message : undefined;
    super(serverMessage ?? (timedOut ? 'The server took too long to answer.' : fallbackOf(status)));
    this.status = status;
    this.serverMessage = serverMessage;
    this.errors = Array.isArray(said.errors) ? said.errors : [];
    this.missingFields = Array.isArray(said.missingFields) ? said.missingFields : [];
    this.existingValue = typeof said.existingValue === 'string' ? said.existingValue : undefined;
    this.data = said.data;
    this.currentVersion = typeof said.currentVersion === 'number' ? said.currentVersion : undefined;
  }

  /** The message for one field, by its dotted path. */
  problemOf(field: string): string | undefined {
    return this.errors.find((one) => one.field === field)?.message;
  }

  /** The server reports success, and the response does not match the contract. */
  get isInvalidResponse() {
    return isSuccess(this.status);
  }

  /** No answer, an invalid one, or the server's own fault: trying again may help. */
  get worthRetrying() {
    return this.status < 400 || this.status >= 500;
  }
}

const isSuccess = (status: number) => status >= 200 && status < 300;

function fallbackOf(status: number): string {
  return isSuccess(status) ? INVALID_RESPONSE : GENERIC_FAILURE;
}

export interface Words {
  /** Shown whatever the server said. */
  say?: string;
  /** Shown where the server said nothing. */
  otherwise?: string;
  description?: string;
  action?: { label: string; onClick: () => void };
}

/** Shows the one toast of a failure; a second call for the same failure does nothing. */
export function tell(failure: unknown, words: Words = {}): void {
  if (failure instanceof ApiFailure) {
    if (failure.told) return;
    failure.told = true;
  }
  const server = failure instanceof ApiFailure ? failure.serverMessage : undefined;
  toast.error(
    words.say ?? server ?? words.otherwise ?? fallbackOf(failure instanceof ApiFailure ? failure.status : 0),
    {
      ...(words.description && { description: words.description }),
      ...(words.action && { action: words.action }),
    },
  );
}
