import { id } from "@shelv/contract/values/id";
import { pictureSha } from "@shelv/contract/rows/picture";
import type { Route } from "@shelv/contract/routes/route";
import type * as v from "valibot";
import type { Sending } from "./route-case.ts";

/** "id" is a parameter, "body.shelfId" a field, "body.categories.0" each entry of a list. */
export const idPlaces = ({ params, body }: Route): string[] => [
  ...placesIn(params, ""),
  ...placesIn(body, "body."),
];

type AnySchema = v.GenericSchema & {
  wrapped?: AnySchema;
  entries?: Record<string, AnySchema>;
  item?: AnySchema;
  options?: AnySchema[];
  pipe?: AnySchema[];
};

function placesIn(schema: v.GenericSchema | undefined, at: string): string[] {
  const { type, wrapped, entries, item, options, pipe } = (schema ?? {}) as AnySchema;
  if (schema === id || schema === pictureSha) return [at.slice(0, -1)];
  if (wrapped) return placesIn(wrapped, at);
  if (item) return placesIn(item, `${at}0.`);
  if (entries) return Object.entries(entries).flatMap(([name, entry]) => placesIn(entry, `${at}${name}.`));
  if (options && (type === "union" || type === "variant"))
    return [...new Set(options.flatMap((option) => placesIn(option, at)))];
  return (pipe ?? []).slice(1).flatMap((action) => placesIn(action, at));
}

export function withIdAt(sending: Sending, place: string, id: string): Sending {
  const [first = "", ...path] = place.split(".");
  return first === "body"
    ? { ...sending, body: withValueAt(sending.body, path, id) }
    : { ...sending, params: { ...sending.params, [first]: id } };
}

/** A text is JSON in a form, unless it was made unreadable: that has no places. */
export function withValueAt(body: unknown, [name = "", ...deeper]: string[], value: unknown): unknown {
  if (typeof body === "string") {
    const written = readJson(body);
    return written === null ? body : JSON.stringify(withValueAt(written, [name, ...deeper], value));
  }
  const inside = (body as Record<string, unknown> | undefined)?.[name];
  const next = deeper.length > 0 ? withValueAt(inside, deeper, value) : value;
  return Array.isArray(body)
    ? body.toSpliced(Number(name), 1, next)
    : { ...(body as object | undefined), [name]: next };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
