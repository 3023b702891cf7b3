// Type guards and readers for JSON of unknown shape. A value of the wrong type reads as empty.

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

export function readString(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Omits blank strings. */
export function readStrings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string' && !!item.trim()) : [];
}

export function readNumber(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/** The value at a path, or `undefined` if a part is missing: `readPath(body, 'data', 'treks')`. */
export function readPath(value: unknown, ...names: string[]): unknown {
  return names.reduce<unknown>(
    (part, name) => (isObject(part) && Object.hasOwn(part, name) ? part[name] : undefined),
    value,
  );
}
