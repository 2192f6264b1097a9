import { expect, test } from "vitest";
import { openTestServer } from "#testing/open-test-server";
import { readSettings } from "#settings";

async function reportLinkAt(env: Record<string, string>): Promise<string | undefined> {
  const server = await openTestServer({ env: { PLAN_LIMITS: "off", ...env } });
  const ada = await server.signedIn("ada@example.org", "Ada");
  expect((await ada.put("/api/settings", { showsCredit: false })).status).toBe(200);
  const html = await (await server.browser().get("/Ada")).text();
  expect(html).not.toContain("made with");
  return /<a[^>]*href="([^"]*)"[^>]*>Report this page</.exec(html)?.[1]?.replaceAll("&amp;", "&");
}

test.each([
  [{ REPORT_URL: "https://example.org/report?site=1" }, "https://example.org/report?site=1&page=%2FAda"],
  [
    { REPORT_URL: "https://example.org/report", PUBLIC_URL: "https://shelv.example" },
    "https://example.org/report?page=https%3A%2F%2Fshelv.example%2FAda",
  ],
  [
    { REPORT_URL: "mailto:abuse+shelv@example.org", PUBLIC_URL: "https://shelv.example" },
    "mailto:abuse+shelv@example.org?subject=Report%3A%20https%3A%2F%2Fshelv.example%2FAda",
  ],
  [{ REPORT_URL: "mailto:abuse@example.org?subject=Hello" }, "mailto:abuse@example.org?subject=Hello"],
])("With %j every page has a report link, also without the credit", async (env, link) => {
  expect(await reportLinkAt(env)).toBe(link);
});

test("Without a report address no page has a link", async () => {
  expect(await reportLinkAt({})).toBeUndefined();
});

test.each(["abuse@example.org", "mailto:", "javascript:alert(1)", "/report"])(
  "REPORT_URL %j stops the start with an error message",
  (REPORT_URL) => {
    expect(() => readSettings({ REPORT_URL })).toThrow(
      "The setting REPORT_URL must be an http or https address, or mailto: with a mail address, such as mailto:abuse@shelv.example.",
    );
  },
);
