/**
 * Reads what an owner types, pastes or shares. A clear intention becomes one canonical address; else a reason
 * rejects it. Whitespace and control characters are rejected: browsers ignore them before and inside a
 * scheme.
 */
import * as v from "valibot";
import { asciiDomain } from "./email.ts";
import { beforeMark, linksIn, wordsOf } from "#links/links-in-text";
import { withoutHiddenMarks } from "./text.ts";

const LINK_URL_MAX_LENGTH = 2048;
export const INVALID_URL = "Must be a valid URL";

const because = (reason: string) => ({ problem: `${INVALID_URL}. ${reason}` });
const tooLong = (length: number) =>
  because(`This one has ${length} characters, and there is room for ${LINK_URL_MAX_LENGTH}`);
const wrongScheme = (scheme: string) => because(`${scheme.toLowerCase()}: links can't be used here`);
const SEVERAL = because("There is more than one link in this text");
const TORN = because("There is a blank or a line break in the middle of it");
const CONTROL = because("It contains control characters");
const NO_NUMBER = because("A phone link needs a number, such as tel:+49301234567");
const NO_PLACE = because("A geo: link needs a latitude and a longitude, such as geo:52.52,13.40");

/** Null if it is not a link at all. */
type Reading = { url: string } | { problem: string } | null;

const SCHEMES: Record<string, (rest: string, scheme: string) => Reading> = {
  http: readWeb,
  https: readWeb,
  mailto: readMail,
  tel: readPhone,
  sms: readMessage,
  whatsapp: readWhatsApp,
  facetime: readFaceTime,
  geo: readPlace,
};

const linkText = v.rawTransform<string, string>(({ dataset: { value }, addIssue, NEVER }) => {
  const reading = readLink(value);
  if (reading && "url" in reading && isCanonical(reading.url)) return reading.url;
  addIssue({ message: reading && "problem" in reading ? reading.problem : INVALID_URL });
  return NEVER;
});

/** If not ("mailto:<%20>"), the typed text has no clear intention. */
function isCanonical(url: string): boolean {
  const reading = readLink(url);
  return reading !== null && "url" in reading && reading.url === url;
}

/** Safe to follow: no scheme that runs script. */
export const linkUrl = v.pipe(v.string(INVALID_URL), linkText, v.url(INVALID_URL));

export const httpUrl = v.pipe(
  linkUrl,
  v.regex(/^https?:/i, ({ input }) => wrongScheme(schemeOf(input)).problem),
);

/* @__NO_SIDE_EFFECTS__ */
const orNone = (schema: typeof linkUrl | typeof httpUrl) =>
  v.pipe(
    v.string(INVALID_URL),
    v.rawTransform<string, string>(({ dataset: { value }, addIssue, NEVER }) => {
      if (withoutHiddenMarks(value).trim() === "") return "";
      const { success, output, issues } = v.safeParse(schema, value);
      if (success) return output;
      addIssue({ message: issues[0].message });
      return NEVER;
    }),
  );

export const optionalLinkUrl = orNone(linkUrl);
export const optionalHttpUrl = orNone(httpUrl);

const schemeOf = (url: string) => url.slice(0, url.indexOf(":"));

export const isWebUrl = (url: string): boolean => /^https?:/i.test(url);

/** Unreadable text stays as typed. */
export function completeLinkUrl(typed: string): string {
  const { success, output } = v.safeParse(linkUrl, typed);
  return success ? output : typed;
}

function readLink(typed: string): Reading {
  if (typed.length > 8 * LINK_URL_MAX_LENGTH) return tooLong(typed.length);
  const text = unwrapped(withoutHiddenMarks(typed).trim());
  // oxlint-disable-next-line no-control-regex -- control characters are what this refuses
  if (/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]|\p{Surrogate}/u.test(text)) return CONTROL;
  const reading = readText(text);
  return reading && "url" in reading && reading.url.length > LINK_URL_MAX_LENGTH
    ? tooLong(reading.url.length)
    : reading;
}

