import { readFileSync } from "node:fs";
import { OWN_HEADER } from "@shelv/contract/answer-origin";
import { ALL_ROUTES } from "@shelv/contract/routes/all";
import { authRoutes } from "@shelv/contract/routes/auth";
import type { Route } from "@shelv/contract/routes/route";
import { syncRoutes } from "@shelv/contract/routes/sync";
import { expect, onTestFinished, test, vi } from "vitest";
import { ApiFailure, call, callAs, ForeignAnswer, NoNetwork } from "./call";
import { deliverPendingSignOut } from "./deliver-pending-sign-out";

const NOTICE = readFileSync(new URL("../../e2e/support/data/notice.html", import.meta.url), "utf8");
const HTML = { "Content-Type": "text/html" };
const OURS = { [OWN_HEADER.name]: OWN_HEADER.value };
const ME = { id: "01a1fc6d-b2b5-746d-8918-a634e34b0c70" };

function answering(body: string | null, init: ResponseInit = { headers: HTML }) {
  vi.stubGlobal("fetch", async () => new Response(body, init));
  onTestFinished(() => void vi.unstubAllGlobals());
}

const ask = (route: Route) =>
  call(route as Route & { access: "anyone" }).then(
    () => "believed",
    (error: unknown) => error,
  );

test.each(ALL_ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
  "%s is not answered by a notice with status 200",
  async (_, route) => {
    answering(NOTICE);
    expect(await ask(route)).toBeInstanceOf(ForeignAnswer);
    answering(JSON.stringify({ status: "ok" }), { headers: { "Content-Type": "application/json" } });
    expect(await ask(route)).not.toBe("believed");
  },
);

test.each([204, 401, 403, 404, 409, 511])(
  "an empty answer or a page with status %i says nothing about a picture, a session or an account",
  async (status) => {
    answering(status === 204 ? null : NOTICE, { status, headers: HTML });
    expect(
      await callAs("ada")(syncRoutes.hasBlob, { params: { sha256: "a".repeat(64) } }).catch(
        (error: unknown) => error,
      ),
    ).toBeInstanceOf(ForeignAnswer);
    expect(await ask(authRoutes.me)).toBeInstanceOf(ForeignAnswer);
  },
);

test.each([413, 429, 502, 503])(
  "status %i means the same from a proxy as from its server",
  async (status) => {
    answering(NOTICE, { status, headers: { ...HTML, "Retry-After": "7" } });
    expect(await ask(authRoutes.logout)).toMatchObject({ name: "ApiFailure", status, retryAfterS: 7 });
  },
);

test("a JSON error with an unknown code is a foreign answer", async () => {
  answering(JSON.stringify({ code: "FORBIDDEN", message: "Who are you?" }), { status: 401 });
  expect(await ask(authRoutes.me)).toBeInstanceOf(ForeignAnswer);
});

test("an answer of which a proxy dropped the header is recognised by its shape", async () => {
  answering(JSON.stringify({ google: false, apple: true }));
  expect(await call(authRoutes.providers)).toEqual({ google: false, apple: true });
  answering(JSON.stringify({ code: "signed-out", message: "Please sign in" }), { status: 401 });
  expect(await ask(authRoutes.me)).toBeInstanceOf(ApiFailure);
});

test("the server's answer is accepted, and a wrong shape from it is a bug", async () => {
  answering(null, { status: 204, headers: OURS });
  expect(await call(authRoutes.logout)).toBeUndefined();
  answering(null, { status: 404, headers: OURS });
  expect(await ask(authRoutes.me)).toMatchObject({ name: "ApiFailure", status: 404 });
  answering(JSON.stringify(ME), { headers: OURS });
  const unpromised = await ask(authRoutes.me);
  expect([unpromised instanceof Error && unpromised.name, unpromised instanceof NoNetwork]).toEqual([
    "ValiError",
    false,
  ]);
});

test("a maintenance page does not end a pending sign-out", async () => {
  answering(NOTICE);
  await expect(deliverPendingSignOut()).rejects.toThrow("A proxy answered");
  answering("{}", { headers: OURS });
  await deliverPendingSignOut();
});
