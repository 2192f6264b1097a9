import { v7 } from "uuid";

/** A new UUIDv7, so that things made offline have their final id at once. */
export const newId = (): string => v7();
