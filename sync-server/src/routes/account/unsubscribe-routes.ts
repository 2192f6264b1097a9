import { createHash } from "node:crypto";
import { PRODUCT } from "@shelv/contract/product";
import { Refusal } from "@shelv/contract/refusal";
import { digestRoutes } from "@shelv/contract/routes/digest";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import { readSingle } from "#database/rows/read-owner";
import { userOfToken } from "#digest/unsubscribe-token";
import { type Api, bindRoute } from "#http/bind-route";
import { LIGHT, NIGHT } from "#mail/mail-page";
import { applyAtOnce } from "#mutate/apply-mutations";
import { mutation } from "#mutate/mutation";
import type { Services } from "#services";

/** A board, as on the public page. */
const STYLE = `
:root{color-scheme:light dark;--wall:light-dark(${LIGHT.wall},${NIGHT.wall});--ink:light-dark(${LIGHT.ink},${NIGHT.ink})}
body{min-height:100svh;margin:0;display:grid;place-content:center;gap:28px;box-sizing:border-box;padding:24px;background:var(--wall);color:var(--ink);font:17px/1.5 system-ui,sans-serif;text-align:center}
main{max-width:26em}
hr{width:min(320px,80vw);height:16px;margin:0 auto;border:0;border-top:5px solid #e6bf8b;border-radius:0 0 3px 3px;background:linear-gradient(#fff0d2 2px,#d09d62 2px 80%,#a36c38)}
button{min-height:48px;padding:0 26px;border:0;border-radius:24px;background:light-dark(${LIGHT.accent},${NIGHT.accent});color:light-dark(${LIGHT.onAccent},${NIGHT.onAccent});font:inherit;font-weight:600;cursor:pointer}
`;
const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** Link scanners open links: GET changes nothing; the page's button, or the mail program's, does. */
export function serveUnsubscribe(api: Api, { db: { reader }, writeDeps, secret }: Services): void {
  bindRoute(api, digestRoutes.showUnsubscribe, async ({ params, c }) => {
    await ownerOf(params.token);
    return page(
      c,
      html`<form method="post">
        <p>Unsubscribe from the weekly digest of ${PRODUCT}?</p>
        <button>Unsubscribe</button>
      </form>`,
    );
  });

  bindRoute(api, digestRoutes.unsubscribe, async ({ params, c }) => {
    const userId = await ownerOf(params.token);
    const { emailNotifications } = await readSingle(reader, userId, "settings");
    if (emailNotifications) {
      const off = { patch: { emailNotifications: false }, was: { emailNotifications: true } };
      await applyAtOnce(writeDeps, userId, [mutation("settings.update", off)]);
    }
    return page(
      c,
      html`<p>You're unsubscribed. You can turn the digest back on in ${PRODUCT}, under Account.</p>`,
    );
  });

  async function ownerOf(token: string): Promise<string> {
    const userId = userOfToken(secret, token);
    const user =
      userId === null
        ? undefined
        : await reader.selectFrom("user").select("id").where("id", "=", userId).executeTakeFirst();
    if (!user) throw new Refusal("not-found");
    return user.id;
  }
}

const page = (c: Context, content: ReturnType<typeof html>) =>
  c.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <meta name="color-scheme" content="light dark" />
          <meta name="robots" content="noindex" />
          <title>Weekly digest · ${PRODUCT}</title>
          ${raw(`<style>${STYLE}</style>`)}
        </head>
        <body>
          <main>${content}</main>
          <hr />
        </body>
      </html>`,
    200,
    { "Content-Security-Policy": POLICY, "Cache-Control": "no-store" },
  );
