// Checks responses against the contract. web/src/api/validators holds a schema for each response that the app reads.
// The schemas are generated from contract/openapi.json, like the types in schema.d.ts, and are split so that a page
// loads only its own; client.ts checks each response with them. A schema is plain data that one function interprets:
// one function per type, as other generators write (zod, ajv), takes ten times the script, which exceeds the size limit
// of the first page.
//
// A newer server may serve an older page: unknown fields are allowed, and so are unknown values of an enum. A required
// field that is missing or has another type makes the response invalid.
import { isObject } from '../lib/json';

/** `'name?'` is an optional field, which may be null, `'*'` every field of a map, `[part]` a list, `'=success'` that exact string. */
type Part =
  | 'string'
  | 'number'
  | 'boolean'
  | 'any'
  | `=${string}`
  | readonly [Part]
  | { readonly [field: string]: Part };

declare const type: unique symbol;
/** `T` is the type of the values that match the schema. */
export type Schema<T> = { readonly [field: string]: Part } & { readonly [type]?: T };

/** Accepts every response, for those that are parsed part by part because missing parts are allowed: parse-trek.ts. */
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
      return (name !== field && value[name] == null) || matches(inner, value[name]);
    })
  );
}

// Array.isArray does not narrow readonly arrays.
const isList = (part: Part): part is readonly [Part] => Array.isArray(part);
