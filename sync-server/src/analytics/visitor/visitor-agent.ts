/** A visitor's device by the user agent; a small table suffices, since only families are counted. */
import { OTHER_VALUE } from "@shelv/contract/analytics";
import { LRUCache } from "lru-cache";
import { isVisitorAgent } from "./is-visitor-agent.ts";

/** `app`: of an in-app browser, which sends no referrer; named as in `known-sources.json`. */
export type VisitorAgent = {
  isVisitor: boolean;
  device: "phone" | "tablet" | "desktop";
  browser: string;
  app: string | null;
};

const REMEMBERED_AT_MOST = 2000;
/** Longer than those of browsers. A crafted header of 14 kB keeps the patterns busy for 20 ms. */
const READ_MAX_LENGTH = 1000;
const remembered = new LRUCache<string, VisitorAgent>({ max: REMEMBERED_AT_MOST });

/** Cached: browsers share few user agents, and the patterns cost more than a look-up. */
export function readAgent(sent: string): VisitorAgent {
  const userAgent = sent.slice(0, READ_MAX_LENGTH);
  const known = remembered.get(userAgent);
  if (known) return known;
  const app = firstOf(APPS, userAgent);
  const read = {
    isVisitor: isVisitorAgent(userAgent),
    device: deviceOf(userAgent),
    browser: app === null ? (firstOf(BROWSERS, userAgent) ?? OTHER_VALUE) : `${app} app`,
    app,
  };
  remembered.set(userAgent, read);
  return read;
}

type Patterns = readonly (readonly [name: string, pattern: RegExp])[];

/** The first match counts: apps of one company have much in common. */
const APPS: Patterns = [
  ["Threads", /\bBarcelona \d/],
  ["Instagram", /\bInstagram \d/],
  ["TikTok", /\bmusical_ly|\bBytedanceWebview\/|\bTikTok\b|\btrill_/],
  ["Messenger", /\bFBAN\/Messenger|\bFB_IAB\/(?:Orca|MESSENGER)/],
  ["Facebook", /\bFB(?:AN|AV|_IAB)\//],
  ["X", /\bTwitter for |\bTwitterAndroid\b/],
  ["LINE", /\bLine\/\d/],
  ["WeChat", /\bMicroMessenger\//],
  ["Snapchat", /\bSnapchat[/ ]/],
  ["Pinterest", /\bPinterest(?:\/| for )/],
  ["LinkedIn", /\bLinkedInApp\b/],
  ["Reddit", /\bReddit\//],
  ["Discord", /\bDiscord(?:-\w+)?\/\d/],
  ["Telegram", /\bTelegram-\w+\//],
  ["KakaoTalk", /\bKAKAOTALK\b/],
  ["Naver", /\bNAVER\(inapp/],
  ["Weibo", /\bWeibo\b/],
  ["QQ", /\bQQ\/\d/],
  ["Google", /\bGSA\/\d/],
];

/** Most browsers also name those that they are built on. */
const BROWSERS: Patterns = [
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Edge", /\bEdg(?:e|A|iOS)?\//],
  ["Opera", /\bOP(?:R|T|X|iOS)\/|\bOpera\b/],
  ["Vivaldi", /\bVivaldi\//],
  ["Yandex", /\bYaBrowser\//],
  ["DuckDuckGo", /\b(?:DuckDuckGo|Ddg)\//],
  ["UC Browser", /\bUCBrowser\//],
  ["Mi Browser", /\bMiuiBrowser\//],
  ["Huawei Browser", /\bHuaweiBrowser\//],
  ["Silk", /\bSilk\//],
  ["Firefox", /\b(?:Firefox|FxiOS|Focus)\//],
  ["Chrome", /\b(?:Chrome|CriOS|Chromium)\//],
  ["Safari", /\bVersion\/[\d.]+.*\bSafari\//],
];

const firstOf = (patterns: Patterns, userAgent: string): string | null =>
  patterns.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null;

/** An iPad calls itself a Mac by default, when it asks for desktop pages. */
function deviceOf(userAgent: string): VisitorAgent["device"] {
  if (/\biPad\b|\bTablet\b|\bPlayBook\b/.test(userAgent)) return "tablet";
  if (/\bMobi|\biPhone\b|\biPod\b/.test(userAgent)) return "phone";
  return /\bAndroid\b|\bSilk\//.test(userAgent) ? "tablet" : "desktop";
}
