/**
 * The only way to the server. An answer that breaks its route's contract, or comes from another server, stops
 * here. The server refuses an owner's call under another account's cookie.
 */
import { isOurs } from "@shelv/contract/answer-origin";
import { type InputIssue, REFUSALS } from "@shelv/contract/refusal";
import { type Access, apiError, type Route, USER_HEADER } from "@shelv/contract/routes/route";
import * as v from "valibot";
import { retryAfterSeconds } from "./retry-after";
import { pathWith } from "./path-with";
import { noteServerDate } from "./server-clock";

const TIMEOUT_MS = 30_000;
/** A poor network's speed, by which a large body gets its time. */
const SLOWEST_BYTES_PER_MS = 4;

type Given<K extends string, S> = S extends v.GenericSchema
  ? { [P in K]: v.InferInput<S> }
  : { [P in K]?: undefined };
type BodyOf<R extends Route> = R extends { encoding: "bytes" }
  ? { body: BodyInit }
  : R extends { encoding: "multipart" }
    ? { body: FormData }
    : Given<"body", R["body"]>;

export type CallOptions<R extends Route> = Given<"params", R["params"]> & {
  query?: Record<string, string>;
} & BodyOf<R> & {
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

/** Throws what `call` throws, and `wrong-user` if another account is signed in. */
export const callAs =
  (userId: string): OwnersCall =>
  (route, ...[options]) =>
    send(route, { ...options, headers: { ...options?.headers, [USER_HEADER]: userId } });

/** Throws `NoNetwork` without an answer, `ApiFailure` for any but a success. */
export const call = <R extends Route & { access: Exclude<Access, "owner"> }>(
  route: R,
  ...[options]: Optional<CallOptions<R>>
): Promise<AnswerOf<R>> => send(route, options ?? {});

async function send<R extends Route>(route: R, options: Partial<CallOptions<Route>>): Promise<AnswerOf<R>> {
  const { params, query, body, headers, signal } = options;
  const json = isJson(route, body) ? JSON.stringify(body) : null;
  const gzipped = json !== null && route.takesGzip ? await gzip(json) : null;
  const content = gzipped ?? json ?? (body as BodyInit | undefined);
  const timeout = new IdleTimeout(callTimeoutMs(content));
  try {
    const sent = await fetch(pathWith(route.path, (params ?? {}) as Record<string, string>, query), {
      method: route.method,
      credentials: "same-origin",
      headers: {
        ...(json === null ? {} : { "Content-Type": "application/json" }),
        ...(gzipped === null ? {} : { "Content-Encoding": "gzip" }),
        ...headers,
      },
      signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
      ...(content === undefined ? {} : { body: content }),
    }).catch((cause: unknown) => {
      throw new NoNetwork(cause);
    });
    if (isOurs(sent)) noteServerDate(sent.headers.get("Date"));
    return await answerIn(route, sent, () => timeout.renew(TIMEOUT_MS));
  } finally {
    timeout.end();
  }
}

/** Smaller bodies fit one packet. */
const GZIP_FROM_LENGTH = 1000;

async function gzip(text: string): Promise<ArrayBuffer | null> {
  if (text.length < GZIP_FROM_LENGTH || !("CompressionStream" in globalThis)) return null;
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** A proxy answered a failure in the server's place. */
export const UNKNOWN_CODE = "unknown";

export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly status: number;
  readonly code: string;
  readonly issues: InputIssue[];
  /** At most one hour. */
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

/** A state, not an error. */
export class NoNetwork extends Error {
  override readonly name: string = "NoNetwork";
  constructor(cause: unknown) {
    super("The server could not be reached", { cause });
  }
}

/** A gateway, a captive portal or a maintenance page answered. */
export class ForeignAnswer extends NoNetwork {
  override readonly name = "ForeignAnswer";
}

/** After a long time offline one request is as large as a picture. */
export const callTimeoutMs = (content: unknown): number =>
  TIMEOUT_MS + Math.ceil(bytesOf(content) / SLOWEST_BYTES_PER_MS);

/** A text's length is cheaper than its bytes. */
function bytesOf(content: unknown): number {
  if (typeof content === "string") return content.length;
  return content instanceof ArrayBuffer ? content.byteLength : 0;
}

const isJson = (route: Route, body: unknown) => body !== undefined && (route.encoding ?? "json") === "json";

/**
 * An answer of our server has its header or, from an older one, the promised shape. Throws what `call`
 * throws.
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

/** No time limit while bytes arrive. */
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

/** The server's own error; without one by status, if that means the same from a proxy. */
export async function failureOf(response: Response): Promise<ApiFailure | ForeignAnswer> {
  const { status, headers } = response;
  const text = await response.text().catch(() => "");
  const error = v.safeParse(v.pipe(v.string(), v.parseJson(), apiError), text);
  const isOwn =
    isOurs(response) || (error.success && (error.output.code in REFUSALS || error.output.code === "bug"));
  if (!isOwn && !isTrouble(status)) return new ForeignAnswer(status);
  const { code, message, issues } = error.success
    ? error.output
    : { code: UNKNOWN_CODE, message: `${status}: ${text || response.statusText}`, issues: undefined };
  const waitS = retryAfterSeconds(headers);
  return new ApiFailure(
    status,
    code,
    message,
    issues ?? [],
    isOwn || waitS === null ? waitS : Math.min(waitS, FOREIGN_WAIT_MAX_S),
  );
}

/** A proxy does not know how long the server needs. */
const FOREIGN_WAIT_MAX_S = 60;

/** Statuses by which a proxy reports that its server is in trouble. 511: a network with its own sign-in. */
const isTrouble = (status: number) => status === 413 || status === 429 || (status >= 500 && status !== 511);

class IdleTimeout {
  readonly #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout>;

  constructor(ms: number) {
    this.#timer = this.#abortAfter(ms);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  renew(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = this.#abortAfter(ms);
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #abortAfter(ms: number) {
    return setTimeout(
      () => this.#controller.abort(new DOMException("Nothing was heard for too long", "TimeoutError")),
      ms,
    );
  }
}
