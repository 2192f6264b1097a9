import { expect, test } from "vitest";
import { hostResolver } from "./resolve-host.ts";

const DOMAINS = new Map([
  ["ada.example", "Ada"],
  ["xn--bcher-kva.example", "Books"],
]);
const usernameOf = (name: string) => DOMAINS.get(name);
const app = { kind: "app" };
const nowhere = { kind: "nowhere" };
const page = (username: string) => ({ kind: "page", username });

test.each<[string | undefined, unknown]>([
  ["shelv.example", app],
  ["ada.shelv.example", page("ada")],
  ["ada.example", page("Ada")],
  ["xn--bcher-kva.example", page("Books")],
  [undefined, nowhere],
  ["", nowhere],
  ["evil.example", nowhere],
  ["shelv.example:443", nowhere],
  ["SHELV.example", nowhere],
  ["shelv.example.", nowhere],
  ["ada.shelv.example.", nowhere],
  ["ADA.shelv.example", nowhere],
  ["ada.shelv.example:8443", nowhere],
  ["a.b.shelv.example", nowhere],
  [".shelv.example", nowhere],
  ["www.shelv.example", nowhere],
  ["api.shelv.example", nowhere],
  ["adashelv.example", nowhere],
  ["ada.example:80", nowhere],
  ["Ada.example", nowhere],
  ["ada.example.", nowhere],
  ["bücher.example", nowhere],
  ["ⓢhelv.example", nowhere],
  ["shelv.example, ada.example", nowhere],
  ["shelv.example/", nowhere],
  ["user@shelv.example", nowhere],
  ["127.0.0.1", nowhere],
  ["constructor", nowhere],
])("The host %j is %j", (host, place) => {
  expect(
    hostResolver({ publicUrl: "https://shelv.example", pageHost: "shelv.example", usernameOf })(host),
  ).toEqual(place);
});

test("Pages have the port of the app's own address", () => {
  const resolveHost = hostResolver({
    publicUrl: "https://shelv.example:8443",
    pageHost: "pages.example",
    usernameOf,
  });
  expect(
    [
      "shelv.example:8443",
      "ada.pages.example:8443",
      "ada.example:8443",
      "shelv.example",
      "ada.pages.example",
      "ada.example",
    ].map((host) => resolveHost(host).kind),
  ).toEqual(["app", "page", "page", "nowhere", "nowhere", "nowhere"]);
});

test("Without a public address every host is the app's; without a page host no subdomain is a page", () => {
  expect(hostResolver({ publicUrl: null, pageHost: null, usernameOf })("ada.example")).toEqual(app);
  expect(
    hostResolver({ publicUrl: "https://shelv.example", pageHost: null, usernameOf })("ada.shelv.example"),
  ).toEqual(nowhere);
});
