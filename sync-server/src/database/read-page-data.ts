import { inOrder } from "@shelv/mutators/placing";
import type { PageData } from "@shelv/public-page/page-data";
import type { Kysely } from "kysely";
import type { OwnerRow } from "@shelv/contract/owner-tables";
import { fetchRead } from "./owner-rows.ts";
import { readProfile } from "./read-profile.ts";
import type { Schema } from "./schema.ts";

/** What visitors see of the owner of a username, in whatever case it is asked for; null where there is nobody. */
export async function readPageData(reader: Kysely<Schema>, username: string): Promise<PageData | null> {
  return reader.transaction().execute(async (trx) => {
    const user = await trx.selectFrom("user").select(["id", "username"]).where("username_key", "=", username.toLowerCase()).executeTakeFirst();
    if (!user?.username) return null;
    const profile = await readProfile(trx, user.id);
    const shelves = (await fetchRead(trx, user.id, ["shelves"])) as OwnerRow<"shelves">[];
    const items = (await fetchRead(trx, user.id, ["items"])) as OwnerRow<"items">[];
    const ofShelf = Map.groupBy(inOrder(items), (item) => item.shelfId);
    return {
      username: user.username,
      ...profile,
      shelves: inOrder(shelves).map(({ id, name, description, emoji }) => ({
        id, name, description, emoji, items: (ofShelf.get(id) ?? []).map(toPageItem),
      })),
    };
  });
}

const toPageItem = ({ id, title, url, description, price, emoji, picture }: OwnerRow<"items">) =>
  ({ id, title, url, description, price, emoji, picture });
