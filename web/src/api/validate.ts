// Checks responses against the contract. web/src/api/validators holds a schema for each response that the app reads,
// generated from contract/openapi.json beside the types of schema.d.ts and split so that a page loads only its own;
// client.ts checks each response with them. A schema is plain data, and one function interprets it: functions for each
// type, as other generators write them (zod, ajv), are ten times the script, and the first page has no room for them.
//
// A newer server may serve a page that is older: fields that the page does not know are allowed, and so is an unknown word
// of an enum. A field that every response has, missing or of another type, makes the response invalid.
import { isObject } from '../lib/json';

/** `'name?'` is a field that may be missing, `'*'` every field of a map, `[part]` a list, `'=success'` that very word. */
type Part =
  | 'string'
  | 'number'
  | 'boolean'
  | 'any'
  | `=${string}`
  | readonly [Part]
  | { readonly [field: string]: Part };

declare const type: unique symbol;
/** `T` is the type of the values that match. */
export type Schema<T> = { readonly [field: string]: Part } & { readonly [type]?: T };

/** For responses that are read part by part, since they are shown although parts are missing: parse-trek.ts. */
export const anyResponse: Schema<unknown> = {};

export function isValid<T>(schema: Schema<T>, value: unknown): value is T {
  return schema === anyResponse || matches(schema, value);
}

function matches(part: Part, value: unknown): boolean {
  if (typeof part === 'string') return part === 'any' || typeof value === part || `=${value}` === part;
  if (isList(part)) return Array.isArray(value) && value.every((item) => matches(part[0], item));
  return (
    isObject(value) &&
    Object.entries(part).every(([field, inner]) => {
      if (field === '*') return Object.values(value).every((item) => matches(inner, item));
      const name = field.replace('?', '');
      return (name !== field && value[name] === undefined) || matches(inner, value[name]);
    })
  );
}

// TypeScript's own check of arrays leaves out those that are readonly.
const isList = (part: Part): part is readonly [Part] => Array.isArray(part);
