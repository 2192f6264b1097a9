import type { Page } from "@playwright/test";
import { postAs, postCode, postForId } from "#e2e/support/owner-request";
import type { TestServer } from "#e2e/support/server";
import { PICTURE } from "#e2e/support/steps/shelf-steps";

export interface Owner {
  shelfId: string;
  itemId: string;
  categoryId: string;
  fillPlan: () => Promise<void>;
}

export const LONG = "Averyverylongwordthatnobodybreaks";

const FREE_SHELVES = 3;

export async function signInByCode({ request }: Page, server: TestServer): Promise<void> {
  await postCode(postAs(request, server.address), server, "elina@example.com");
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
  const shelf = { name: LONG, description: LONG, emoji: "🏺" };
  const makeShelf = () => postForId(post, "/api/shelves", { data: shelf });
  await skipSetup(page, server);
  const shelfId = await makeShelf();
  const categoryId = await postForId(post, `/api/shelves/${shelfId}/categories`, { data: { name: LONG } });
  const itemId = await postForId(post, `/api/shelves/${shelfId}/items`, {
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
