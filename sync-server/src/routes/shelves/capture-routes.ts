import { CAPTURE_TOKENS_MAX } from "@shelv/contract/limits/account-limits";
import { type Captured, captureToken } from "@shelv/contract/links/capture";
import {
  ITEM_DESCRIPTION_MAX_LENGTH,
  ITEM_PRICE_MAX_LENGTH,
  ITEM_TITLE_MAX_LENGTH,
  itemFields,
  NEW_ITEM_FIELDS,
  NEW_ITEM_MARKS,
} from "@shelv/contract/rows/item";
import { linkKey } from "@shelv/contract/links/link-details";
import { titleOfLink } from "@shelv/contract/links/title-of-link";
import { httpUrl, isWebUrl } from "@shelv/contract/values/link-url";
import { Refusal } from "@shelv/contract/refusal";
import { captureRoutes, type CaptureTokenAnswer } from "@shelv/contract/routes/capture";
import { inOrder, positionAtEnd } from "@shelv/mutators/placing";
import type { Context } from "hono";
import { type Kysely, type Selectable, sql } from "kysely";
import { v7 as uuid } from "uuid";
import * as v from "valibot";
import { findShelf, readShelves } from "#database/rows/read-owner";
import type { Schema } from "#database/schema";
import { write } from "#database/transaction";
import { type Api, bindRoute, type Call, chargeQuota } from "#http/bind-route";
import { cleanText, cutText } from "#links/details/page/clean-text";
import { applyAtOnce, type WriteDeps } from "#shelves/mutate/apply-mutations";
import { mutation } from "#shelves/mutate/mutation";
import { openQueue } from "#jobs/shared-queues";
import type { Database } from "#database/open-database";
import type { RateLimits } from "#http/rate-limits/rate-limits";
import { hashOfToken, newToken } from "#platform/token";

type CaptureDeps = { db: Database; limits: RateLimits; now: () => Date; writeDeps: WriteDeps };

export function serveCapture(
  api: Api,
  { db: { reader, writer }, limits, now, writeDeps }: CaptureDeps,
): void {
  const queue = openQueue("captures");

  bindRoute(api, captureRoutes.listTokens, async ({ caller: { userId } }) => {
    const tokens = await reader
      .selectFrom("capture_token")
      .selectAll()
      .where("user_id", "=", userId)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .execute();
    return { tokens: tokens.map(tokenAnswer) };
  });

  bindRoute(api, captureRoutes.createToken, async ({ caller: { userId }, body: { name } }) => {
    await limits.take(["capture-tokens-by-account", userId]);
    const token = `shelv_${newToken()}`;
    const row = await write(writer, userId, async (trx) => {
      const { count } = await trx
        .selectFrom("capture_token")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow();
      if (count >= CAPTURE_TOKENS_MAX) throw new Refusal("capture-token-limit");
      return trx
        .insertInto("capture_token")
        .values({
          id: uuid(),
          user_id: userId,
          name,
          token_hash: hashOfToken(token),
          created_at: now().getTime(),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
    });
    return { ...tokenAnswer(row), token };
  });

  bindRoute(api, captureRoutes.deleteToken, async ({ caller: { userId }, params: { id } }) => {
    await writer.deleteFrom("capture_token").where("user_id", "=", userId).where("id", "=", id).execute();
  });

  const tokenOf = (c: Context) => findToken(c.req.header("Authorization"));
  const captureInTurn = async ({ body, c }: Call<typeof captureRoutes.capture>) => {
    const token = await tokenOf(c);
    const userId = token.user_id;
    await limits.take(["captures-by-account", userId]);
    // The token's owner pays, as if signed in.
    return queue.run(() => chargeQuota(api, { userId }, () => capture(token, body)), { payer: userId });
  };
  bindRoute(api, captureRoutes.capture, captureInTurn, tokenOf);

  async function capture(token: Token, body: Captured) {
    const userId = token.user_id;
    await noteUse(token);
    const { url } = body;
    if (url === "") throw new Refusal("capture-without-link");
    const item = {
      ...NEW_ITEM_FIELDS,
      id: uuid(),
      ...textsOf(body),
      url,
      ...NEW_ITEM_MARKS,
      details: isWebUrl(url) ? ("pending" as const) : null,
      categoryIds: [],
    };
    let [shelfId, duplicateOf]: [string, Twin | null] = ["", null];
    const addItem = async (trx: Kysely<Schema>) => {
      shelfId = body.shelfId ?? (await shelfFor(trx, userId));
      await findShelf(trx, userId, shelfId);
      duplicateOf = await twinOf(trx, userId, url);
      return [mutation("item.create", { ...item, shelfId, position: await endOf(trx, userId, shelfId) })];
    };
    await applyAtOnce(writeDeps, userId, addItem, {
      after: (trx) => rememberPicture(trx, { userId, itemId: item.id, imageUrl: body.imageUrl }),
    });
    return { id: item.id, shelfId, title: item.title, url, duplicateOf };
  }

  /** Writes nothing, since strangers may send any token. */
  async function findToken(authorization: string | undefined): Promise<Token> {
    const token = /^Bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1];
    if (!v.is(captureToken, token)) throw new Refusal("capture-token-wrong");
    const found = await reader
      .selectFrom("capture_token")
      .select(["id", "user_id"])
      .where("token_hash", "=", hashOfToken(token))
      .executeTakeFirst();
    if (!found) throw new Refusal("capture-token-wrong");
    return found;
  }

  const noteUse = ({ id, user_id }: Token) =>
    writer
      .updateTable("capture_token")
      .set({ used_at: now().getTime() })
      .where("user_id", "=", user_id)
      .where("id", "=", id)
      .execute();
}

/** Only among these is the newest item looked for: they have an index. */
const LAST_CHANGED = 50;

/** The shelf that last got an item, else the first one. */
async function shelfFor(trx: Kysely<Schema>, userId: string): Promise<string> {
  const changed = await trx
    .selectFrom("item")
    .select(["shelf_id", "created_at"])
    .where("user_id", "=", userId)
    .orderBy("version", "desc")
    .limit(LAST_CHANGED)
    .execute();
  const [newest] = changed.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1));
  const shelfId = newest?.shelf_id ?? inOrder(await readShelves(trx, userId))[0]?.id;
  if (shelfId === undefined) throw new Refusal("capture-without-shelf");
  return shelfId;
}

