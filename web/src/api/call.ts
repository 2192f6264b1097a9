/**
 * The one way to the server. A call is named by its route in the contract, which says what may be sent and what comes
 * back; an answer that is not what the route promises never gets further than here. What only an owner may call says which owner
 * asks: the browser's cookie may be another's by now, and then the server refuses instead of answering with what is theirs.
 */
import { apiError } from "@shelv/contract/api-error";
import type { InputIssue } from "@shelv/contract/refusal";
import { type Access, type Route, USER_HEADER } from "@shelv/contract/routes/route";
import * as v from "valibot";
import { Patience } from "./patience";
import { pathWith } from "./path-with";
import { noteServerDate } from "./server-clock";

const GIVE_UP_AFTER_MS = 30_000;
/** What even a poor network carries: a large body is given the time it needs. */
const SLOWEST_BYTES_PER_MS = 4;

type Given<K extends string, S> = S extends v.GenericSchema ? { [P in K]: v.InferInput<S> } : { [P in K]?: undefined };
type BodyOf<R extends Route> = R extends { encoding: "bytes" }
  ? { body: BodyInit }
  : R extends { encoding: "multipart" } ? { body: FormData } : Given<"body", R["body"]>;

export type CallOptions<R extends Route> = Given<"params", R["params"]> & BodyOf<R> & {
  headers?: Record<string, string>;
  signal?: AbortSignal;
};
export type AnswerOf<R extends Route> = R["answer"] extends v.GenericSchema ? v.InferOutput<R["answer"]> : undefined;

type Optional<T> = object extends T ? [options?: T] : [options: T];

export type OwnersRoute = Route & { access: "owner" };
export type OwnersCall = <R extends OwnersRoute>(route: R, ...[options]: Optional<CallOptions<R>>) => Promise<AnswerOf<R>>;

/** How one owner asks for what is theirs. Each call throws what `call` throws, where another is signed in by now a `wrong-user`. */
export const callAs = (userId: string): OwnersCall => (route, ...[options]) =>
  send(route, { ...options, headers: { ...options?.headers, [USER_HEADER]: userId } });

/** Asks what is no owner's alone. Throws `NoNetwork` when nobody answered, `ApiFailure` when the answer is no success. */
export const call = <R extends Route & { access: Exclude<Access, "owner"> }>(route: R, ...[options]: Optional<CallOptions<R>>): Promise<AnswerOf<R>> =>
  send(route, options ?? {});

async function send<R extends Route>(route: R, options: Partial<CallOptions<Route>>): Promise<AnswerOf<R>> {
  const { params, body, headers, signal } = options;
  const content = isJson(route, body) ? JSON.stringify(body) : (body as BodyInit | undefined);
  const patience = new Patience(patienceMs(content));
  try {
    const sent = await fetch(pathWith(route.path, (params ?? {}) as Record<string, string>), {
      method: route.method,
      credentials: "same-origin",
      headers: { ...(isJson(route, body) ? { "Content-Type": "application/json" } : {}), ...headers },
      signal: signal ? AbortSignal.any([signal, patience.signal]) : patience.signal,
      ...(content === undefined ? {} : { body: content }),
    }).catch((cause: unknown) => {
      throw new NoNetwork(cause);
    });
    noteServerDate(sent.headers.get("Date"));
    if (!sent.ok) throw await failureOf(sent);
    return (route.answer ? v.parse(route.answer, await jsonOf(sent, () => patience.renew(GIVE_UP_AFTER_MS))) : undefined) as AnswerOf<R>;
  } finally {
    patience.end();
  }
}

/** The server answered, and not with a success. `message` is a sentence for people. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly status: number;
  readonly code: string;
  readonly issues: InputIssue[];
  /** How long the server asks to wait, in seconds. */
  readonly retryAfterS: number | null;

  constructor(status: number, code: string, message: string, issues: InputIssue[], retryAfterS: number | null) {
    super(message);
    this.status = status;
    this.code = code;
    this.issues = issues;
    this.retryAfterS = retryAfterS;
  }
}

/** Nobody answered. Not an error of anyone's: a state that passes. */
export class NoNetwork extends Error {
  override readonly name = "NoNetwork";
  constructor(cause: unknown) {
    super("The server could not be reached", { cause });
  }
}

/** How long a call may take: a device that has been offline for long sends as much as a picture in one go. */
export const patienceMs = (content: unknown): number => GIVE_UP_AFTER_MS + Math.ceil(bytesOf(content) / SLOWEST_BYTES_PER_MS);

/** A text counts by its length: exact would take longer than it is worth. */
function bytesOf(content: unknown): number {
  if (typeof content === "string") return content.length;
  return content instanceof ArrayBuffer ? content.byteLength : 0;
}

const isJson = (route: Route, body: unknown) => body !== undefined && (route.encoding ?? "json") === "json";

/**
 * A success that is no JSON comes from something between the server and us (a hotel's sign-in page, say). A large answer over a
 * poor network takes as long as it takes, while bytes arrive.
 */
async function jsonOf(response: Response, onBytes: () => void): Promise<unknown> {
  try {
    const decoder = new TextDecoder();
    let text = "";
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      onBytes();
      text += decoder.decode(part.value, { stream: true });
    }
    return JSON.parse(text + decoder.decode());
  } catch (cause) {
    throw new NoNetwork(cause);
  }
}

/** The server's own words where it has some, else the status and whatever was said. */
export async function failureOf(response: Response): Promise<ApiFailure> {
  const text = await response.text().catch(() => "");
  const said = v.safeParse(v.pipe(v.string(), v.parseJson(), apiError), text);
  const { code, message, issues } = said.success
    ? said.output
    : { code: "unknown", message: `${response.status}: ${text || response.statusText}`, issues: undefined };
  const retryAfterS = Number(response.headers.get("Retry-After")) || null;
  return new ApiFailure(response.status, code, message, issues ?? [], retryAfterS);
}
