import { SIGNED_IN_STEP } from "@shelv/contract/sign-in";
import type { Page } from "@playwright/test";
import { emailOf, postAs, postCode } from "#e2e/support/owner-request";
import type { TestServer } from "#e2e/support/server";

interface Owner {
  email: string;
  username: string;
}

type Email = Pick<Owner, "email">;

/** Google and Apple redirect here; it goes on to My Shelv. */
const ARRIVAL = `/login?step=${SIGNED_IN_STEP}&next=/shelves`;

export async function register(
  page: Page,
  server: TestServer,
  { username }: { username: string },
): Promise<Owner> {
  const email = await reachUsernameStep(page, server, username);
  await page.getByLabel("Username").fill(username);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/onboarding/goal-selection");
  return { email, username };
}

/**
 * Completes the setup without answers, through the API: other tests cover the forms. Ends at My Shelv.
 * @param address the server's for the browser, if not the test's own
 */
export async function signUp(
  page: Page,
  server: TestServer,
  { username }: { username: string },
  address = server.address,
): Promise<Owner> {
  const email = emailOf(username);
  await postCode(postAs(page.request, address), server, email);
  await takeName(page, username, address);
  await completeSetup(page, address);
  await arrive(page, address);
  return { email, username };
}

export async function signUpByHand(
  page: Page,
  server: TestServer,
  { username }: { username: string },
): Promise<Owner> {
  const email = await reachUsernameStep(page, server, username);
  await takeName(page, username, server.address);
  await completeSetup(page, server.address);
  await page.reload();
  await untilAtShelves(page);
  return { email, username };
}

export async function signIn(
  page: Page,
  server: TestServer,
  { email }: Email,
  address = server.address,
): Promise<void> {
  await postCode(postAs(page.request, address), server, email);
  await arrive(page, address);
}

export async function signInByHand(page: Page, server: TestServer, owner: Email): Promise<void> {
  await typeCode(page, server, owner);
  await untilAtShelves(page);
}

const takeName = (page: Page, username: string, address: string) =>
  postAs(page.request, address)("/api/auth/complete-registration", { data: { username } });

export const completeSetup = (page: Page, address: string) =>
  postAs(page.request, address)("/api/complete-onboarding", { multipart: { trial: "false" } });

async function arrive(page: Page, address: string): Promise<void> {
  await page.goto(`${address}${ARRIVAL}`);
  await untilAtShelves(page);
}

const untilAtShelves = (page: Page) => page.waitForURL(({ pathname }) => pathname === "/shelves");

async function reachUsernameStep(page: Page, server: TestServer, username: string): Promise<string> {
  const email = emailOf(username);
  await typeCode(page, server, { email });
  await page.waitForURL("**/login?*step=signed-in");
  return email;
}

async function typeCode(page: Page, server: TestServer, { email }: Email): Promise<void> {
  await page.goto(`${server.address}/login?next=/shelves`);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Continue with email" }).click();
  await page.getByLabel("Verification code").fill(await server.codeFor(email));
}
