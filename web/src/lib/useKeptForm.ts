// A form whose unsaved text is kept in the tab, with the version of the document that it changes. A save names that
// version, so that the server refuses it if somebody else has saved since, even after a reload.
import { useRef, useState } from 'react';
import { isObject } from './json';
import { readJson, remove, writeJson } from './storage';

export interface Versioned<Form> {
  version: number;
  form: Form;
}

/** `key` begins with 'draft:', so that it is removed at logout (session-drafts.ts). */
export function useKeptForm<Form extends object>(
  key: string,
  stored: Versioned<Form>,
  isForm: (value: unknown) => value is Form,
) {
  const isKept = (value: unknown): value is Versioned<Form> =>
    isObject(value) && typeof value.version === 'number' && isForm(value.form);
  const [typed, setTyped] = useState(() => readJson('session', key, isKept));
  // Read when a request ends, which is after the render that sent it.
  const latest = useRef(typed);
  // What was saved, until the page has read it.
  const [saved, setSaved] = useState<Versioned<Form>>();
  const base = saved && saved.version > stored.version ? saved : stored;
  const { version, form } = typed ?? base;
  const keep = (next: Versioned<Form> | null, under = key) => {
    latest.current = next;
    setTyped(next);
    if (!next || under !== key) remove('session', key);
    if (next) writeJson('session', under, next);
  };
  return {
    version,
    form,
    isChanged: JSON.stringify(form) !== JSON.stringify(base.form),
    change: (part: Partial<Form>) => keep({ version, form: { ...form, ...part } }),
    forget: () => keep(null),
    /**
     * Makes `onto` the version to type over. What was typed stays, unless it is `sent`, which `onto` contains. `under` is
     * the key of a document that was new.
     */
    rebase: (onto: Versioned<Form>, sent?: Form, under?: string) => {
      const { current } = latest;
      setSaved(onto);
      keep(current && current.form !== sent ? { version: onto.version, form: current.form } : null, under);
    },
  };
}
