import { v7 } from "uuid";

/** UUIDv7: rows created offline have their final id. */
export const newId = (): string => v7();
