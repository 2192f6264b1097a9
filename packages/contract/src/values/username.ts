import * as v from "valibot";
import { OWN_FIRST_SEGMENTS } from "#paths";

export const USERNAME_MIN_LENGTH = 3;
export const USERNAME_MAX_LENGTH = 30;

export const username = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(USERNAME_MIN_LENGTH, "Username must be at least 3 characters"),
  v.maxLength(USERNAME_MAX_LENGTH, "Username must be less than 30 characters"),
  v.regex(/^[\w-]+$/, "Username can only contain letters, numbers, underscores and hyphens"),
);

export const isReservedUsername = (name: string) => OWN_FIRST_SEGMENTS.has(name.toLowerCase());
