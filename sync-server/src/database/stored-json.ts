import { Refusal } from "@shelv/contract/refusal";

/**
 * JSON that PostgreSQL can take apart: without NUL, which it stores nowhere, and without halves of
 * characters, which SQLite replaces in its own columns too.
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

/** Repairs JSON that was stored before, without NUL. */
export function repairedJson(json: string): string {
  const plain = json.replaceAll("\0", "");
  if (!ESCAPED.test(plain)) return plain;
  return JSON.stringify(JSON.parse(plain), (_, inner: unknown) =>
    typeof inner === "string" ? Buffer.from(inner.replaceAll("\0", "")).toString() : inner,
  );
}

/** How `JSON.stringify` writes both. */
const ESCAPED = /\\u(?:0000|d[89a-f])/;
