/** Words that no space breaks. */
import type { Page } from "@playwright/test";
import { postAs } from "#e2e/support/owner-request";
import type { TestServer } from "#e2e/support/server";
import { PICTURE } from "#e2e/support/steps/shelf-steps";

export interface Owner {
  shelfId: string;
  itemId: string;
  categoryId: string;
  /** As many as the plan allows, by another device. */
  fillPlan: () => Promise<void>;
}

/** A screen must break or truncate it. */
export const LONG = "Averyverylongwordthatnobodybreaks";

const FREE_SHELVES = 3;

/** Into an account without a username. */
export async function signInByCode({ request }: Page, server: TestServer): Promise<void> {
  const post = postAs(request, server.address);
  const email = "elina@example.com";
  await post("/api/auth/send-code", { data: { email } });
  await post("/api/auth/verify-code", { data: { code: await server.codeFor(email) } });
}

export async function takeName({ request }: Page, server: TestServer): Promise<void> {
  await postAs(request, server.address)("/api/auth/complete-registration", {
    data: { username: "elina", displayName: "Elina Aalto" },
  });
}

export async function skipSetup({ request }: Page, server: TestServer): Promise<void> {
  await postAs(request, server.address)("/api/complete-onboarding", { multipart: { trial: "false" } });
}

export async function seedLongWords(page: Page, server: TestServer): Promise<Owner> {
  const post = postAs(page.request, server.address);
  const made = async (path: string, options: object) =>
    (await (await post(path, options)).json()) as { id: string };
  const makeShelf = () => made("/api/shelves", { data: { name: LONG, description: LONG, emoji: "🏺" } });
  await skipSetup(page, server);
  const { id: shelfId } = await makeShelf();
  const { id: categoryId } = await made(`/api/shelves/${shelfId}/categories`, { data: { name: LONG } });
  const { id: itemId } = await made(`/api/shelves/${shelfId}/items`, {
    multipart: {
      title: LONG,
      url: `https://example.com/${LONG}`,
      price: LONG,
      description: LONG,
      categories: JSON.stringify([categoryId]),
      image: PICTURE,
    },
  });
  const fillPlan = async () => {
    for (let count = 1; count < FREE_SHELVES; count += 1) await makeShelf();
  };
  return { shelfId, itemId, categoryId, fillPlan };
}
