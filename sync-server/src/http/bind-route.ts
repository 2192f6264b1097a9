/**
 * Enforces the contract's access, input and size limits: a handler gets parsed values and returns a value.
 */
import { isDeepStrictEqual } from "node:util";
import { parseInput } from "@shelv/contract/input-issues";
import { Refusal } from "@shelv/contract/refusal";
import { type Access, type Route, USER_HEADER } from "@shelv/contract/routes/route";
import type { Context, Hono } from "hono";
import * as v from "valibot";
import { metered } from "#database/row-meter";
import type { WorkQuotas } from "#jobs/work-quotas";
import type { LongAnswers } from "./json/long-answers.ts";
import { partsOf, shortText, TextPieces } from "./json/text-pieces.ts";
import type { ResponseCache } from "./response-cache.ts";
import { type Session, setsCookie } from "./session.ts";
import {
  type Bytes,
  readBeacon,
  readBytes,
  readForm,
  readJson,
  readMultipart,
  readStream,
} from "./read-body.ts";
import {
  compressJson,
  encodingFor,
  isCompressionBusy,
  JSON_HEADERS,
  type ReadyJson,
} from "./json/ready-json.ts";

export type Api = {
  app: Hono;
  /** May renew the session's cookie. */
  sessionOf(c: Context): Promise<Session | null>;
  isLive(session: Session): Promise<boolean>;
  checksAnswers: boolean;
  responseCache: ResponseCache;
  longAnswers: LongAnswers;
  workQuotas: WorkQuotas;
  readyJson: ReadyJson;
};

type Owner = Session & { username: string };
type CallerOf<A extends Access> = A extends "owner" ? Owner : A extends "signed-in" ? Session : null;
type Output<S> = S extends v.GenericSchema ? v.InferOutput<S> : undefined;
type BodyOf<R extends Route> = R extends { encoding: "bytes" }
  ? Bytes
  : R extends { encoding: "stream" }
    ? AsyncIterable<Uint8Array>
    : Output<R["body"]>;
type Answer<R extends Route> = R["answer"] extends v.GenericSchema
  ? v.InferInput<R["answer"]> | TextPieces | Response
  : TextPieces | Response | void;

export type Call<R extends Route> = {
  params: Output<R["params"]>;
  query: Output<R["query"]>;
  body: BodyOf<R>;
  files: Map<string, Bytes>;
  caller: CallerOf<R["access"]>;
  c: Context;
};

/** @param admit refuses callers before their body is read, where the contract's access does not */
export function bindRoute<R extends Route>(
  api: Api,
  route: R,
  handler: (call: Call<R>) => Promise<Answer<R>> | Answer<R>,
  admit?: (c: Context) => Promise<unknown>,
): void {
  // Hono passes HEAD to GET routes, which would open a stream that nothing closes.
  const method = route.method === "HEAD" ? "GET" : route.method;
  api.app.on(method, route.path, async (c, next) => {
    if (c.req.method !== route.method) return next();
    const caller = await callerOf(api, c, route);
    await admit?.(c);
    const params = route.params ? parseInput(route.params, c.req.param()) : undefined;
    const query = route.query ? parseInput(route.query, c.req.query()) : undefined;
    // A stream has its own, larger limit.
    const isCharged = route.encoding !== "stream" && route.waitsForOthers !== true;
    let short: string | null = null;
    const answer = await chargeQuota(api, isCharged ? caller : null, async () => {
      const { body, files } = await bodyOf(c, route);
      const call = { params, query, body, files, caller, c } as Call<R>;
      const made = await whileSignedIn(api, caller, () => handler(call));
      if (made instanceof TextPieces) short = await shortText(made);
      return made;
    });
    if (answer instanceof Response) return answer;
    if (answer === undefined) return c.body(null, 204);
    if (answer instanceof TextPieces && short === null) return sendLong(api, c, { caller, pieces: answer });
    const text = short ?? JSON.stringify(answer);
    if (api.checksAnswers && route.answer) mustMatchContract(route, JSON.parse(text));
    return sendText(c, text, answer instanceof TextPieces ? answer.headers : JSON_HEADERS);
  });
}

/** Each part waits for the account's quota. */
async function sendLong(
  api: Api,
  c: Context,
  { caller, pieces }: { caller: Session | null; pieces: TextPieces },
): Promise<Response> {
  if (!caller) throw new Error("An answer that visitors get is not long");
  const parts = partsOf(pieces);
  const nextPart = async () => (await chargeQuota(api, caller, () => parts.next())).value ?? null;
  return c.body(await api.longAnswers.stream(nextPart, { payer: caller.userId }), 200, pieces.headers);
}

async function sendText(c: Context, text: string, headers: Record<string, string>): Promise<Response> {
  const encoding = isCompressionBusy() ? null : encodingFor(c.req.header("Accept-Encoding"), text.length);
  if (encoding === null) return c.body(text, 200, headers);
  const bytes = await compressJson(new TextEncoder().encode(text), encoding);
  return c.body(bytes, 200, { ...headers, "Content-Encoding": encoding });
}

type CachedRoute = Route & { method: "GET"; access: "owner"; answer: v.GenericSchema };

/** Marks a long answer in the cache: no JSON is empty. */
const LONG = new Uint8Array();

/**
 * For routes whose answers depend only on path and owner's rows: short answers are cached until the owner's
 * next commit.
 */