async function endOf(trx: Kysely<Schema>, userId: string, shelfId: string): Promise<string> {
  const last = await trx
    .selectFrom("item")
    .select(["id", "position"])
    .where("user_id", "=", userId)
    .where("shelf_id", "=", shelfId)
    .orderBy("position", "desc")
    .limit(1)
    .execute();
  return positionAtEnd(last);
}

type Twin = { id: string; title: string };
const TWINS_MAX = 1000;
/** An address of 2 kB may have a thousand parameters, which are sorted before they are compared. */
const COMPARED_MAX_CHARACTERS = 100_000;
const PARTS_MAX = 5;
/** How much longer the start of an address may be than its key: "https://www.", a user, a port. */
const SPELLING_MAX_LENGTH = 100;

/** The database compares parts that every spelling of the address has. */
async function twinOf(trx: Kysely<Schema>, userId: string, url: string): Promise<Twin | null> {
  const key = linkKey(url);
  const [address = ""] = key.split("?", 1);
  const parts = address.split(/%[\da-f]{2}|[^\w-]|xn--[\w-]+/i);
  const longest = parts.toSorted((a, b) => b.length - a.length).slice(0, PARTS_MAX);
  // Long addresses cost as much as short ones.
  const start = sql`lower(substr(url, 1, ${sql.lit(address.length + SPELLING_MAX_LENGTH)}))`;
  const found = await trx
    .selectFrom("item")
    .select(["id", "title", "url"])
    .where("user_id", "=", userId)
    .where((eb) => eb.and(longest.map((part) => sql<boolean>`instr(${start}, ${part.toLowerCase()}) > 0`)))
    .orderBy("id")
    .limit(TWINS_MAX)
    .execute();
  let compared = 0;
  for (const { id, title, url: other } of found) {
    compared += other.length;
    if (compared > COMPARED_MAX_CHARACTERS) break;
    if (linkKey(other) === key) return { id, title };
  }
  return null;
}

type Token = { id: string; user_id: string };

const tokenAnswer = ({
  id,
  name,
  created_at,
  used_at,
}: Selectable<Schema["capture_token"]>): CaptureTokenAnswer => ({
  id,
  name,
  createdAt: new Date(created_at).toISOString(),
  lastUsedAt: used_at === null ? null : new Date(used_at).toISOString(),
});

/** Cut to what the fields take. What still does not fit is left out. */
function textsOf({ url, title, text, price }: Captured) {
  const fitted = (field: "title" | "description" | "price", given: string, maxLength: number) => {
    const { success, output } = v.safeParse(itemFields.entries[field], cutText(cleanText(given), maxLength));
    return success ? output : "";
  };
  return {
    title: fitted("title", title, ITEM_TITLE_MAX_LENGTH) || titleOfLink(url),
    description: fitted("description", text, ITEM_DESCRIPTION_MAX_LENGTH),
    price: fitted("price", price, ITEM_PRICE_MAX_LENGTH),
  };
}

type Remembered = { userId: string; itemId: string; imageUrl: string };

async function rememberPicture(trx: Kysely<Schema>, { userId, itemId, imageUrl }: Remembered): Promise<void> {
  const { success, output } = v.safeParse(httpUrl, imageUrl);
  if (!success) return;
  await trx
    .updateTable("link_job")
    .set({ image_url: output })
    .where("user_id", "=", userId)
    .where("item_id", "=", itemId)
    .execute();
}
