import { expect, test } from "vitest";
import { isOurs, OWN_HEADER } from "./answer-origin.ts";

test.each<[string, Record<string, string>, boolean]>([
  ["with the server's header", { [OWN_HEADER.name]: OWN_HEADER.value }, true],
  [
    "of a server from before that header",
    { "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
    true,
  ],
  [
    "of a gateway with a policy of its own",
    { "Permissions-Policy": "camera=()", "Content-Type": "text/html" },
    false,
  ],
  ["without headers", {}, false],
])("an answer %s is the server's: %j → %j", (_, headers, expected) => {
  expect(isOurs({ headers: { get: (name) => headers[name] ?? null } })).toBe(expected);
});
