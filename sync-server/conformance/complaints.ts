import { isDeepStrictEqual } from "node:util";
import { OWN_HEADER } from "@shelv/contract/answer-origin";
import { REFUSALS, type RefusalCode } from "@shelv/contract/refusal";
import { apiError, expectedRefusals, type Route } from "@shelv/contract/routes/route";
import * as v from "valibot";
import { type Answer, isSuccess } from "./answer.ts";
import { caseOf } from "./cases/all-cases.ts";
import { keyOf } from "./route-case.ts";

/** It violates its route's contract, or contains a sign-in address. */
export function complaintsAbout(route: Route, answer: Answer, addresses: readonly string[]): string[] {
  return [
    ...(isSuccess(answer) ? aboutSuccess(route, answer) : aboutRefusal(route, answer)),
    ...(answer.headers.get(OWN_HEADER.name) === OWN_HEADER.value
      ? []
      : ["it does not carry the server's header"]),
    ...(caseOf(keyOf(route)).holdsAddress ? [] : aboutAddresses(answer, addresses)),
  ];
}

/** A server error, or a sign-in address. */
export function complaintsAboutAny(answer: Answer, addresses: readonly string[]): string[] {
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
/** No field name, no stack. */
const SENTENCE = /^[A-Z][^{}<>\n]{7,}$/;

/** It is in the catalogue and has the form of all refusals. For HEAD only the status. */
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
