import { Refusal } from "@shelv/contract/refusal";

/**
 * JSON that PostgreSQL can take apart: without NUL, which it stores nowhere, and without halves of characters,
 * which SQLite replaces in its own columns too.
 */
export function storedJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!ESCAPED.test(json)) return json;
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner !== "string") return inner;
    if (inner.includes("\0")) throw new Refusal("invalid");
    return Buffer.from(inner).toString();
  });
}

/** How `JSON.stringify` writes both. */
const ESCAPED = /\\u(?:0000|d[89a-f])/;
