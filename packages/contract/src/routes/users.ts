import * as v from "valibot";
import { shelfBackground } from "#rows/appearance";
import { answersOf } from "#rows/field";
import { PUBLIC_ITEM_FIELDS } from "#rows/item";
import { socialPlatform } from "#rows/social-link";
import { categoryName } from "./categories.ts";
import { route } from "./route.ts";

const params = v.object({ username: v.string() });

const publicUser = v.object({
  username: v.string(),
  displayName: v.string(),
  title: v.string(),
  bio: v.string(),
  website: v.string(),
  location: v.string(),
  profileImageUrl: v.nullable(v.string()),
  socialLinks: v.array(v.object({ platform: socialPlatform, url: v.string() })),
  settings: v.object({ shelfBackground }),
});

const publicItem = v.object({
  id: v.string(),
  ...answersOf(PUBLIC_ITEM_FIELDS),
  imageUrl: v.nullable(v.string()),
  categories: v.array(categoryName),
});

const publicShelf = v.object({
  id: v.string(),
  name: v.string(),
  description: v.string(),
  emoji: v.string(),
  categories: v.array(categoryName),
  items: v.array(publicItem),
});

export const userRoutes = {
  profile: route({
    method: "GET",
    path: "/api/users/:username",
    summary: "The public profile of a user",
    refuses: ["not-found", "page-suspended"],
    access: "anyone",
    params,
    answer: publicUser,
  }),
  shelves: route({
    method: "GET",
    path: "/api/users/:username/shelves",
    summary: "The shelves and items that visitors see",
    refuses: ["not-found", "page-suspended"],
    access: "anyone",
    params,
    answer: v.array(publicShelf),
  }),
};
