import { generateKeyPairSync } from "node:crypto";
import { Client } from "pg";
import { expect, test } from "vitest";
import { Networks } from "#http/hosts/networks";
import { AllowedInside } from "#outbound/allowed-inside";
import { SettingsError } from "./platform/settings-error.ts";
import { addressOf, readSettings } from "./settings.ts";

const P256_KEY = generateKeyPairSync("ec", { namedCurve: "P-256" })
  .privateKey.export({ type: "pkcs8", format: "pem" })
  .toString();
const RSA_KEY = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .privateKey.export({ type: "pkcs8", format: "pem" })
  .toString();

test("Every setting is optional, and an empty variable counts as unset", () => {
  const defaults = {
    port: 3000,
    host: "localhost",
    dataDir: "./data",
    dataMark: null,
    databaseUrl: null,
    bucket: null,
    publicUrl: null,
    pageHost: null,
    dnsServers: null,
    smtpUrl: null,
    mailFrom: { name: "Shelv", address: "no-reply@localhost" },
    hasPlanLimits: true,
    signInCodesAnHour: 3000,
    reportUrl: null,
    purge: null,
    backgroundModel: null,
    sessionSecret: null,
    trustedProxies: new Networks([]),
    providers: { google: null, apple: null },
    outbound: { isOn: true, allowed: new AllowedInside(), proxy: null },
  };
  expect(readSettings({})).toEqual(defaults);
  expect(readSettings({ PORT: "", PUBLIC_URL: "", SESSION_SECRET: "" })).toEqual(defaults);
});

test("Settings are read", () => {
  const set = {
    PORT: "8080",
    HOST: "0.0.0.0",
    DATA_DIR: "/srv/shelv",
    DATA_MARK: "/srv/mark",
    PUBLIC_URL: "https://Shelv.example/",
    SMTP_URL: "smtps://user:pass@mail.example:465",
    TRUST_PROXY: "Loopback, 10.0.0.0/8",
    PLAN_LIMITS: "OFF",
    SIGN_IN_CODES_AN_HOUR: "12000",
    DATABASE_URL: "postgres://shelv:secret@db.example/shelv",
    SESSION_SECRET: "x".repeat(32),
    MEDIA_URL: "s3://pictures?region=eu-1",
    AWS_ACCESS_KEY_ID: "id",
    AWS_SECRET_ACCESS_KEY: "secret",
    REPORT_URL: "mailto:abuse@shelv.example",
    PURGE_URL: "https://cdn.example/purge",
    PURGE_TOKEN: "token",
    BACKGROUND_MODEL: "/srv/u2net.onnx",
    PAGE_HOST: "Shelv.example",
    DNS_SERVERS: "192.0.2.53, [2001:db8::53]:5353",
    OUTBOUND: "Off",
    OUTBOUND_ALLOW: "127.0.0.1:8080, 10.0.0.0/8 wiki.local",
    OUTBOUND_PROXY: "http://proxy.local:3128",
  };
  expect(readSettings(set)).toEqual({
    port: 8080,
    host: "0.0.0.0",
    dataDir: "/srv/shelv",
    dataMark: "/srv/mark",
    databaseUrl: "postgres://shelv:secret@db.example/shelv",
    bucket: {
      bucket: "pictures",
      endpoint: "https://s3.eu-1.amazonaws.com",
      region: "eu-1",
      accessKeyId: "id",
      secretAccessKey: "secret",
    },
    publicUrl: "https://shelv.example",
    pageHost: "shelv.example",
    dnsServers: ["192.0.2.53", "[2001:db8::53]:5353"],
    smtpUrl: "smtps://user:pass@mail.example:465",
    mailFrom: { name: "Shelv", address: "no-reply@shelv.example" },
    hasPlanLimits: false,
    signInCodesAnHour: 12_000,
    reportUrl: "mailto:abuse@shelv.example",
    purge: { url: "https://cdn.example/purge", token: "token" },
    backgroundModel: "/srv/u2net.onnx",
    sessionSecret: "x".repeat(32),
    trustedProxies: new Networks(["loopback", "10.0.0.0/8"]),
    providers: { google: null, apple: null },
    outbound: {
      isOn: false,
      allowed: new AllowedInside(["127.0.0.1:8080", "10.0.0.0/8", "wiki.local"]),
      proxy: "http://proxy.local:3128",
    },
  });
});

