/** What an exchange reads of a device and its account, each time in one statement. */
import { Refusal } from "@shelv/contract/refusal";
import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { type At, statement } from "#database/statement";
import { EPOCH } from "#database/epoch";
import { RESULTS_MAX, type Numbering } from "./sync-client.ts";

type Device = { userId: string; clientId: string };
type Result = Pick<Schema["sync_result"], "mid" | "code" | "message">;

/** Before an exchange. `numbering` and `seenAt` are null for an unknown or forgotten device. */
export type SeenDevice = {
  username: string | null;
  suspendedFor: string | null;
  account: string | null;
  epoch: string;
  version: number;
  numbering: Numbering | null;
  seenAt: number | null;
  oldestResult: number | null;
  newestResult: number | null;
  hasWanted: boolean;
};

export async function seenDevice(db: Kysely<Schema>, device: Device): Promise<SeenDevice | null> {
  const [row] = await readSeen(db, device);
  if (!row) return null;
  const { lastMid, lastOp, wanted, ...seen } = row;
  return { ...seen, hasWanted: wanted !== null, numbering: lastMid === null ? null : { lastMid, lastOp } };
}

const readSeen = statement((db, at: At<Device>) =>
  db
    .selectFrom("sync_user")
    .innerJoin("user", "user.id", "sync_user.user_id")
    .leftJoin("single as account", (join) =>
      join.onRef("account.user_id", "=", "sync_user.user_id").on("account.id", "=", "account"),
    )
    .leftJoin("sync_client as device", (join) =>
      join.onRef("device.user_id", "=", "sync_user.user_id").on("device.client_id", "=", at("clientId")),
    )
    .select((eb) => [
      "user.username",
      "user.suspended_for as suspendedFor",
      "account.body as account",
      EPOCH.as("epoch"),
      "sync_user.version",
      "device.last_mid as lastMid",
      "device.last_op as lastOp",
      "device.seen_at as seenAt",
      eb
        .selectFrom("sync_result as result")
        .select("result.mid")
        .whereRef("result.user_id", "=", "sync_user.user_id")
        .where("result.client_id", "=", at("clientId"))
        .orderBy("result.mid", "desc")
        .offset(RESULTS_MAX - 1)
        .limit(1)
        .as("oldestResult"),
      eb
        .selectFrom("sync_result as result")
        .select((of) => of.fn.max("result.mid").as("mid"))
        .whereRef("result.user_id", "=", "sync_user.user_id")
        .where("result.client_id", "=", at("clientId"))
        .as("newestResult"),
      eb
        .selectFrom("wanted_picture as wanted")
        .select("wanted.sha256")
        .whereRef("wanted.user_id", "=", "sync_user.user_id")
        .limit(1)
        .as("wanted"),
    ])
    .where("sync_user.user_id", "=", at("userId")),
);

export const mayLackResults = ({ oldestResult }: SeenDevice, mid: number): boolean =>
  oldestResult !== null && mid < oldestResult - 1;

export type Head = {
  epoch: string;
  version: number;
  floor: number;
  numbering: Numbering | null;
  hasWanted: boolean;
  results: Result[];
};

/**
 * Acknowledged rejections are not sent, but stored: an older copy of the device's store may lack them. An
 * acknowledgement of another epoch means nothing.
 */
export async function headOfAnswer(
  db: Kysely<Schema>,
  { userId, clientId, epoch, ack }: Device & { epoch: string | null; ack: number },
): Promise<Head> {
  const rows = await readHead(db, { userId, clientId, epoch: epoch ?? "", ack });
  const [first] = rows;
  // The account was deleted during the request.
  if (!first) throw new Refusal("signed-out");
  const { lastMid, lastOp } = first;
  return {
    epoch: first.epoch,
    version: first.version,
    floor: first.floor,
    numbering: lastMid === null ? null : { lastMid, lastOp },
    hasWanted: first.wanted !== null,
    results: rows
      .flatMap(({ mid, code, message }) =>
        mid === null || code === null || message === null ? [] : { mid, code, message },
      )
      .toReversed(),
  };
}

const readHead = statement((db, at: At<Device & { epoch: string; ack: number }>) =>
  db
    .selectFrom("sync_user")
    .leftJoin("sync_client as device", (join) =>
      join.onRef("device.user_id", "=", "sync_user.user_id").on("device.client_id", "=", at("clientId")),
    )
    .leftJoin("sync_result as result", (join) =>
      join
        .onRef("result.user_id", "=", "sync_user.user_id")
        .on("result.client_id", "=", at("clientId"))
        .on((eb) =>
          eb("result.mid", ">", eb.case().when(EPOCH, "=", at("epoch")).then(at("ack")).else(0).end()),
        ),
    )
    .select((eb) => [
      EPOCH.as("epoch"),
      "sync_user.version",
      "sync_user.gc_floor as floor",
      "device.last_mid as lastMid",
      "device.last_op as lastOp",
      eb
        .selectFrom("wanted_picture as wanted")
        .select("wanted.sha256")
        .whereRef("wanted.user_id", "=", "sync_user.user_id")
        .limit(1)
        .as("wanted"),
      "result.mid",
      "result.code",
      "result.message",
    ])
    .where("sync_user.user_id", "=", at("userId"))
    .orderBy("result.mid", "desc")
    .limit(RESULTS_MAX),
);