function readText(text: string): Reading {
  const start = beforeMark(text);
  if (start === text && /^[a-z]\S*$/i.test(text)) {
    const reading = readWhole(text);
    if (reading) return reading;
  }
  const inside = [...new Set(linksIn(text))];
  // A second line may be the rest of the link.
  const isOneLine = !/[\n\r\u2028\u2029]/.test(text);
  const whole = inside.every((link) => start.includes(link)) ? start : text;
  const reading = isOneLine && inside.length < 2 ? readWhole(whole.replace(/\s/g, " ")) : null;
  const [link] = inside;
  if (reading || link === undefined) return reading;
  const hasOther = inside.length > 1 || wordsOf(text).some((word) => !word.includes(link) && HOST.test(word));
  if (hasOther || !isOneLine) {
    if (inside.length === 1 && text.startsWith(link)) return TORN;
    if (hasOther) return SEVERAL;
  }
  return /^[^?#]*\./.test(link) ? readWhole(link) : null;
}

function readWhole(text: string): Reading {
  const [, scheme, rest = ""] = /^([a-z][a-z\d+.-]*):(.*)$/i.exec(text) ?? [];
  if (scheme !== undefined && !isPort(rest, scheme)) {
    const reader = SCHEMES[scheme.toLowerCase()];
    if (reader) return reader(rest, scheme);
    // "Look: …" is a word and a colon.
    return /^(?:\s|$)/.test(rest) || scheme.length > 30 ? null : wrongScheme(scheme);
  }
  const [, user, server] = MASTODON.exec(text) ?? [];
  if (user !== undefined && server !== undefined) return { url: `https://${server}/@${user}` };
  if (isMailAddress(text)) return readMail(text);
  if (isPhoneNumber(text)) return readPhone(text, "tel");
  const [, host] = HOST.exec(text) ?? [];
  return host === undefined
    ? null
    : readWeb(`//${host}${text.slice(host.length).replace(/^[,;:!]+$/, "")}`, "https");
}

/** "example.com:8080/a" has no scheme. */
const isPort = (rest: string, scheme: string) =>
  /^\d{1,5}(?:[/?#]|$)/.test(rest) && (scheme.includes(".") || scheme.toLowerCase() === "localhost");

/** "@mira@social.example". */
const MASTODON = /^@([\w.-]+)@((?:[\p{L}\p{N}\p{M}-]+\.)+[\p{L}\p{M}-]{2,})$/u;
/** A name whose last label is not numeric, or an IPv4 address; then an optional port and the rest. */
const HOST =
  // oxlint-disable-next-line no-misleading-character-class -- each of the joiners by itself
  /^((?:[\p{L}\p{N}\p{M}\u200C\u200D_-]+\.)+(?=[\p{N}\p{M}-]*\p{L})[\p{L}\p{N}\p{M}\u200C\u200D-]{2,}|(?:\d{1,3}\.){3}\d{1,3})\.?(?::\d{1,5})?(?:[/?#]|[,;:!]*$)/u;

/** "example.com/@me.you" is a page, although an address may contain a slash before the "@". */
function isMailAddress(text: string): boolean {
  const [, local = ""] =
    /^([^\s@:<>()",;?]{1,64})@[^\s@:?#/]{1,250}\.[^\s@:?#/.]{2,63}(?:\?|$)/.exec(text) ?? [];
  return local !== "" && !/\..*\/|\/$/.test(local);
}

function unwrapped(text: string): string {
  const bare = WRAPPINGS.map((wrapping) => wrapping.exec(text)?.[1]?.trim()).find(
    (inside) => inside !== undefined,
  );
  return bare ?? text;
}

const WRAPPINGS = [
  /^<(.*)>$/,
  /^"(.*)"$/,
  /^'(.*)'$/,
  /^`(.*)`$/,
  /^[“„](.*)[”“]$/,
  /^[«‹](.*)[»›]$/,
  /^\((\S*)\)$/,
  /^\[([^\]]*)\]$/,
  /^url:(?=\s*\w+:)(.*)$/i,
];

function readWeb(rest: string, scheme: string): Reading {
  const [, host = "", path = ""] = /^\/\/([^/?#]+)(.*)$/.exec(rest) ?? [];
  // After a space the rest is not part of the address.
  if (host === "" || /\s/.test(host)) return null;
  if (path === "") return { url: `${scheme}://${host.replace(/([\p{L}\p{N}\]])[,;:!]+$/u, "$1")}` };
  return {
    url: `${scheme}://${host}${/^(?:www\.)?wa\.me$/i.test(host) ? waMePath(path) : withoutBlanks(path)}`,
  };
}

const withoutBlanks = (text: string) => text.replace(/\s/g, "%20");
/** For another app's link: a "#" or a single "%" would end or break it. */
const asQuery = (text: string) =>
  withoutBlanks(text)
    .replace(/%(?![\da-f]{2})/gi, "%25")
    .replaceAll("#", "%23");

function waMePath(path: string): string {
  const [, number = "", after = ""] = /^\/([^?#]*?)\/?([?#].*)?$/.exec(path) ?? [];
  return isOfPhone(number) && /\d/.test(number)
    ? `/${internationalDigits(number)}${withoutBlanks(after)}`
    : withoutBlanks(path);
}

const internationalDigits = (number: string) => dialled(number).replace(/\D/g, "").replace(/^00/, "");

function readMail(rest: string): Reading {
  const [, typed = "", query = ""] = /^(?:\/\/)?([^?]*)(.*)$/.exec(rest) ?? [];
  const addresses = typed.split(",").map((one) => mailAddress((/<([^<>]+)>/.exec(one)?.[1] ?? one).trim()));
  const to = addresses.filter((one) => one !== "").join(",") || typed.trim();
  return to === "" && !/^\?./.test(query)
    ? null
    : { url: `mailto:${withoutBlanks(to)}${asQuery(query.trimEnd())}` };
}

/** Mail apps do not support umlauts in a domain. */
function mailAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1);
  // oxlint-disable-next-line no-control-regex -- the range of ASCII
  return at < 0 || /^[\u0000-\u007F]*$/.test(domain)
    ? address
    : `${address.slice(0, at)}@${asciiDomain(domain) ?? domain}`;
}

const isOfPhone = (text: string) => /^[\d\s+().,/*#pw\u2010-\u2015\u2212-]*$/i.test(text.normalize("NFKC"));

/** "(0)" is only for calls from within the country. */
const dialled = (number: string) =>
  number
    .normalize("NFKC")
    .replace(/^(\s*\+[\d\s.-]*)\(0\)/, "$1")
    .replace(/[\s()./\u2010-\u2015\u2212-]/g, "")
    .replaceAll("#", "%23");

function isPhoneNumber(text: string): boolean {
  const number = text.normalize("NFKC");
  if (!/^[+\d(][\d\s()./\u2010-\u2015\u2212-]*$/.test(number) || /^(?:\d{1,3}\.){3}\d{1,3}$/.test(number))
    return false;
  const digits = number.replace(/\D/g, "").length;
  const isMarked = number.startsWith("+") ? digits >= 4 : /^[0(]/.test(number) ? digits >= 6 : digits >= 10;
  return isMarked && digits <= 17;
}

function readPhone(rest: string, scheme: string): Reading {
  const [, number = "", after = ""] = /^(?:\/\/)?([^;?]*)(.*)$/.exec(rest.replaceAll("%20", " ")) ?? [];
  if (isOfPhone(number))
    return /[\p{L}\p{N}*#]/u.test(rest)
      ? { url: `${scheme}:${dialled(number)}${asQuery(after)}` }
      : NO_NUMBER;
  // A vanity number in letters.
  return /\s/.test(number.trim()) || number.trim() === ""
    ? NO_NUMBER
    : { url: `${scheme}:${number.trim()}${asQuery(after)}` };
}

function readMessage(rest: string, scheme: string): Reading {
  const [, numbers = "", after = ""] = /^(?:\/\/)?([^;?&]*)(.*)$/.exec(rest) ?? [];
  const to = isOfPhone(numbers) ? dialled(numbers) : numbers.trim();
  return /\s/.test(to) || (to === "" && !/body=./i.test(after))
    ? NO_NUMBER
    : { url: `${scheme}:${to}${asQuery(after)}` };
}

function readWhatsApp(rest: string, scheme: string): Reading {
  const query = asQuery(rest.trim().replace(/^\/\//, ""));
  if (query === "") return null;
  const isDialable = (number: string) => isOfPhone(number) && /\d/.test(number);
  const numbered = query.replace(/([?&]phone=)([^&]*)/i, (all, name: string, typed: string) => {
    const number = typed.replace(/%20/g, " ").replace(/%2B/gi, "+");
    return isDialable(number) ? name + internationalDigits(number) : all;
  });
  return { url: `${scheme}://${numbered}` };
}

function readFaceTime(rest: string, scheme: string): Reading {
  const [, slashes = "", typed = ""] = /^(\/\/)?(.*)$/.exec(rest.trim()) ?? [];
  const whom = isOfPhone(typed) ? dialled(typed) : typed.trim();
  return whom === "" || /\s/.test(whom)
    ? because("A FaceTime link needs a number or an address, such as facetime:me@example.com")
    : { url: `${scheme}:${slashes}${whom}` };
}

function readPlace(rest: string, scheme: string): Reading {
  const [, typed = "", after = ""] = /^([^;?]*)(.*)$/.exec(rest) ?? [];
  const place = typed.replace(/\s/g, "");
  const [, latitude = "", longitude = ""] =
    /^([+-]?\d{1,2}(?:\.\d+)?),([+-]?\d{1,3}(?:\.\d+)?)(?:,[+-]?\d+(?:\.\d+)?)?$/.exec(place) ?? [];
  const isThere = latitude !== "" && Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180;
  return isThere ? { url: `${scheme}:${place}${asQuery(after)}` } : NO_PLACE;
}