test.each([
  [{ OUTBOUND: "maybe" }, "The setting OUTBOUND must be on or off"],
  [{ OUTBOUND_ALLOW: "10.0.0.0/99" }, "The setting OUTBOUND_ALLOW must list hosts or networks inside"],
  [{ OUTBOUND_ALLOW: "wiki.local:99999" }, "The setting OUTBOUND_ALLOW must list hosts or networks inside"],
  [{ OUTBOUND_ALLOW: "http://wiki.local" }, "The setting OUTBOUND_ALLOW must list hosts or networks inside"],
  [
    { OUTBOUND_PROXY: "socks5://proxy.local" },
    "The setting OUTBOUND_PROXY must be an address such as http://proxy.local:3128.",
  ],
  ...[
    "smtp://",
    "smtp://:25",
    "smtp://user@",
    "smtp://mail.example:99999",
    "mail.example:25",
    "smtp://u:p#w@mail:x",
  ].map(
    (url) =>
      [
        { SMTP_URL: url },
        "The setting SMTP_URL must be an address such as smtps://user:password@mail.example:465.",
      ] as const,
  ),
  ...[
    "Shelv",
    "a@b, c@d",
    "Shelv <hello>",
    "Shelv <a@b> x",
    "Shelv: a@b, c@d;",
    "A\nB <a@b>",
    "a@",
    "a b@c",
  ].map(
    (sender) =>
      [{ MAIL_FROM: sender }, "The setting MAIL_FROM must be one mail address, such as hello@"] as const,
  ),
  ...["postgres://db.example", "postgres://u:p#w@db.example:x/shelv", "mysql://db/shelv", "db.example"].map(
    (url) =>
      [
        { DATABASE_URL: url, SESSION_SECRET: "x".repeat(32) },
        "The setting DATABASE_URL must be an address such as postgres://shelv:password@db.example:5432/shelv",
      ] as const,
  ),
  ...["https://", "shelv.example", "https://shelv.example/a#b", "https://u:p#w@shelv.example"].map(
    (url) => [{ PUBLIC_URL: url }, "The setting PUBLIC_URL must be an http or https address"] as const,
  ),
  [{ MEDIA_URL: "s3://u:p#w@pictures?region=eu-1" }, "The setting MEDIA_URL must be s3://bucket?endpoint="],
  [{ REPORT_URL: "mailto:abuse@" }, "The setting REPORT_URL must be an http or https address, or mailto:"],
  [{ PAGE_HOST: "shelv.example" }, "PAGE_HOST needs PUBLIC_URL"],
  [{ PURGE_URL: "https://cdn.example/purge" }, "PURGE_URL needs PUBLIC_URL"],
  [{ PURGE_URL: "cdn.example/purge" }, "The setting PURGE_URL must be an http or https address"],
  [{ PURGE_URL: "https://id:key@cdn.example" }, "The setting PURGE_URL must be an http or https address"],
  [{ PURGE_TOKEN: "two words" }, "The setting PURGE_TOKEN must be one word of ASCII"],
  [
    { PUBLIC_URL: "https://shelv.example", PAGE_HOST: "shelv.example:8443" },
    "The setting PAGE_HOST must be a domain without a port",
  ],
  [
    { PUBLIC_URL: "https://shelv.example", PAGE_HOST: "https://shelv.example" },
    "The setting PAGE_HOST must be a domain without a port",
  ],
  [
    { PUBLIC_URL: "https://shelv.example", PAGE_HOST: "localhost" },
    "The setting PAGE_HOST must be a domain without a port",
  ],
  [{ DNS_SERVERS: "dns.example" }, "The setting DNS_SERVERS must list addresses of name servers"],
  [{ DNS_SERVERS: "192.0.2.53:99999" }, "The setting DNS_SERVERS must list addresses of name servers"],
] as const)("With %o the start ends with '%s'", (env, sentence) => {
  expect(() => readSettings(env)).toThrow(sentence);
});

test.each([
  ["postgres://shelv:pa#s/s@db.example:5432/shelv?sslmode=disable", "pa#s/s"],
  ["postgres://shelv:p@ss?@db.example/shelv", "p@ss?"],
  ["postgres://shelv:p@s#w@db.example/shelv?application_name=me", "p@s#w"],
  ["postgres://shelv:50%@db.example/shelv", "50%"],
  ["postgres://shelv:p%40ss@db.example/shelv?application_name=a@b", "p@ss"],
])("The password in %s is read as it was pasted", (url, password) => {
  const { databaseUrl } = readSettings({ DATABASE_URL: url, SESSION_SECRET: "x".repeat(32) });
  const client = new Client(databaseUrl ?? "");
  expect(client).toMatchObject({ user: "shelv", password, host: "db.example", database: "shelv" });
});

