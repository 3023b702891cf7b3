// The responses that the server embedded in the page (#page-data): those of the page's first calls, so that the app
// renders without waiting for them.
import { isObject } from '../lib/json';
import { isValid, type Schema } from './validate';

/** Older data is fetched again. */
const MAX_AGE_MS = 5 * 60_000;

interface PageData {
  from: Element | null;
  at: number;
  answers: Record<string, unknown>;
}

let read: PageData | undefined;

function pageData(): PageData {
  const from = document.getElementById('page-data');
  if (read?.from !== from || !read) read = { from, at: Date.now(), answers: parse(from?.textContent) };
  return read;
}

function parse(text: string | null | undefined): Record<string, unknown> {
  try {
    const answers: unknown = JSON.parse(text || '{}');
    return isObject(answers) ? answers : {};
  } catch {
    return {};
  }
}

/** The embedded response of a call, given as path and query, and the time when it was read. */
export function initialAnswer(call: string): { answer: unknown; at: number } | undefined {
  const { at, answers } = pageData();
  const age = Date.now() - at;
  if (!Object.hasOwn(answers, call) || age < 0 || age >= MAX_AGE_MS) return undefined;
  return { answer: answers[call], at };
}

/** `initialData` for queryOptions from the embedded response, if that matches the schema. `pick` extracts the data. */
export function initialDataFrom<T, Data>(call: string, schema: Schema<T>, pick: (response: T) => Data | undefined) {
  return {
    initialData: () => {
      const first = initialAnswer(call)?.answer;
      return first !== undefined && isValid(schema, first) ? pick(first) : undefined;
    },
    initialDataUpdatedAt: () => initialAnswer(call)?.at,
  };
}
