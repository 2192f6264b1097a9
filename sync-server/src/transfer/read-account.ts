import { type AccountExport, EXPORT_VERSION } from "@shelv/contract/export";
import { accountPlan } from "@shelv/contract/plan";
import type { Single, SingleRow } from "@shelv/contract/owner-tables";
import { inOrder } from "@shelv/mutators/placing";
import type { Kysely } from "kysely";
import * as v from "valibot";
import { readContent, readSocialLinks } from "#database/rows/read-owner";
import { readSingle } from "#database/rows/read-single";
import type { Schema } from "#database/schema";

/** All but the pictures, from one snapshot. The only answer with the sign-in address. */
export function readAccount(reader: Kysely<Schema>, userId: string, now: Date): Promise<AccountExport> {
  return reader.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom("user")
      .select(["username", "email", "created_at"])
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    const { id: _, ...account } = await readSingle(trx, userId, "account");
    return {
      version: EXPORT_VERSION,
      exportedAt: now.toISOString(),
      account: {
        username: user.username ?? "",
        email: user.email,
        createdAt: new Date(user.created_at).toISOString(),
        plan: v.parse(accountPlan, account),
      },
      profile: await without(trx, userId, "profile"),
      appearance: await without(trx, userId, "appearance"),
      settings: await without(trx, userId, "settings"),
      onboarding: await without(trx, userId, "onboarding"),
      socialLinks: inOrder(await readSocialLinks(trx, userId)),
      shelves: (await readContent(trx, userId)).map(({ shelf, categories, items }) => ({
        ...shelf,
        categories: inOrder(categories).map(({ shelfId: __, ...category }) => category),
        items: inOrder(items).map(({ shelfId: __, ...item }) => item),
      })),
    };
  });
}

/** The id: its key says it. */
async function without<I extends SingleRow["id"]>(
  trx: Kysely<Schema>,
  userId: string,
  single: I,
): Promise<Omit<Single<I>, "id">> {
  const { id: _, ...fields } = await readSingle(trx, userId, single);
  return fields;
}
