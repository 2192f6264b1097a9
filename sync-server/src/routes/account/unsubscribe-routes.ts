import { PRODUCT } from "@shelv/contract/product";
import { Refusal } from "@shelv/contract/refusal";
import { digestRoutes } from "@shelv/contract/routes/digest";
import { strangerDocument, type StrangerPage } from "@shelv/public-page/stranger-page";
import { STRANGER_CSS } from "@shelv/public-page/styles/stranger-style";
import type { Context } from "hono";
import { readSingle } from "#database/rows/read-owner";
import { userOfToken } from "#mail/digest/unsubscribe-token";
import { type Api, bindRoute } from "#http/bind-route";
import { applyAtOnce, type WriteDeps } from "#shelves/mutate/apply-mutations";
import { mutation } from "#shelves/mutate/mutation";
import { STRANGER_POLICY } from "#page/page-policy";
import type { Database } from "#database/open-database";

/**
 * Ends digests from a link in a mail. Link scanners open links, so GET changes nothing; the page's button, or
 * the mail program's, does.
 */
type UnsubscribeDeps = { db: Pick<Database, "reader">; writeDeps: WriteDeps; secret: string };

export function serveUnsubscribe(api: Api, { db: { reader }, writeDeps, secret }: UnsubscribeDeps): void {
  bindRoute(api, digestRoutes.showUnsubscribe, async ({ params, c }) => {
    await ownerOf(params.token);
    return page(c, {
      heading: "Unsubscribe from the weekly digest?",
      text: BACK_ON,
      ways: '<form method="post"><button class="button">Unsubscribe</button></form>',
    });
  });

  bindRoute(api, digestRoutes.unsubscribe, async ({ params, c }) => {
    const userId = await ownerOf(params.token);
    const { emailNotifications } = await readSingle(reader, userId, "settings");
    if (emailNotifications) {
      const off = { patch: { emailNotifications: false }, was: { emailNotifications: true } };
      await applyAtOnce(writeDeps, userId, [mutation("settings.update", off)]);
    }
    return page(c, {
      heading: "You're unsubscribed",
      text: BACK_ON,
    });
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

const BACK_ON = `You can turn the digest back on in ${PRODUCT}, under Account.`;

const page = (c: Context, shown: StrangerPage) =>
  c.html(strangerDocument({ ...shown, sign: "mail", title: "Weekly digest", css: STRANGER_CSS }), 200, {
    "Content-Security-Policy": STRANGER_POLICY,
    "Cache-Control": "no-store",
  });