test("Google and Apple are configured by their keys, at their own addresses unless another is set", () => {
  const set = {
    PUBLIC_URL: "https://shelv.example",
    GOOGLE_CLIENT_ID: "id",
    GOOGLE_CLIENT_SECRET: "secret",
    APPLE_CLIENT_ID: "example.shelv",
    APPLE_TEAM_ID: "TEAM",
    APPLE_KEY_ID: "KEY",
    APPLE_PRIVATE_KEY: P256_KEY.replaceAll("\n", "\\n"),
  };
  const apple = {
    issuer: "https://appleid.apple.com",
    clientId: "example.shelv",
    secret: { teamId: "TEAM", keyId: "KEY", privateKey: P256_KEY },
  };
  const google = { issuer: "https://accounts.google.com", clientId: "id", secret: "secret" };
  expect(readSettings(set).providers).toEqual({ google, apple });
  expect(readSettings({ ...set, GOOGLE_ISSUER: "http://127.0.0.1:4000" }).providers.google?.issuer).toBe(
    "http://127.0.0.1:4000",
  );
});

test.each([
  [
    { GOOGLE_CLIENT_ID: "id" },
    "The setting GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET, PUBLIC_URL to be set too.",
  ],
  [
    { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "s" },
    "The setting GOOGLE_CLIENT_ID needs PUBLIC_URL to be set too.",
  ],
  [
    { APPLE_KEY_ID: "KEY", PUBLIC_URL: "https://shelv.example" },
    "The setting APPLE_KEY_ID needs APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_PRIVATE_KEY to be set too.",
  ],
  [
    { APPLE_PRIVATE_KEY: "MIGT" },
    "The setting APPLE_PRIVATE_KEY must be the private key that Apple gives as a .p8 file, whole.",
  ],
  [
    { APPLE_PRIVATE_KEY: RSA_KEY },
    "The setting APPLE_PRIVATE_KEY must be the private key that Apple gives as a .p8 file, whole.",
  ],
  [
    { GOOGLE_ISSUER: "http://accounts.google.com" },
    "The setting GOOGLE_ISSUER must be an https address, such as https://accounts.google.com.",
  ],
  [
    { APPLE_ISSUER: "apple" },
    "The setting APPLE_ISSUER must be an https address, such as https://accounts.google.com.",
  ],
  [{ PORT: "http" }, "The setting PORT must be a port between 0 and 65535."],
  [{ PORT: "65536" }, "The setting PORT must be a port between 0 and 65535."],
  [
    { PUBLIC_URL: "shelv.example" },
    "The setting PUBLIC_URL must be an http or https address without a path, such as https://shelv.example.",
  ],
  [
    { PUBLIC_URL: "https://shelv.example/app" },
    "The setting PUBLIC_URL must be an http or https address without a path, such as https://shelv.example.",
  ],
  [
    { PUBLIC_URL: "ftp://shelv.example" },
    "The setting PUBLIC_URL must be an http or https address without a path, such as https://shelv.example.",
  ],
  [
    { TRUST_PROXY: "1" },
    "The setting TRUST_PROXY must list the addresses or networks of your proxies, such as loopback, private or 10.0.0.0/8.",
  ],
  [
    { TRUST_PROXY: "10.0.0.0/33" },
    "The setting TRUST_PROXY must list the addresses or networks of your proxies, such as loopback, private or 10.0.0.0/8.",
  ],
  [
    { MAIL_FROM: "Shelv" },
    "The setting MAIL_FROM must be one mail address, such as hello@shelv.example or Shelv <hello@shelv.example>.",
  ],
  [
    { SIGN_IN_CODES_AN_HOUR: "many" },
    "The setting SIGN_IN_CODES_AN_HOUR must be a number of mails, such as 3000.",
  ],
  [
    { SIGN_IN_CODES_AN_HOUR: "0" },
    "The setting SIGN_IN_CODES_AN_HOUR must be a number of mails, at least 60.",
  ],
  [{ PLAN_LIMITS: "maybe" }, "The setting PLAN_LIMITS must be on or off."],
  [
    { DATABASE_URL: "mysql://db.example/shelv" },
    "The setting DATABASE_URL must be an address such as postgres://shelv:password@db.example:5432/shelv, with the name of a database.",
  ],
  [
    { DATABASE_URL: "postgres://db.example/shelv" },
    "DATABASE_URL needs SESSION_SECRET too: all servers on one database hash under the same secret.",
  ],
  [{ SESSION_SECRET: "short" }, "The setting SESSION_SECRET must have at least 32 characters."],
])("%o is rejected: %s", (env, sentence) => {
  expect(() => readSettings(env)).toThrow(new SettingsError(sentence));
});

test("A server's address is its public URL, or else where it listens", () => {
  expect(addressOf(readSettings({ PUBLIC_URL: "https://shelv.example" }), 3000)).toBe(
    "https://shelv.example",
  );
  expect(addressOf(readSettings({}), 4000)).toBe("http://localhost:4000");
  expect(addressOf(readSettings({ HOST: "::1" }), 4000)).toBe("http://[::1]:4000");
});
