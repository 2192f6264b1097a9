import * as v from "valibot";
import { pictureSha } from "./picture.ts";
import { optionalText, requiredText } from "./text.ts";

export const DISPLAY_NAME_MAX_LENGTH = 50;
/** As long as onboarding takes it; the account form asks for 160. */
const STORED_BIO_MAX_LENGTH = 200;

export const displayName = requiredText(
  DISPLAY_NAME_MAX_LENGTH, "Display name is required", "Display name must be under 50 characters",
);

/** Who the page is of, as visitors read it. */
export const profile = v.object({
  displayName: optionalText(DISPLAY_NAME_MAX_LENGTH, "Display name must be under 50 characters"),
  bio: optionalText(STORED_BIO_MAX_LENGTH),
  picture: v.nullable(pictureSha),
});
export type Profile = v.InferOutput<typeof profile>;
