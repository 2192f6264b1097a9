import { isDeepStrictEqual } from "node:util";
import { OWN_HEADER } from "@shelv/contract/answer-origin";
import { REFUSALS, type RefusalCode } from "@shelv/contract/refusal";
import { apiError, expectedRefusals, type Route } from "@shelv/contract/routes/route";
import * as v from "valibot";
import type { Body } from "#testing/browser";
import { type Answer, isSuccess, readAnswer } from "./answer.ts";
import { caseOf } from "./cases/all-cases.ts";
import { keyOf, type Sending } from "./route-case.ts";
import type { Owner, World } from "./world.ts";

export const CONTENT_TYPES = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data; boundary=x",
  beacon: "application/json",
  bytes: "application/octet-stream",
  stream: "application/zip",
} as const;

export async function sendChecked(
  world: World,
  route: Route,
  owner: Owner,
  sending: Sending,
): Promise<Answer> {
  const {
    by = owner.browser,
    params = {},
    query,
    tail = "",
    method = route.method,
    body,
    headers = {},
  } = sending;
  const place = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent((params[name] ?? "").toWellFormed()),
  );
  const path = place + (query ? `?${new URLSearchParams(query).toString()}` : "") + tail;
  const hasBody = body !== undefined && method !== "HEAD" && method !== "GET";
  const answer = await readAnswer(
    await by.send(method, path, hasBody ? packedBody(route, body, headers) : { headers }),
  );
  const complaints = mayReachAnotherRoute(sending)
    ? complaintsAboutAny(answer, caseOf(keyOf(route)).holdsAddress ? [] : world.addresses)
    : complaintsAbout(route, answer, world.addresses);
  if (complaints.length > 0)
    throw new Error(
      `${method} ${path.slice(0, 200)} answered ${answer.status}, but ${complaints.join(" and ")}`,
    );
  return answer;
}

const mayReachAnotherRoute = ({ params = {}, tail, method }: Sending) =>
  tail !== undefined ||
  method !== undefined ||
  Object.values(params).some((value) => ["", ".", ".."].includes(value));

/** In the route's encoding; strings and bytes travel unchanged. */
function packedBody(
  route: Route,
  body: unknown,
  headers: Record<string, string>,
): { body: Body; headers: Record<string, string> } {
  if (body instanceof Uint8Array) return { body: body as Uint8Array<ArrayBuffer>, headers };
  if (route.encoding === "form") {
    return {
      body: new URLSearchParams(fieldsOf(body) as [string, string][]).toString(),
      headers: { "Content-Type": CONTENT_TYPES.form, ...headers },
    };
  }
  if (route.encoding !== "multipart")
    return { body: JSON.stringify(body), headers: { "Content-Type": CONTENT_TYPES.json, ...headers } };
  const form = new FormData();
  for (const [name, value] of fieldsOf(body)) form.set(name, value);
  return { body: form, headers };
}

const fieldsOf = (body: unknown): [string, string | Blob][] =>
  Object.entries(body as object).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === "object" && !(value instanceof Blob) ? JSON.stringify(value) : (value as string | Blob),
  ]);

function complaintsAbout(route: Route, answer: Answer, addresses: readonly string[]): string[] {
  return [
    ...(isSuccess(answer) ? aboutSuccess(route, answer) : aboutRefusal(route, answer)),
    ...(answer.headers.get(OWN_HEADER.name) === OWN_HEADER.value
      ? []
      : ["it does not carry the server's header"]),
    ...(caseOf(keyOf(route)).holdsAddress ? [] : aboutAddresses(answer, addresses)),
  ];
}

function complaintsAboutAny(answer: Answer, addresses: readonly string[]): string[] {
  return [...(answer.status < 500 ? [] : [`it broke: ${answer.text}`]), ...aboutAddresses(answer, addresses)];
}

function aboutSuccess(route: Route, answer: Answer): string[] {
  const { isPromised } = caseOf(keyOf(route));
  if (isPromised && !isPromised(answer)) return ["it is not what its case says"];
  if (route.answerType !== undefined) {
    const type = answer.headers.get("Content-Type") ?? "";
    return type.startsWith(route.answerType) && answer.text !== ""
      ? []
      : [`it is no ${route.answerType}, but ${type}`];
  }
  if (route.answer === undefined)
    return isPromised || (answer.status === 204 && answer.text === "")
      ? []
      : ["it promises nothing, and answers something"];
  const parsed = v.safeParse(route.answer, answer.json);
  if (!parsed.success)
    return v.flatten(parsed.issues).root ?? [JSON.stringify(v.flatten(parsed.issues).nested)];
  return isDeepStrictEqual(parsed.output, answer.json) ? [] : ["something stands beside what is promised"];
}

const errorBody = v.strictObject(apiError.entries);
const SENTENCE = /^[A-Z][^{}<>\n]{7,}$/;

/** A refusal must be in the catalogue, and have the form of all refusals. For HEAD only the status counts. */
function aboutRefusal(route: Route, { status, headers, text, json }: Answer): string[] {
  if (route.method === "HEAD") return status < 500 && text === "" ? [] : ["it is no refusal without a body"];
  const parsed = v.safeParse(errorBody, json);
  if (!parsed.success) return [`its body is not that of an error: ${text.slice(0, 200)}`];
  const { code, message, issues } = parsed.output;
  const claims: [boolean, string][] = [
    [
      REFUSALS[code as RefusalCode]?.status === status,
      `${status} ${code} is not in the catalogue: ${message}`,
    ],
    [
      (expectedRefusals(route) as string[]).includes(code),
      `${code} is not among the refusals of its contract`,
    ],
    [
      [message, ...(issues ?? []).map((issue) => issue.message)].every((said) => SENTENCE.test(said)),
      `"${message}" is no sentence`,
    ],
    [
      (issues !== undefined) === (code === "invalid"),
      "issues stand where something is invalid, and only there",
    ],
    [headers.get("Cache-Control") === "no-store", "it may be kept"],
    [status !== 429 || Number(headers.get("Retry-After")) > 0, "it does not say when to come back"],
  ];
  return claims.filter(([holds]) => !holds).map(([, complaint]) => complaint);
}

function aboutAddresses({ text, headers }: Answer, addresses: readonly string[]): string[] {
  const all = `${text}\n${[...headers].join("\n")}`;
  return addresses
    .filter((address) => all.includes(address))
    .map((address) => `it holds the address ${address}`);
}
