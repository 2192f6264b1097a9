import { newItemFields } from "./item-cases.ts";
import { v7 as uuid } from "uuid";
import type { OwnedKind, Owner, World } from "#conformance/world";
import { findItem } from "#database/rows/read-owner";
import { applyAtOnce } from "#shelves/mutate/apply-mutations";
import { mutation } from "#shelves/mutate/mutation";

/** As a device sends it, with the kinds of ids in its arguments; null if the device creates the id. */
export type MutationCase = {
  ids: Record<string, OwnedKind | null>;
  happy: (world: World, owner: Owner) => Promise<Record<string, unknown>>;
};

const shelf = { name: "Books", description: "Read", emoji: "📚" };
const item = { ...newItemFields, showsCutout: true };

async function deleted(world: World, owner: Owner, kind: "shelf" | "item" | "category"): Promise<string> {
  const id = await world.make(owner, kind);
  await owner.browser.delete(
    `/api/${{ shelf: "shelves", item: "items", category: "categories" }[kind]}/${id}`,
  );
  return id;
}

async function pendingItem(
  { server }: World,
  owner: Owner,
  id: string,
): Promise<{ id: string; url: string }> {
  const { db, writeDeps } = server.services;
  const patch = { details: "pending" as const, picture: null, cutout: null };
  await applyAtOnce(writeDeps, owner.userId, [mutation("item.update", { id, patch, was: {} })]);
  const { url } = await findItem(db.reader, owner.userId, id);
  return { id, url };
}

export const MUTATION_CASES: Record<string, MutationCase> = {
  "shelf.create": { ids: { id: null }, happy: async () => ({ id: uuid(), ...shelf, position: "a0" }) },
  "shelf.update": {
    ids: { id: "shelf" },
    happy: async (world, owner) => ({
      id: await world.some(owner, "shelf"),
      patch: { name: "Films" },
      was: { name: "Books" },
    }),
  },
  "shelf.move": {
    ids: { id: "shelf" },
    happy: async (world, owner) => ({ id: await world.some(owner, "shelf"), position: "Zz" }),
  },
  "shelf.delete": {
    ids: { id: "shelf" },
    happy: async (world, owner) => ({ id: await world.some(owner, "shelf") }),
  },
  "item.create": {
    ids: { id: null, shelfId: "shelf", "categoryIds.0": "category", picture: "picture", cutout: "picture" },
    happy: async (world, owner) => ({
      id: uuid(),
      shelfId: await world.some(owner, "shelf"),
      ...item,
      categoryIds: [await world.some(owner, "category")],
      picture: await world.some(owner, "picture"),
      cutout: await world.some(owner, "picture"),
      position: "a0",
    }),
  },
  "item.update": {
    ids: {
      id: "item",
      "patch.picture": "picture",
      "patch.cutout": "picture",
      "categories.add.0": "category",
      "categories.remove.0": "category",
    },
    happy: async (world, owner) => ({
      id: await world.some(owner, "item"),
      patch: {
        title: "Cup",
        picture: await world.some(owner, "picture"),
        cutout: await world.some(owner, "picture"),
      },
      was: {},
      categories: {
        add: [await world.some(owner, "category")],
        remove: [await world.some(owner, "category")],
      },
    }),
  },
  "item.move": {
    ids: { id: "item", shelfId: "shelf" },
    happy: async (world, owner) => ({
      id: await world.some(owner, "item"),
      shelfId: await world.some(owner, "shelf"),
      position: "a1",
    }),
  },
  "item.delete": {
    ids: { id: "item" },
    happy: async (world, owner) => ({ id: await world.some(owner, "item") }),
  },
  "item.complete-details": {
    ids: { id: "item", "patch.picture": "picture" },
    happy: async (world, owner) => ({
      ...(await pendingItem(world, owner, await world.some(owner, "item"))),
      patch: { title: "Read", picture: await world.some(owner, "picture") },
      was: { picture: null },
    }),
  },
  "item.take-back-details": {
    ids: { id: "item", "before.picture": "picture", "before.cutout": "picture" },
    happy: async (world, owner) => {
      const { id } = await pendingItem(world, owner, await world.some(owner, "item"));
      const picture = await world.some(owner, "picture");
      const before = { title: "Pan", description: "", price: "", picture, cutout: picture };
      return { id, before: { ...before, showsCutout: true, details: null } };
    },
  },
  "item.note-link-checks": {
    ids: { "checks.0.id": "item" },
    happy: async (world, owner) => {
      const id = await world.some(owner, "item");
      const { url } = await findItem(world.server.services.db.reader, owner.userId, id);
      return { checks: [{ id, url, linkState: "ok", checkedAt: "2026-03-01T12:00:00.000Z" }] };
    },
  },
  "category.create": {
    ids: { id: null, shelfId: "shelf" },
    happy: async (world, owner) => ({
      id: uuid(),
      shelfId: await world.some(owner, "shelf"),
      name: "Read",
      position: "a0",
    }),
  },
  "category.update": {
    ids: { id: "category" },
    happy: async (world, owner) => ({
      id: await world.some(owner, "category"),
      patch: { name: "Unread" },
      was: { name: "Read" },
    }),
  },
  "category.move": {
    ids: { id: "category" },
    happy: async (world, owner) => ({ id: await world.some(owner, "category"), position: "Zz" }),
  },
  "category.delete": {
    ids: { id: "category", shelfId: "shelf" },
    happy: async (world, owner) => ({
      id: await world.some(owner, "category"),
      shelfId: await world.some(owner, "shelf"),
    }),
  },
  "shelf.restore": {
    ids: { id: "shelf" },
    happy: async (world, owner) => ({ id: await deleted(world, owner, "shelf") }),
  },
  "item.restore": {
    ids: { id: "item" },
    happy: async (world, owner) => ({ id: await deleted(world, owner, "item") }),
  },
  "category.restore": {
    ids: { id: "category", "itemIds.0": "item" },
    happy: async (world, owner) => ({
      id: await deleted(world, owner, "category"),
      itemIds: [await world.some(owner, "item")],
    }),
  },
  "notice.dismiss": { ids: { id: null }, happy: async () => ({ id: uuid() }) },
  "social-link.set": { ids: {}, happy: async () => ({ id: "github", value: "@somebody", position: "a0" }) },
  "social-link.move": { ids: {}, happy: async () => ({ id: "github", position: "a1" }) },
  "social-link.delete": { ids: {}, happy: async () => ({ id: "github" }) },
  "appearance.update": {
    ids: {},
    happy: async () => ({ patch: { template: "warm" }, was: { template: "minimal" } }),
  },
  "settings.update": {
    ids: {},
    happy: async () => ({ patch: { showAnalytics: true }, was: { showAnalytics: false } }),
  },
  "plan.choose": { ids: {}, happy: async () => ({ plan: "pro" }) },
  "onboarding.complete": {
    ids: { "answers.picture": "picture" },
    happy: async (world, owner) => ({
      answers: { goal: "creator", platforms: ["twitch"], picture: await world.some(owner, "picture") },
    }),
  },
  "profile.update": {
    ids: { "patch.picture": "picture" },
    happy: async (world, owner) => ({
      patch: { displayName: "Somebody", bio: "Hello", picture: await world.some(owner, "picture") },
      was: {},
    }),
  },
};
