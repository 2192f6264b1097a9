import * as v from "valibot";

export const OBJECT_NAMES = [
  "vase",
  "mug",
  "bowl",
  "plate",
  "teapot",
  "jar",
  "candle",
  "lamp",
  "book",
  "books",
  "magazine",
  "camera",
  "record",
  "cassette",
  "headphones",
  "microphone",
  "guitar",
  "gamepad",
  "laptop",
  "telephone",
  "envelope",
  "calendar",
  "map",
  "suitcase",
  "bicycle",
  "shirt",
  "shoe",
  "bag",
  "lipstick",
  "plant",
  "bread",
  "bottle",
  "coffee",
  "basket",
  "brush",
  "needle",
  "key",
  "gift",
  "ticket",
  "heart",
] as const;
export type ObjectName = (typeof OBJECT_NAMES)[number];

/** A newer build's name is stored as it is. */
export const objectName = v.pipe(v.string(), v.regex(/^[a-z]{1,40}$/, "Must be the name of an object"));

const NAMES: ReadonlySet<string> = new Set(OBJECT_NAMES);
export const isObjectName = (name: string): name is ObjectName => NAMES.has(name);
