import { join } from "node:path";
import { openDatabase } from "sync-server/database/open-database";
import { addPage, type BigPage } from "sync-server/bench/big-accounts";
import { request } from "@playwright/test";
import { postAs } from "web/e2e/support/owner-request";
import type { TestServer } from "web/e2e/support/server";

export type OwnerOfMany = BigPage & { email: string };

/** For the item dialog to toggle. */
const CATEGORIES = ["New", "Old", "Borrowed"];

/** After setup, on two shelves. Written to the database: the API would take an hour. */
export async function makeOwnerOfMany(server: TestServer, items: number): Promise<OwnerOfMany> {
  const email = "many@example.org";
  const http = await request.newContext({ baseURL: server.address });
  const post = postAs(http, server.address);
  await post("/api/auth/send-code", { data: { email } });
  await post("/api/auth/verify-code", { data: { code: await server.codeFor(email) } });
  await post("/api/auth/complete-registration", { data: { username: "many" } });
  await post("/api/complete-onboarding", { multipart: { trial: "false" } });
  const page = await writeItems(server.dataDir, email, items);
  for (const id of page.shelfIds)
    for (const name of CATEGORIES) await post(`/api/shelves/${id}/categories`, { data: { name } });
  await http.dispose();
  return { email, ...page };
}

async function writeItems(dataDir: string, email: string, items: number): Promise<BigPage> {
  const db = await openDatabase(join(dataDir, "shelv.db"));
  const { id } = await db.reader
    .selectFrom("user")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const page = await db.writer
    .transaction()
    .execute((trx) => addPage(trx, id, { shelves: 2, itemsOnEach: items / 2 }));
  await db.close();
  return page;
}
