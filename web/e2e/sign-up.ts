import type { Page } from "@playwright/test";
import type { TestServer } from "./server.ts";

interface Owner {
  email: string;
  username: string;
}

/** Makes an account as a person does, on /login with the code from the mail. Ends at the first question of the setup. */
export async function register(page: Page, server: TestServer, { username }: { username: string }): Promise<Owner> {
  const email = await reachUsernameStep(page, server, username);
  await page.getByLabel("Username").fill(username);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/onboarding/goal-selection");
  return { email, username };
}

/**
 * Makes an account whose setup is done, with nothing answered: the last steps go straight to the server. Ends at My Shelv.
 * @param address where the browser finds the server, when that is not the test's own
 */
export async function signUp(page: Page, server: TestServer, { username }: { username: string }, address = ""): Promise<Owner> {
  const email = await reachUsernameStep(page, server, username, address);
  const { origin } = new URL(page.url());
  const headers = { Origin: origin };
  const registered = await page.request.post(`${origin}/api/auth/complete-registration`, { headers, data: { username } });
  const setUp = await page.request.post(`${origin}/api/complete-onboarding`, { headers, multipart: { trial: "false" } });
  if (!registered.ok() || !setUp.ok()) throw new Error(`${username} could not be signed up: ${await registered.text()} ${await setUp.text()}`);
  await page.reload();
  await page.waitForURL(({ pathname }) => pathname === "/shelves");
  return { email, username };
}

async function reachUsernameStep(page: Page, server: TestServer, username: string, address = ""): Promise<string> {
  const email = `${username.toLowerCase()}@example.com`;
  await typeCode(page, server, email, address);
  await page.waitForURL("**/login?*step=signed-in");
  return email;
}

/** Signs in to an account that exists, on this or another device. Ends at My Shelv. */
export async function signIn(page: Page, server: TestServer, { email }: Pick<Owner, "email">, address = ""): Promise<void> {
  await typeCode(page, server, email, address);
  await page.waitForURL(({ pathname }) => pathname === "/shelves");
}

async function typeCode(page: Page, server: TestServer, email: string, address = ""): Promise<void> {
  await page.goto(`${address}/login?next=/shelves`);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Continue with email" }).click();
  await page.getByLabel("Verification code").fill(await server.codeFor(email));
  await page.getByRole("button", { name: "Verify" }).click();
}
