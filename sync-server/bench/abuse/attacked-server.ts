/**
 * With a small heap, in its own process. An attacker gets accounts without sign-up limits, and rows written
 * to the database, as in accounts older than today's quotas.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { usernameSkeletons } from "@shelv/contract/values/misleading-username";
import type { PlanName } from "@shelv/contract/rows/plan";
import { USER_HEADER } from "@shelv/contract/routes/route";
import { type SentMutation, SYNC_SCHEMA, type SyncRequest, type SyncResponse } from "@shelv/contract/sync";
import { v7 as uuid } from "uuid";
import { type Database, openDatabase } from "#database/open-database";
import { createSession } from "#sign-in/sessions";
import { fillAccount, type Filled, type Filling } from "#testing/fill-account";
import { startMailServer } from "#testing/servers/start-mail-server";
import { BUNDLE } from "sync-server/bench/build-if-stale";
import { freePort } from "sync-server/bench/free-port";
import { type StartedProcess, startProcess } from "sync-server/bench/start-process";

const HEAP_MB = 512;
export const REFUSED_ADDRESS = "nobody@example.com";
type MailServer = Awaited<ReturnType<typeof startMailServer>>;

export class AttackedServer {
  readonly origin: string;
  readonly dataFolder: string;
  readonly sitePort: number;
  readonly db: Database;
  readonly #env: Record<string, string>;
  readonly #mails: MailServer;
  #process: StartedProcess;

  private constructor(of: {
    origin: string;
    dataFolder: string;
    sitePort: number;
    db: Database;
    env: Record<string, string>;
    mails: MailServer;
    process: StartedProcess;
  }) {
    this.origin = of.origin;
    this.dataFolder = of.dataFolder;
    this.sitePort = of.sitePort;
    this.db = of.db;
    this.#env = of.env;
    this.#mails = of.mails;
    this.#process = of.process;
  }

  static async start(more: Record<string, string> = {}): Promise<AttackedServer> {
    const dataFolder = await mkdtemp(join(tmpdir(), "shelv-abuse-"));
    const port = await freePort();
    const sitePort = await freePort();
    const origin = `http://localhost:${port}`;
    const mails = await startMailServer(REFUSED_ADDRESS);
    const env = {
      DATA_DIR: dataFolder,
      HOST: "127.0.0.1",
      PORT: String(port),
      PUBLIC_URL: origin,
      TRUST_PROXY: "loopback",
      PLAN_LIMITS: "off",
      NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
      SMTP_URL: mails.url,
      OUTBOUND_ALLOW: `127.0.0.0/8:${sitePort}`,
      ...more,
    };
    const process = await startProcess(BUNDLE, { env });
    return new AttackedServer({
      origin,
      dataFolder,
      sitePort,
      env,
      mails,
      process,
      db: await openDatabase(join(dataFolder, "shelv.db")),
    });
  }

  get pid(): number {
    return this.#process.pid;
  }

  async restart(): Promise<void> {
    await this.#process.stop();
    this.#process = await startProcess(BUNDLE, { env: this.#env });
  }

  async stop(): Promise<void> {
    await this.db.close();
    await this.#process.stop();
    await this.#mails.stop();
    await rm(this.dataFolder, { recursive: true, force: true });
  }

  async account(username: string, plan: PlanName = "premium"): Promise<Account> {
    const userId = uuid();
    const token = await this.db.writer.transaction().execute(async (trx) => {
      await trx
        .insertInto("user")
        .values({
          id: userId,
          email: `${username}@example.org`,
          username,
          username_key: username.toLowerCase(),
          created_at: Date.now(),
        })
        .execute();
      await trx
        .insertInto("username_skeleton")
        .values(usernameSkeletons(username).map((skeleton) => ({ skeleton, user_id: userId })))
        .execute();
      await trx
        .insertInto("sync_user")
        .values({ user_id: userId, epoch: randomUUID(), version: 1 })
        .execute();
      const body = JSON.stringify({
        username,
        plan,
        trialEndsAt: null,
        isPlanFixed: true,
        hasPlanLimits: false,
      });
      await trx.insertInto("single").values({ user_id: userId, id: "account", version: 1, body }).execute();
      return createSession(trx, userId, new Date());
    });
    return new Account(this, { userId, username, token });
  }
}

export class Account {
  readonly server: AttackedServer;
  readonly userId: string;
  readonly username: string;
  readonly headers: Record<string, string>;
  readonly #clientId = uuid();
  #epoch: string | null = null;
  #cursor = 0;
  #lastMid = 0;

  constructor(
    server: AttackedServer,
    { userId, username, token }: { userId: string; username: string; token: string },
  ) {
    this.server = server;
    this.userId = userId;
    this.username = username;
    this.headers = { Cookie: `shelv-session=${token}`, Origin: server.origin, [USER_HEADER]: userId };
  }

  send(
    method: string,
    path: string,
    body?: RequestInit["body"],
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(this.server.origin + path, {
      method,
      headers: { ...this.headers, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  }

  json(method: string, path: string, body: unknown): Promise<Response> {
    return this.send(method, path, JSON.stringify(body), { "Content-Type": "application/json" });
  }

  async exchange(
    changes: readonly Pick<SentMutation, "name" | "v" | "args">[],
    request: Partial<SyncRequest> = {},
  ): Promise<Response> {
    if (this.#epoch === null) await this.#meet();
    const mutations = changes.map((change, at) => ({ ...change, mid: this.#lastMid + 1 + at, opId: uuid() }));
    const whole = {
      schema: SYNC_SCHEMA,
      clientId: this.#clientId,
      epoch: this.#epoch,
      cursor: this.#cursor,
      ack: this.#lastMid,
      pull: false,
      mutations,
      ...request,
    };
    return this.json("POST", "/api/sync", whole);
  }

  async sync(
    changes: readonly Pick<SentMutation, "name" | "v" | "args">[],
    request: Partial<SyncRequest> = {},
  ): Promise<SyncResponse> {
    const response = await this.exchange(changes, request);
    if (!response.ok)
      throw new Error(`The exchange was answered ${response.status}: ${await response.text()}`);
    const answer = (await response.json()) as SyncResponse;
    this.#lastMid = answer.lastMid;
    return answer;
  }

  async #meet(): Promise<void> {
    const request = {
      schema: SYNC_SCHEMA,
      clientId: this.#clientId,
      epoch: null,
      cursor: 0,
      ack: 0,
      pull: true,
      mutations: [],
    };
    const answer = (await (await this.json("POST", "/api/sync", request)).json()) as SyncResponse;
    this.#epoch = answer.epoch;
    this.#cursor = answer.cursor;
  }

  furnish(filling: Filling): Promise<Filled> {
    return fillAccount(this.server.db, this.userId, filling);
  }

  async upload(picture: Uint8Array<ArrayBuffer>): Promise<Response> {
    return this.send("PUT", `/api/blobs/${createHash("sha256").update(picture).digest("hex")}`, picture, {
      "Content-Type": "application/octet-stream",
    });
  }
}
