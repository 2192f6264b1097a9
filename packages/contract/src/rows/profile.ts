import * as v from "valibot";
import { entriesOf, fields, LINE, LINK, PICTURE, TEXT } from "./field.ts";
import { optionalHttpUrl } from "#values/link-url";
import { pictureSha } from "./picture.ts";
import { optionalLine, optionalText, requiredLine } from "#values/text";

const DISPLAY_NAME_MAX_LENGTH = 50;
export const BIO_MAX_LENGTH = 160;
/** What calls and older rows may hold. Such a bio stays until it is edited. */
export const STORED_BIO_MAX_LENGTH = 200;
const LOCATION_MAX_LENGTH = 50;
const TITLE_MAX_LENGTH = 100;

const TOO_LONG_DISPLAY_NAME = "Display name must be under 50 characters";
export const displayName = requiredLine(
  DISPLAY_NAME_MAX_LENGTH,
  "Display name is required",
  TOO_LONG_DISPLAY_NAME,
);
export const TOO_LONG_BIO = "Bio must be under 160 characters";
export const bio = optionalText(BIO_MAX_LENGTH, TOO_LONG_BIO);
export const storedBio = optionalText(STORED_BIO_MAX_LENGTH, "Bio must be under 200 characters");
/** An edit of `stored`, which may be too long while it is left as it is. */
export const editedBio = (stored: string) => v.union([v.literal(stored), bio]);
export const profileTitle = optionalLine(TITLE_MAX_LENGTH);
export const website = optionalHttpUrl;
export const location = optionalLine(LOCATION_MAX_LENGTH, "Location must be under 50 characters");

export const PROFILE_FIELDS = fields({
  displayName: {
    ...LINE,
    schema: optionalLine(DISPLAY_NAME_MAX_LENGTH, TOO_LONG_DISPLAY_NAME),
    label: "Display name",
  },
  title: { ...LINE, schema: profileTitle, label: "What do you do?" },
  bio: { ...TEXT, schema: storedBio, label: "Bio" },
  website: { ...LINK, schema: website, label: "Website" },
  location: { ...LINE, schema: location, label: "Location" },
  picture: { ...PICTURE, schema: v.nullable(pictureSha), label: "Picture" },
});

export const profile = v.object(entriesOf(PROFILE_FIELDS));
export type Profile = v.InferOutput<typeof profile>;

export const profileFields = v.object({ ...profile.entries, bio });
