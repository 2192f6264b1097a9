/** Recognizes a page that is shown in place of the requested one: a bot check, consent, a sign-in, a block. */
import { cleanText } from "./clean-text.ts";
import type { PageFacts } from "./page-facts.ts";

/** `isBare`: the page neither describes a thing nor says how to share it. `asked`: the first address. */
export type Looks = {
  facts: PageFacts;
  isBare: boolean;
  hasSubject: boolean;
  siteName: string;
  address: string;
  asked: string;
};

/** Letters of a page with hardly any text. */
const FEW_LETTERS = 600;
/** Some bot checks explain themselves at length. */
const EXPLAINED_LETTERS = 2500;

/**
 * Signs that hold in any language decide. Titles count only as a whole, on a page that says hardly anything
 * else: "Log in cabins for rent" is a title.
 */
export function isWall({ facts, isBare, hasSubject, siteName, address, asked }: Looks): boolean {
  if (hasSubject) return false;
  const isShort = facts.letters < FEW_LETTERS;
  const isNoindex = (facts.metas.get("robots") ?? []).some((said) => /\b(?:noindex|none)\b/i.test(said));
  const isElsewhere = hostOf(address) !== hostOf(asked);
  if ((isBare || isNoindex || facts.asksPassword) && keepsWayBack(address, asked)) return true;
  if (facts.asksPassword && isShort && (isBare || address !== asked)) return true;
  if (!isBare) return false;
  if (facts.isChallenge && facts.letters < EXPLAINED_LETTERS) return true;
  const host = hostOf(address);
  const names = [siteName, host, ...host.split(".").slice(0, -1), "cloudflare", "akamai"];
  const title = cleanText(facts.title || facts.heading).slice(0, 300);
  const isOnlyName = title !== "" && new URL(asked).pathname.length > 1 && withoutNames(title, names) === "";
  const isUnsaid = isNoindex || isElsewhere || isOnlyName;
  return isShort && ((facts.hasScript && isUnsaid) || isWallTitle(withoutNames(title, names)));
}

const hostOf = (address: string) => new URL(address).host.replace(/^(?:www|m|mobile)\./, "");

/** Whether an address says where to go afterwards: `?continue=https://…`, `?next=/p/1`. */
function keepsWayBack(address: string, asked: string): boolean {
  const { pathname } = new URL(asked);
  if (address === asked || pathname.length < 2) return false;
  const bare = (text: string) => text.replace(/[?#].*$/s, "").replace(/\/$/, "");
  const ways = [pathname, hostOf(asked) + pathname].map(bare);
  return [...new URL(address).searchParams.values()].some((value) =>
    ways.includes(bare(value.replace(/^(?:https?:)?\/\/(?:(?:www|m|mobile)\.)?/, ""))),
  );
}

/** What is left of a title, in lower case and without punctuation at its ends. */
const withoutNames = (title: string, names: readonly string[]) =>
  title
    .toLowerCase()
    .replaceAll("’", "'")
    .split(/\s*(?:[|·•»«–—:!?…,]|\.+(?=\s|$)|\s-\s)+\s*/)
    .filter((part) => part !== "" && !names.some((name) => name.toLowerCase() === part))
    .join(", ");

const WALL_TITLES = new RegExp(
  `^(?:${[
    "(?:just a|one) moment(?:, please)?",
    "(?:nur )?einen moment(?:, bitte)?",
    "attention required",
    "access (?:to this page )?(?:has been |is )?denied",
    "pardon our interruption",
    "please wait(?: while .*)?",
    "(?:please )?verify(?:ing)? (?:that )?you(?:'re| are) (?:a )?human",
    "(?:checking|verifying) your browser(?: before .*)?",
    "(?:making sure|confirm|prove) you(?:'re| are) not a (?:bot|robot)",
    "(?:are you|you are) (?:a )?(?:robot|human)",
    "robot or human|robot check|bot (?:check|verification)|human verification|captcha",
    "(?:vercel )?security (?:check|checkpoint|verification)|client challenge|ddos-guard",
    "before you continue(?: to .*)?|bevor sie .*(?:fortfahren|weitergehen)|avant de continuer(?: .*)?",
    "we value your privacy|your privacy(?: choices| settings)?|privacy (?:settings|gate)",
    "cookie (?:consent|settings|notice)|cookies? (?:are )?required",
    "(?:please )?enable (?:cookies|javascript|js)(?: and (?:cookies|javascript))?(?: to continue)?",
    "(?:sign|log) ?in(?: (?:or|and) (?:sign|log) ?(?:in|up|on))?|signing in|login|anmelden|connexion",
    "(?:403 )?forbidden|403|request (?:rejected|blocked)|(?:you have been )?blocked|vérification",
  ].join("|")})$`,
);

const isWallTitle = (title: string) => WALL_TITLES.test(title);
