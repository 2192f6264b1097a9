import type { Page } from "@playwright/test";
import type { TestServer } from "./server.ts";

interface Owner {
  email: string;
  username: string;
}

/**
 * Makes an account as a person does, on /login with the code from the mail. Ends where the app leads.
 * @param address where the browser finds the server, when that is not the test's own
 */
export async function signUp(page: Page, server: TestServer, { username }: { username: string }, address = ""): Promise<Owner> {
  const email = `${username.toLowerCase()}@example.com`;
  await typeCode(page, server, email, address);
  await page.getByLabel("Username").fill(username);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
  return { email, username };
}

/** Signs in to an account that exists, on this or another device. */
export async function signIn(page: Page, server: TestServer, { email }: Pick<Owner, "email">, address = ""): Promise<void> {
  await typeCode(page, server, email, address);
  await page.waitForURL((url) => url.pathname !== "/login");
}

async function typeCode(page: Page, server: TestServer, email: string, address = ""): Promise<void> {
  await page.goto(`${address}/login`);
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Continue with email" }).click();
  await page.getByLabel("Verification code").fill(await server.codeFor(email));
  await page.getByRole("button", { name: "Verify" }).click();
}
