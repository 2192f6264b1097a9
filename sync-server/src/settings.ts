/** Read once at the start. An invalid value stops the start with one message. */
import { isIP } from "node:net";
import { PRODUCT } from "@shelv/contract/product";
import * as v from "valibot";
import { LIMITS } from "#http/rate-limits/limits";
import { isNetwork, Networks } from "#http/hosts/networks";
import {
  type BucketPlace,
  bucketOf,
  mediaEnvironment,
  missingForMedia,
} from "#pictures/storage/media-settings";
import { addressSetting } from "./platform/address-settings.ts";
import { SettingsError } from "./platform/settings-error.ts";
import { mailFrom, type Sender } from "#mail/mail-from";
import type { PurgeSettings } from "#page/cache/page-purger";
import { outboundEnvironment, type OutboundSettings, outboundSettingsOf } from "#outbound/outbound-settings";
import {
  missingForProviders,
  providerEnvironment,
  type ProviderSettings,
  providersOf,
} from "./sign-in/provider-settings.ts";

const onByDefault = v.pipe(
  v.optional(v.string(), "on"),
  v.toLowerCase(),
  v.picklist(["on", "off"], "must be on or off"),
  v.transform((said) => said === "on"),
);

const origin = v.pipe(
  v.string(),
  v.check(
    (text) => originOf(text) !== null,
    "must be an http or https address without a path, such as https://shelv.example",
  ),
  v.transform((text) => originOf(text) as string),
);

const reportAddress = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && /^(?:https?:\/\/|mailto:[^@\s]+@[^@\s]+$)/i.test(text),
    "must be an http or https address, or mailto: with a mail address, such as mailto:abuse@shelv.example",
  ),
);

const networks = v.pipe(
  v.string(),
  v.transform((text) => (text.toLowerCase() === "off" ? [] : text.toLowerCase().split(/[\s,]+/))),
  v.check(
    (list) => list.every(isNetwork),
    "must list the addresses or networks of your proxies, such as loopback, private or 10.0.0.0/8",
  ),
  v.transform((list) => new Networks(list)),
);

const hostName = v.pipe(
  v.string(),
  v.toLowerCase(),
  v.regex(
    /^(?=.{1,253}$)[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/,
    "must be a domain without a port, such as shelv.example",
  ),
);

const nameServers = v.pipe(
  v.string(),
  v.transform((text) => text.split(/[\s,]+/)),
  v.check(
    (list) => list.every(isNameServer),
    "must list addresses of name servers, such as 192.0.2.53 or 127.0.0.1:5353",
  ),
);

/** Fewer would leave a reserve of none. */
const CODES_AN_HOUR_LEAST = 60;
const codesAnHour = v.pipe(
  v.optional(v.string(), String(LIMITS["codes-by-all"].points)),
  v.regex(/^\d{1,7}$/, "must be a number of mails, such as 3000"),
  v.transform(Number),
  v.minValue(CODES_AN_HOUR_LEAST, `must be a number of mails, at least ${CODES_AN_HOUR_LEAST}`),
);

const environment = v.object({
  PORT: v.pipe(
    v.optional(v.string(), "3000"),
    v.regex(/^\d{1,5}$/, "must be a port between 0 and 65535"),
    v.transform(Number),
    v.maxValue(65_535, "must be a port between 0 and 65535"),
  ),
  HOST: v.optional(v.string(), "localhost"),
  DATA_DIR: v.optional(v.string(), "./data"),
  DATA_MARK: v.optional(v.string()),
  DATABASE_URL: v.optional(
    addressSetting(["postgres:", "postgresql:"], {
      example: "postgres://shelv:password@db.example:5432/shelv, with the name of a database",
      isValid: ({ pathname }) => pathname.length > 1,
    }),
  ),
  PUBLIC_URL: v.optional(origin),
  PAGE_HOST: v.optional(hostName),
  DNS_SERVERS: v.optional(nameServers),
  TRUST_PROXY: v.optional(networks, "off"),
  SMTP_URL: v.optional(
    addressSetting(["smtp:", "smtps:"], { example: "smtps://user:password@mail.example:465" }),
  ),
  MAIL_FROM: v.optional(mailFrom),
  ...providerEnvironment,
  ...outboundEnvironment,
  ...mediaEnvironment,
  PLAN_LIMITS: onByDefault,
  SIGN_IN_CODES_AN_HOUR: codesAnHour,
  REPORT_URL: v.optional(reportAddress),
  PURGE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(isHttpAddress, "must be an http or https address, such as http://localhost:8081/purge"),
    ),
  ),
  PURGE_TOKEN: v.optional(v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/, "must be one word of ASCII"))),
  BACKGROUND_MODEL: v.optional(v.string()),
  SESSION_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, "must have at least 32 characters"))),
});

