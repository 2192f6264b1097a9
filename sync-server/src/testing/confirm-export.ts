import { hashOfToken } from "#platform/token";
import type { Browser } from "./browser.ts";
import type { TestServer } from "./open-test-server.ts";

export async function confirmExport(
  server: Pick<TestServer, "services" | "codeFor" | "wait">,
  browser: Browser,
): Promise<void> {
  server.wait(10 * 60_000);
  const { email } = await server.services.db.reader
    .selectFrom("session")
    .innerJoin("user", "user.id", "session.user_id")
    .select("email")
    .where("token_hash", "=", hashOfToken(browser.cookies.get("shelv-session") ?? ""))
    .executeTakeFirstOrThrow();
  await browser.post("/api/user/export-code");
  await browser.post("/api/user/export-confirmation", { code: await server.codeFor(email) });
}