export function bindCachedRoute<R extends CachedRoute>(
  api: Api,
  route: R,
  handler: (call: Pick<Call<R>, "params"> & { caller: Owner }) => Promise<TextPieces>,
): void {
  api.app.get(route.path, async (c, next) => {
    if (c.req.method !== "GET") return next();
    const caller = (await callerOf(api, c, route)) as Owner;
    const read = () => {
      const params = (
        route.params ? parseInput(route.params, c.req.param()) : undefined
      ) as Call<R>["params"];
      return handler({ params, caller });
    };
    const make = async () => {
      const json = await shortText(await read());
      if (json !== null && api.checksAnswers) mustMatchContract(route, JSON.parse(json));
      return json === null ? LONG : new TextEncoder().encode(json);
    };
    const { bytes, encoding } = await chargeQuota(api, caller, () =>
      cachedForm(api, c, { userId: caller.userId, path: c.req.path, make }),
    );
    if (bytes.byteLength === 0)
      return sendLong(api, c, { caller, pieces: await chargeQuota(api, caller, read) });
    if (!setsCookie(c)) return api.readyJson(bytes, encoding);
    // `readyJson` cannot set the cookie of a renewed session.
    return c.body(
      bytes,
      200,
      encoding === null ? JSON_HEADERS : { ...JSON_HEADERS, "Content-Encoding": encoding },
    );
  });
}

type SharedRoute = Route & { method: "GET"; access: "anyone"; answer: v.GenericSchema };

/** For visitors' routes whose answers depend only on path and one owner's rows. */
export function bindSharedRoute<R extends SharedRoute>(
  api: Api,
  route: R,
  {
    ownerOf,
    makeJson,
  }: {
    ownerOf: (params: Call<R>["params"]) => Promise<string>;
    makeJson: (params: Call<R>["params"]) => Promise<Bytes>;
  },
): void {
  api.app.get(route.path, async (c, next) => {
    if (c.req.method !== "GET") return next();
    const params = (route.params ? parseInput(route.params, c.req.param()) : undefined) as Call<R>["params"];
    const make = async () => {
      const made = await makeJson(params);
      if (api.checksAnswers) mustMatchContract(route, JSON.parse(new TextDecoder().decode(made)));
      return made;
    };
    const { bytes, encoding } = await cachedForm(api, c, {
      userId: await ownerOf(params),
      path: route.path,
      make,
    });
    return api.readyJson(bytes, encoding);
  });
}

type Cached = { userId: string; path: string; make: () => Promise<Bytes> };

/** Cached beside the plain answer. */
async function cachedForm({ responseCache }: Api, c: Context, { userId, path, make }: Cached) {
  const plain = () => responseCache.get(userId, path, make);
  const bytes = await plain();
  const encoding = encodingFor(c.req.header("Accept-Encoding"), bytes.byteLength);
  if (encoding === null) return { bytes, encoding };
  // Reads again inside: an answer read before a commit must not be cached after it.
  const packed = () => plain().then((json) => compressJson(json, encoding));
  return { bytes: await responseCache.get(userId, `${path} ${encoding}`, packed), encoding };
}

/** Charges the rows that a request reads and writes. An account without quota left waits. */
export async function chargeQuota<T>(
  { workQuotas }: Api,
  caller: Pick<Session, "userId"> | null,
  act: () => Promise<T>,
): Promise<T> {
  if (!caller) return act();
  return workQuotas.inTurn(caller.userId, () =>
    metered(act, (rows) => workQuotas.charge(caller.userId, rows)),
  );
}

async function callerOf(
  api: Api,
  c: Context,
  { access, mustNameUser = false }: Route,
): Promise<Session | null> {
  if (access === "anyone") return null;
  const session = await api.sessionOf(c);
  if (!session) throw new Refusal("signed-out");
  if (access === "owner" && session.username === null) throw new Refusal("username-missing");
  const user = c.req.header(USER_HEADER);
  if (user !== undefined || mustNameUser) mustBeFor(user, session);
  return session;
}

/** The cookie may change while a device runs: one account's data and requests must not reach another. */
export function mustBeFor(user: string | undefined, { userId }: Session): void {
  if (user !== userId) throw new Refusal("wrong-user");
}

/** An account may be deleted during its request: that error is not a bug. */
async function whileSignedIn<T>(api: Api, caller: Session | null, handle: () => T): Promise<Awaited<T>> {
  try {
    return await handle();
  } catch (error) {
    if (caller && !(error instanceof Refusal) && !(await api.isLive(caller))) throw new Refusal("signed-out");
    throw error;
  }
}

async function bodyOf(c: Context, route: Route): Promise<{ body: unknown; files: Map<string, Bytes> }> {
  const none = new Map<string, Bytes>();
  if (route.encoding === "bytes") return { body: await readBytes(c.req.raw, route.maxBytes), files: none };
  if (route.encoding === "stream") return { body: readStream(c.req.raw, route.maxBytes), files: none };
  if (!route.body) return { body: undefined, files: none };
  if (route.encoding === "multipart") {
    const { fields, files } = await readMultipart(c.req.raw, route.maxBytes);
    return { body: parseInput(route.body, fields), files };
  }
  const read = { json: readJson, beacon: readBeacon, form: readForm }[route.encoding ?? "json"];
  return { body: parseInput(route.body, await read(c.req.raw, route)), files: none };
}

function mustMatchContract(route: Route, answer: unknown): void {
  if (!route.answer || !isDeepStrictEqual(v.parse(route.answer, answer), answer)) {
    throw new Error(`${route.method} ${route.path} answered something that its contract does not promise`);
  }
}