export type Settings = {
  port: number;
  host: string;
  dataDir: string;
  /** Outside of the data folder, written once that has a database; null for none. */
  dataMark: string | null;
  /** PostgreSQL, which requires `sessionSecret`. Null: SQLite in the data folder. */
  databaseUrl: string | null;
  /** Without a slash at the end. Null if not configured: every Host is accepted. */
  publicUrl: string | null;
  /** For pictures. Null: they are in the data folder. */
  bucket: BucketPlace | null;
  /** Pages have hosts of their own below it: `{username}.{pageHost}`. Null for none. Requires `publicUrl`. */
  pageHost: string | null;
  /** They check owners' domains; null for the system's. */
  dnsServers: string[] | null;
  trustedProxies: Networks;
  providers: ProviderSettings;
  outbound: OutboundSettings;
  smtpUrl: string | null;
  mailFrom: Sender;
  hasPlanLimits: boolean;
  signInCodesAnHour: number;
  /** Visitors report a page here; null for none. */
  reportUrl: string | null;
  /** A CDN that is notified of changed pages; null for none. Requires `publicUrl`. */
  purge: PurgeSettings | null;
  /** An ONNX file for background removal. Null for the app's own. */
  backgroundModel: string | null;
  /** Codes are hashed under it. Null: one is created in the data folder. */
  sessionSecret: string | null;
};

/** An empty variable counts as unset. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const result = v.safeParse(environment, set);
  if (!result.success) {
    const [issue] = result.issues;
    throw new SettingsError(`The setting ${v.getDotPath(issue)} ${issue.message}.`);
  }
  const given = result.output;
  const missing = missingForProviders(given) ?? missingForMedia(given);
  if (missing !== null) throw new SettingsError(missing);
  const publicUrl = given.PUBLIC_URL ?? null;
  if (given.PAGE_HOST !== undefined && publicUrl === null)
    throw new SettingsError("PAGE_HOST needs PUBLIC_URL too, since the app has one address of its own.");
  if (given.PURGE_URL !== undefined && publicUrl === null)
    throw new SettingsError("PURGE_URL needs PUBLIC_URL too, since a CDN knows pages by their addresses.");
  if (given.DATABASE_URL !== undefined && given.SESSION_SECRET === undefined)
    throw new SettingsError(
      "DATABASE_URL needs SESSION_SECRET too: all servers on one database hash under the same secret.",
    );
  return {
    port: given.PORT,
    host: given.HOST,
    dataDir: given.DATA_DIR,
    dataMark: given.DATA_MARK ?? null,
    databaseUrl: given.DATABASE_URL ?? null,
    publicUrl,
    bucket: bucketOf(given),
    pageHost: given.PAGE_HOST ?? null,
    dnsServers: given.DNS_SERVERS ?? null,
    trustedProxies: given.TRUST_PROXY,
    providers: providersOf(given),
    outbound: outboundSettingsOf(given),
    smtpUrl: given.SMTP_URL ?? null,
    mailFrom: given.MAIL_FROM ?? {
      name: PRODUCT,
      address: `no-reply@${publicUrl ? new URL(publicUrl).hostname : "localhost"}`,
    },
    hasPlanLimits: given.PLAN_LIMITS,
    signInCodesAnHour: given.SIGN_IN_CODES_AN_HOUR,
    reportUrl: given.REPORT_URL ?? null,
    purge: given.PURGE_URL === undefined ? null : { url: given.PURGE_URL, token: given.PURGE_TOKEN ?? null },
    backgroundModel: given.BACKGROUND_MODEL ?? null,
    sessionSecret: given.SESSION_SECRET ?? null,
  };
}

export const addressOf = ({ publicUrl, host }: Settings, port: number): string =>
  publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;

/** With or without a port; IPv6 with a port is in brackets. */
function isNameServer(text: string): boolean {
  const [, address = text, port = "53"] =
    /^\[(.+)\]:(\d{1,5})$/.exec(text) ?? /^([\d.]+):(\d{1,5})$/.exec(text) ?? [];
  return isIP(address) !== 0 && Number(port) <= 65_535;
}

function isHttpAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username } = new URL(text);
  return /^https?:$/.test(protocol) && username === "";
}

function originOf(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, origin, pathname, search, hash, username } = new URL(text);
  const isBare = pathname === "/" && search === "" && hash === "" && username === "";
  return isBare && (protocol === "http:" || protocol === "https:") ? origin : null;
}
