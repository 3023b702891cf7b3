/** Lifetime that the documents set for a one-time code, for responses without `expiresInSeconds`. */
const DEFAULT_SECONDS = 60;

/** Lifetime of an emailed code in seconds, from the server's response. */
export function codeLifetime(answer: { expiresInSeconds?: unknown } | null | undefined): number {
  const seconds = answer?.expiresInSeconds;
  return typeof seconds === 'number' && seconds >= 0 ? seconds : DEFAULT_SECONDS;
}
