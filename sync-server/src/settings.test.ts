import { expect, test } from "vitest";
import { Networks } from "./http/networks.ts";
import { addressOf, readSettings, SettingsError } from "./settings.ts";

test("Nothing needs to be set, and an empty variable is one that is not set", () => {
  const defaults = {
    port: 3000, host: "localhost", dataDir: "./data", publicUrl: null, smtpUrl: null, mailFrom: "Shelv <no-reply@localhost>",
    hasPlanLimits: true, sessionSecret: null, trustedProxies: new Networks([]),
  };
  expect(readSettings({})).toEqual(defaults);
  expect(readSettings({ PORT: "", PUBLIC_URL: "", SESSION_SECRET: "" })).toEqual(defaults);
});

test("What is set is taken", () => {
  const set = {
    PORT: "8080", HOST: "0.0.0.0", DATA_DIR: "/srv/shelv", PUBLIC_URL: "https://Shelv.example/", SMTP_URL: "smtps://user:pass@mail.example:465",
    TRUST_PROXY: "Loopback, 10.0.0.0/8", PLAN_LIMITS: "OFF", SESSION_SECRET: "x".repeat(32),
  };
  expect(readSettings(set)).toEqual({
    port: 8080, host: "0.0.0.0", dataDir: "/srv/shelv", publicUrl: "https://shelv.example", smtpUrl: "smtps://user:pass@mail.example:465",
    mailFrom: "Shelv <no-reply@shelv.example>", hasPlanLimits: false, sessionSecret: "x".repeat(32),
    trustedProxies: new Networks(["loopback", "10.0.0.0/8"]),
  });
});

test.each([
  [{ PORT: "http" }, "The setting PORT must be a port between 0 and 65535."],
  [{ PORT: "65536" }, "The setting PORT must be a port between 0 and 65535."],
  [{ PUBLIC_URL: "shelv.example" }, "The setting PUBLIC_URL must be an http or https address without a path, such as https://shelv.example."],
  [{ PUBLIC_URL: "https://shelv.example/app" }, "The setting PUBLIC_URL must be an http or https address without a path, such as https://shelv.example."],
  [{ PUBLIC_URL: "ftp://shelv.example" }, "The setting PUBLIC_URL must be an http or https address without a path, such as https://shelv.example."],
  [{ TRUST_PROXY: "1" }, "The setting TRUST_PROXY must list the addresses or networks of your proxies, such as loopback, private or 10.0.0.0/8."],
  [{ TRUST_PROXY: "10.0.0.0/33" }, "The setting TRUST_PROXY must list the addresses or networks of your proxies, such as loopback, private or 10.0.0.0/8."],
  [{ SMTP_URL: "mail.example" }, "The setting SMTP_URL must start with smtp:// or smtps://."],
  [{ MAIL_FROM: "Shelv" }, "The setting MAIL_FROM must be a mail address, such as Shelv <hello@shelv.example>."],
  [{ PLAN_LIMITS: "maybe" }, "The setting PLAN_LIMITS must be on or off."],
  [{ SESSION_SECRET: "short" }, "The setting SESSION_SECRET must have at least 32 characters."],
])("%o is refused: %s", (env, sentence) => {
  expect(() => readSettings(env)).toThrow(new SettingsError(sentence));
});

test("A server is found where it was said to be, else where it listens", () => {
  expect(addressOf(readSettings({ PUBLIC_URL: "https://shelv.example" }), 3000)).toBe("https://shelv.example");
  expect(addressOf(readSettings({}), 4000)).toBe("http://localhost:4000");
  expect(addressOf(readSettings({ HOST: "::1" }), 4000)).toBe("http://[::1]:4000");
});
