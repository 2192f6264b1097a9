import { v7 as uuid } from "uuid";
import type { OwnedKind, Owner, World } from "#conformance/world";

/** A change as a device sends it, and of what the ids in its arguments are; null where the device makes the id. */
export type MutationCase = {
  ids: Record<string, OwnedKind | null>;
  happy: (world: World, owner: Owner) => Promise<Record<string, unknown>>;
};

const shelf = { name: "Books", description: "Read", emoji: "📚" };
const item = { title: "Mug", url: "https://example.org/mug", description: "Blue", price: "5 €", emoji: "☕" };

export const MUTATION_CASES: Record<string, MutationCase> = {
  "shelf.create": { ids: { id: null }, happy: async () => ({ id: uuid(), ...shelf, position: "a0" }) },
  "shelf.update": {
    ids: { id: "shelf" }, happy: async (world, owner) => ({ id: await world.some(owner, "shelf"), patch: { name: "Films" }, was: { name: "Books" } }),
  },
  "shelf.move": { ids: { id: "shelf" }, happy: async (world, owner) => ({ id: await world.some(owner, "shelf"), position: "Zz" }) },
  "shelf.delete": { ids: { id: "shelf" }, happy: async (world, owner) => ({ id: await world.some(owner, "shelf") }) },
  "item.create": {
    ids: { id: null, shelfId: "shelf", picture: "picture" },
    happy: async (world, owner) => ({
      id: uuid(), shelfId: await world.some(owner, "shelf"), ...item, picture: await world.some(owner, "picture"), position: "a0",
    }),
  },
  "item.update": {
    ids: { "id": "item", "patch.picture": "picture" },
    happy: async (world, owner) => ({ id: await world.some(owner, "item"), patch: { title: "Cup", picture: await world.some(owner, "picture") }, was: {} }),
  },
  "item.move": {
    ids: { id: "item", shelfId: "shelf" },
    happy: async (world, owner) => ({ id: await world.some(owner, "item"), shelfId: await world.some(owner, "shelf"), position: "a1" }),
  },
  "item.delete": { ids: { id: "item" }, happy: async (world, owner) => ({ id: await world.some(owner, "item") }) },
  "profile.update": {
    ids: { "patch.picture": "picture" },
    happy: async (world, owner) => ({ patch: { displayName: "Somebody", bio: "Hello", picture: await world.some(owner, "picture") }, was: {} }),
  },
};
