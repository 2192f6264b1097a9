import { type AccountExport, accountExport, picturesIn } from "@shelv/contract/export";
import { linkOf, UNCHECKED } from "@shelv/contract/rows/item";
import { optionalLinkUrl } from "@shelv/contract/values/link-url";
import { pictureSha } from "@shelv/contract/rows/picture";
import { position } from "@shelv/contract/values/position";
import { website } from "@shelv/contract/rows/profile";
import { SHELF_DEFAULT_EMOJI } from "@shelv/contract/rows/shelf";
import { socialLinkValue } from "@shelv/contract/rows/social-link";
import { inOrder } from "@shelv/mutators/placing";
import * as fc from "fast-check";
import * as v from "valibot";
import { arbitraryOf, type Instead } from "./arbitrary-of.ts";

export function anyAccount(pictures: readonly string[]): fc.Arbitrary<AccountExport> {
  const instead: Instead = (schema, at) => {
    if (schema === pictureSha) return fc.constantFrom(...pictures);
    if (schema === optionalLinkUrl) return fc.oneof(fc.constant(""), fc.webUrl());
    if (schema === website) return fc.constantFrom("", "https://ada.example");
    if (schema === socialLinkValue) return fc.constantFrom("", "@ada", "https://ada.example/me");
    if (schema === position) return fc.constantFrom("Zz", "a0", "a0V", "a1", "b12");
    if (at.endsWith("createdAt"))
      return fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date("2100-01-01T00:00:00Z") })
        .map((date) => date.toISOString());
    return undefined;
  };
  return arbitraryOf(accountExport, instead).map((drawn) =>
    asStored(v.parse(accountExport, wellFormed(drawn))),
  );
}

const wellFormed = (drawn: unknown): unknown =>
  JSON.parse(JSON.stringify(drawn), (_, value: unknown) =>
    typeof value === "string" ? value.replaceAll(/\p{Surrogate}/gu, "\uFFFD") : value,
  );

function asStored(account: AccountExport): AccountExport {
  return {
    ...account,
    onboarding:
      account.profile.bio.length > 160 || account.onboarding.completed
        ? { ...account.onboarding, completed: true }
        : { completed: false, goal: null },
    socialLinks: inOrder(account.socialLinks),
    shelves: inOrder(account.shelves).map((shelf) => ({
      ...shelf,
      emoji: shelf.emoji || SHELF_DEFAULT_EMOJI,
      categories: inOrder(shelf.categories),
      items: inOrder(shelf.items).map((item, at) => ({
        ...item,
        ...UNCHECKED,
        // Without a link no page is waited for, and none failed.
        details: linkOf(item) === null && item.details !== "uncut" ? null : item.details,
        categoryIds: shelf.categories
          .slice(at % 2, at % 3)
          .map(({ id }) => id)
          .toSorted(),
      })),
    })),
  };
}

export function contentOf({
  profile,
  appearance,
  settings,
  onboarding,
  socialLinks,
  shelves,
}: AccountExport): unknown {
  const content = { profile, appearance, settings, onboarding, socialLinks, shelves };
  const names = new Map(picturesIn(content).map((sha256, at) => [sha256, `picture ${at}`]));
  return JSON.parse(
    JSON.stringify(content, (_, value: unknown) =>
      typeof value === "string" ? (names.get(value) ?? value) : value,
    ),
  );
}
