/** Recognizes a page in place of the requested one: a bot check, consent, a sign-in, a block. */
import { cleanText } from "./clean-text.ts";
import type { PageFacts } from "./page-facts.ts";

/** `isBare`: the page neither describes a thing nor says how to share it. `asked`: the first address. */
type Looks = {
  facts: PageFacts;
  isBare: boolean;
  hasSubject: boolean;
  siteName: string;
  address: string;
  asked: string;
};

const FEW_LETTERS = 600;
const NO_LETTERS = 100;
const TITLE_MAX = 300;
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
  const rest = titleParts(facts.title || facts.heading, [siteName, hostOf(address)]);
  const isOnlyName = rest?.length === 0 && new URL(asked).pathname.length > 1;
  const isGate = isElsewhere && facts.letters < NO_LETTERS;
  if (facts.hasScript && isShort && (isNoindex || isOnlyName || isGate)) return true;
  return isShort && rest !== null && isWallTitle(rest, facts.hasScript);
}

const hostOf = (address: string) => new URL(address).host.replace(/^(?:www|m|mobile)\./, "");

function keepsWayBack(address: string, asked: string): boolean {
  const { pathname } = new URL(asked);
  if (address === asked || pathname.length < 2) return false;
  const bare = (text: string) => text.replace(/[?#].*$/s, "").replace(/\/$/, "");
  const ways = [pathname, hostOf(asked) + pathname].map(bare);
  return [...new URL(address).searchParams.values()].some((value) =>
    ways.includes(bare(value.replace(/^(?:https?:)?\/\/(?:(?:www|m|mobile)\.)?/, ""))),
  );
}

function titleParts(title: string, [siteName, host]: [siteName: string, host: string]): string[] | null {
  const names = new Set([
    siteName.toLowerCase(),
    host,
    ...host.split(".").slice(0, -1),
    "cloudflare",
    "akamai",
  ]);
  const parts = cleanText(title)
    .slice(0, TITLE_MAX)
    .toLowerCase()
    .replaceAll("’", "'")
    .split(/\s*(?:[|·•»«–—:!?…,]|\.+(?=\s|$)|\s-\s)+\s*/)
    .filter((part) => part !== "");
  return parts.length === 0 ? null : parts.filter((part) => !names.has(part));
}

/** On a page with a script, single words may be names. */
function isWallTitle(parts: readonly string[], hasScript: boolean): boolean {
  const isWallPart = (part: string) => WALL_PARTS.test(part);
  return (
    parts.some(isWallPart) && parts.every((part) => isWallPart(part) || (hasScript && !part.includes(" ")))
  );
}

const WALL_PARTS = new RegExp(
  `^(?:${[
    "(?:just a|one|(?:nur )?einen) moment|please|bitte|please wait(?: while .*)?|sorry",
    "un (?:momento|instant)|een moment(?: geduld)?|um momento|один момент|请稍候|しばらくお待ちください|잠시만 기다리십시오",
    "attention required|access (?:to this page )?(?:has been |is )?denied|pardon our interruption",
    "(?:please )?verify(?:ing)? (?:that )?(?:you(?:'re| are) (?:a )?human|your (?:browser|request))",
    "checking your browser(?: before .*)?|validating your request",
    "(?:making sure|confirm|prove)(?: that)? you(?:'re| are) (?:not a (?:bot|robot)|human)|prove your humanity",
    "are you (?:a |not a )?(?:robot|human)|вы не робот|robot or human|(?:ro)?bot (?:check|verification)",
    "human verification|(?:security|vercel security) (?:check|checkpoint|verification)(?: required)?",
    "client challenge|ddos-guard|(?:\\S+ )?captcha(?: page| interception)?|安全验证|访问验证",
    "before you continue(?: to .*)?|bevor sie .*(?:fortfahren|weitergehen)|avant d'accéder .*|avant de continuer.*",
    "we value your privacy|your privacy(?: choices| settings)?|privacy (?:settings|gate)",
    "cookie (?:consent|settings|notice)|cookies? (?:are )?required",
    "(?:please )?enable (?:cookies|javascript|js)(?: and (?:cookies|javascript))?(?: to continue)?",
    "(?:\\S+ )?(?:sign ?in|log ?in)|(?:sign|log) ?(?:in|on) (?:or|and) (?:sign|log) ?(?:in|up|on)|signing in",
    "anmelden|einloggen|connexion|iniciar sesión|accedi|inloggen|logga in|zaloguj się|přihlášení|войти|вход",
    "ログイン|登录|登入|로그인|(?:403 )?forbidden|403|request (?:rejected|blocked|unsuccessful)",
    "(?:you have been )?blocked|too many requests|vérification",
  ].join("|")})$`,
);
