/** The documents' life of a one-time code, for an answer that carries no `expiresInSeconds`. */
const DEFAULT_SECONDS = 60;

/** Seconds that a mailed code lives, by the server's answer. */
export function codeLifetime(answer: { expiresInSeconds?: unknown } | null | undefined): number {
  const seconds = answer?.expiresInSeconds;
  return typeof seconds === 'number' && seconds >= 0 ? seconds : DEFAULT_SECONDS;
}
