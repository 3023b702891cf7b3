// The error that a failed call throws, and its toast: each failure shows one toast only (decision 25).
import { isObject } from '../lib/json';
import { referenceText } from '../lib/reference';
import { toast } from '../lib/toast';
import type { FieldProblem } from './types';

export const GENERIC_FAILURE = 'Something went wrong. Please try again.';
export const INVALID_RESPONSE = 'The server sent an unexpected response. Reload the page and try again.';

export class ApiFailure extends Error {
  override name = 'ApiFailure';
  /** HTTP status; 0 without a response (network, timeout), 200 to 299 if the response does not match the contract. */
  readonly status: number;
  /** The server's message, if the response has one. */
  readonly serverMessage: string | undefined;
  /** The server's word for the reason, where the app acts on it. */
  readonly code: string | undefined;
  readonly errors: FieldProblem[];
  readonly missingFields: string[];
  readonly existingValue: string | undefined;
  /** Further data of a failure: the new price breakdown of a 409, the payment status of a 402. */
  readonly data: unknown;
  readonly currentVersion: number | undefined;
  /** A toast has shown this failure; further ones are suppressed. */
  told = false;

  constructor(status: number, body: unknown, timedOut = false) {
    const said = isObject(body) && body.status !== 'success' ? body : {};
    const serverMessage = typeof said.message === 'string' && said.message !== '' ? said.message : undefined;
    super(serverMessage ?? (timedOut ? 'The server took too long to answer.' : fallbackOf(status)));
    this.status = status;
    this.serverMessage = serverMessage;
    this.code = typeof said.code === 'string' ? said.code : undefined;
    this.errors = Array.isArray(said.errors) ? said.errors : [];
    this.missingFields = Array.isArray(said.missingFields) ? said.missingFields : [];
    this.existingValue = typeof said.existingValue === 'string' ? said.existingValue : undefined;
    this.data = said.data;
    this.currentVersion = typeof said.currentVersion === 'number' ? said.currentVersion : undefined;
  }

  /** The message for one field, given by its dotted path. */
  problemOf(field: string): string | undefined {
    return this.errors.find((one) => one.field === field)?.message;
  }

  /** The status is a success, but the response does not match the contract. */
  get isInvalidResponse() {
    return isSuccess(this.status);
  }

  /** No response, an invalid one, or a server error: a retry may succeed. */
  get worthRetrying() {
    return this.status < 400 || this.status >= 500;
  }
}

const isSuccess = (status: number) => status >= 200 && status < 300;

function fallbackOf(status: number): string {
  return isSuccess(status) ? INVALID_RESPONSE : GENERIC_FAILURE;
}

export interface Words {
  /** Shown in every case, even if the server sent a message. */
  say?: string;
  /** Shown if the server sent no message. */
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
      description: words.description ?? referenceText(),
      ...(words.action && { action: words.action }),
    },
  );
}
