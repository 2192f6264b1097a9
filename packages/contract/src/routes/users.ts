import * as v from "valibot";
import { route } from "./route.ts";

const params = v.object({ username: v.string() });

const publicUser = v.object({
  username: v.string(),
  displayName: v.string(),
  bio: v.string(),
  profileImageUrl: v.nullable(v.string()),
});

const publicItem = v.object({
  id: v.string(),
  url: v.string(),
  title: v.string(),
  description: v.string(),
  price: v.string(),
  imageUrl: v.nullable(v.string()),
  emoji: v.string(),
});

export const userRoutes = {
  profile: route({
    method: "GET", path: "/api/users/:username",
    summary: "What visitors see of somebody",
    refuses: ["not-found"],
    access: "anyone", params, answer: publicUser,
  }),
  shelves: route({
    method: "GET",
    path: "/api/users/:username/shelves",
    summary: "The shelves and items that visitors see",
    refuses: ["not-found"],
    access: "anyone",
    params,
    answer: v.array(v.object({ id: v.string(), name: v.string(), description: v.string(), emoji: v.string(), items: v.array(publicItem) })),
  }),
};
