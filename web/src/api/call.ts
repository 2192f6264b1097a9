/**
 * The one way to the server. A call is named by its route in the contract, which says what may be sent and what comes
 * back; an answer that is not what the route promises, or that another gave in the server's place, never gets further than here. What only
 * an owner may call says which owner asks: the browser's cookie may be another's by now, and then the server refuses instead of answering
 * with what is theirs.
 */
import { apiError } from "@shelv/contract/api-error";
import { isOurs } from "@shelv/contract/answer-origin";
import { type InputIssue, REFUSALS } from "@shelv/contract/refusal";
import { type Access, type Route, USER_HEADER } from "@shelv/contract/routes/route";
import * as v from "valibot";
import { retryAfterSeconds } from "./outside-wait";
import { Patience } from "./patience";
import { pathWith } from "./path-with";
import { noteServerDate } from "./server-clock";

const GIVE_UP_AFTER_MS = 30_000;
/** What even a poor network carries: a large body is given the time it needs. */
const SLOWEST_BYTES_PER_MS = 4;

type Given<K extends string, S> = S extends v.GenericSchema
  ? { [P in K]: v.InferInput<S> }
  : { [P in K]?: undefined };
type BodyOf<R extends Route> = R extends { encoding: "bytes" }
  ? { body: BodyInit }
  : R extends { encoding: "multipart" }
    ? { body: FormData }
    : Given<"body", R["body"]>;

export type CallOptions<R extends Route> = Given<"params", R["params"]> &
  BodyOf<R> & {
    headers?: Record<string, string>;
    signal?: AbortSignal;
  };
export type AnswerOf<R extends Route> = R["answer"] extends v.GenericSchema
  ? v.InferOutput<R["answer"]>
  : undefined;

type Optional<T> = object extends T ? [options?: T] : [options: T];

export type OwnersRoute = Route & { access: "owner" };
export type OwnersCall = <R extends OwnersRoute>(
  route: R,
  ...[options]: Optional<CallOptions<R>>
) => Promise<AnswerOf<R>>;

/** How one owner asks for what is theirs. Each call throws what `call` throws, where another is signed in by now a `wrong-user`. */
export const callAs =
  (userId: string): OwnersCall =>
  (route, ...[options]) =>
    send(route, { ...options, headers: { ...options?.headers, [USER_HEADER]: userId } });

/** Asks what is no owner's alone. Throws `NoNetwork` when the server did not answer, `ApiFailure` when its answer is no success. */
export const call = <R extends Route & { access: Exclude<Access, "owner"> }>(
  route: R,
  ...[options]: Optional<CallOptions<R>>
): Promise<AnswerOf<R>> => send(route, options ?? {});

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
    if (isOurs(sent)) noteServerDate(sent.headers.get("Date"));
    return await answerIn(route, sent, () => patience.renew(GIVE_UP_AFTER_MS));
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
  /** How long the server asks to wait, in seconds: at most one hour. */
  readonly retryAfterS: number | null;

  constructor(
    status: number,
    code: string,
    message: string,
    issues: InputIssue[],
    retryAfterS: number | null,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.issues = issues;
    this.retryAfterS = retryAfterS;
  }
}

/** The server did not answer. Not an error of anyone's: a state that passes. */
export class NoNetwork extends Error {
  override readonly name: string = "NoNetwork";
  constructor(cause: unknown) {
    super("The server could not be reached", { cause });
  }
}

/** A gateway, a captive portal or a maintenance page answered in the server's place: the call did not reach the server. */
export class ForeignAnswer extends NoNetwork {
  override readonly name = "ForeignAnswer";
}

/** How long a call may take: a device that has been offline for long sends as much as a picture in one go. */
export const patienceMs = (content: unknown): number =>
  GIVE_UP_AFTER_MS + Math.ceil(bytesOf(content) / SLOWEST_BYTES_PER_MS);

/** A text counts by its length: exact would take longer than it is worth. */
function bytesOf(content: unknown): number {
  if (typeof content === "string") return content.length;
  return content instanceof ArrayBuffer ? content.byteLength : 0;
}

const isJson = (route: Route, body: unknown) => body !== undefined && (route.encoding ?? "json") === "json";

/**
 * What the route promises, out of an answer that proves to be the server's: by its header or, of a server from before that, by its shape.
 * Throws what `call` throws.
 */
export async function answerIn<R extends Route>(
  route: Pick<R, "answer">,
  answer: Response,
  onBytes: () => void = () => undefined,
): Promise<AnswerOf<R>> {
  if (!answer.ok) throw await failureOf(answer);
  const isOwn = isOurs(answer);
  if (!route.answer) {
    if (!isOwn) throw new ForeignAnswer(answer.status);
    return undefined;
  }
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), route.answer), await textOf(answer, onBytes));
  if (read.success) return read.output as AnswerOf<R>;
  throw isOwn ? new v.ValiError(read.issues) : new ForeignAnswer(answer.status);
}

/** A large answer over a poor network takes as long as it takes, while bytes arrive. */
async function textOf(response: Response, onBytes: () => void): Promise<string> {
  try {
    const decoder = new TextDecoder();
    let text = "";
    const reader = response.body?.getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      onBytes();
      text += decoder.decode(part.value, { stream: true });
    }
    return text + decoder.decode();
  } catch (cause) {
    throw new NoNetwork(cause);
  }
}

/** The server's own words where it has some. Without, the status alone says what it is, if it says the same from whoever is on the way. */
export async function failureOf(response: Response): Promise<ApiFailure | ForeignAnswer> {
  const { status, headers } = response;
  const text = await response.text().catch(() => "");
  const said = v.safeParse(v.pipe(v.string(), v.parseJson(), apiError), text);
  const isOwn =
    isOurs(response) || (said.success && (said.output.code in REFUSALS || said.output.code === "bug"));
  if (!isOwn && !isTrouble(status)) return new ForeignAnswer(status);
  const { code, message, issues } = said.success
    ? said.output
    : { code: "unknown", message: `${status}: ${text || response.statusText}`, issues: undefined };
  return new ApiFailure(status, code, message, issues ?? [], retryAfterSeconds(headers));
}

/** Too large, too often, or out of order: so says a proxy for its server. 511 is a network that wants a sign-in of its own. */
const isTrouble = (status: number) => status === 413 || status === 429 || (status >= 500 && status !== 511);
