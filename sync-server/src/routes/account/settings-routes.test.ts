import { expect, test } from "vitest";
import { openTestServer } from "#testing/open-test-server";

const DEFAULTS = {
  template: "minimal",
  primaryColor: "#0066FF",
  fontFamily: "Inter",
  isDarkMode: false,
  shelfBackground: "solid",
  customCss: "",
  showsCredit: true,
};
const SETTINGS = {
  shelfBackground: "solid",
  theme: "auto",
  showAnalytics: false,
  emailNotifications: true,
  publicProfile: true,
  hidesGoneLinks: false,
};

const owner = async () => {
  const server = await openTestServer();
  return { server, ada: await server.signedIn("ada@example.org", "ada") };
};

test("Both calls read and write the same background and theme", async () => {
  const { ada } = await owner();
  expect(await (await ada.get("/api/settings")).json()).toEqual(DEFAULTS);
  expect(await (await ada.get("/api/user/settings")).json()).toEqual(SETTINGS);
  const written = await (
    await ada.put("/api/user/settings", { shelfBackground: "wood", theme: "dark", showAnalytics: true })
  ).json();
  expect(written).toEqual({ ...SETTINGS, shelfBackground: "wood", theme: "dark", showAnalytics: true });
  expect(await (await ada.get("/api/settings")).json()).toEqual({
    ...DEFAULTS,
    shelfBackground: "wood",
    isDarkMode: true,
  });
  expect(await (await ada.get("/api/users/ada")).json()).toMatchObject({
    settings: { shelfBackground: "wood" },
  });
});

test('Dark mode off turns dark into light, and leaves "auto" alone', async () => {
  const { ada } = await owner();
  const theme = async () => ((await (await ada.get("/api/user/settings")).json()) as typeof SETTINGS).theme;
  await ada.put("/api/settings", { isDarkMode: false });
  expect(await theme()).toBe("auto");
  await ada.put("/api/settings", { isDarkMode: true });
  expect(await theme()).toBe("dark");
  await ada.put("/api/settings", { isDarkMode: false });
  expect(await theme()).toBe("light");
});

test("Custom CSS and fonts need a plan that includes them, and the fields sent with them are not saved either", async () => {
  const { ada } = await owner();
  const refused = await ada.put("/api/settings", { customCss: "a{}", template: "warm" });
  expect([refused.status, await refused.json()]).toEqual([
    403,
    { code: "needs-pro", message: "Custom CSS and fonts are part of the Pro plan" },
  ]);
  expect(await (await ada.get("/api/settings")).json()).toEqual(DEFAULTS);
  await ada.put("/api/user/plan", { plan: "pro" });
  expect(
    await (await ada.put("/api/settings", { customCss: "a{}", fontFamily: "Serif" })).json(),
  ).toMatchObject({ customCss: "a{}", fontFamily: "Serif" });
});

test.each([
  [{ primaryColor: "#12345" }, "primaryColor", "Must be a valid hex color"],
  [{ template: "neon" }, "template", undefined],
  [{ isDarkMode: "yes" }, "isDarkMode", undefined],
])("An appearance of %j is rejected", async (body, path, message) => {
  const { ada } = await owner();
  const refused = await ada.put("/api/settings", body);
  const issue = { path, ...(message === undefined ? {} : { message }) };
  expect([refused.status, await refused.json()]).toEqual([
    400,
    expect.objectContaining({ issues: [expect.objectContaining(issue)] }),
  ]);
});
