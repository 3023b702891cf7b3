// The answers that came with the page (crates/server/src/site/page/data.rs): what its first calls would have said, so that
// the app draws without waiting for them.

/** Whoever comes back to a list after that asks for it. */
const LIFE_MS = 5 * 60_000;

interface FirstAnswers {
  from: Element | null;
  at: number;
  answers: Record<string, unknown>;
}

let read: FirstAnswers | undefined;

function firstAnswers(): FirstAnswers {
  const from = document.getElementById('page-data');
  if (read?.from !== from || !read) read = { from, at: Date.now(), answers: parse(from?.textContent) };
  return read;
}

function parse(text: string | null | undefined): Record<string, unknown> {
  try {
    const answers: unknown = JSON.parse(text || '{}');
    return typeof answers === 'object' && answers !== null ? { ...answers } : {};
  } catch {
    return {};
  }
}

/** What the page brought for a call, spelled with its query, and when. */
export function firstAnswer(call: string): { answer: unknown; at: number } | undefined {
  const { at, answers } = firstAnswers();
  const age = Date.now() - at;
  if (!Object.hasOwn(answers, call) || age < 0 || age >= LIFE_MS) return undefined;
  return { answer: answers[call], at };
}

/** For queryOptions: begins with what the page brought. `pick` takes the data out of the answer. */
export function startingWith<Data>(call: string, pick: (answer: unknown) => Data | undefined) {
  return {
    initialData: () => {
      const first = firstAnswer(call);
      return first && pick(first.answer);
    },
    initialDataUpdatedAt: () => firstAnswer(call)?.at,
  };
}
