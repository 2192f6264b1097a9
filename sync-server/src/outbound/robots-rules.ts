/**
 * The rules of a `robots.txt` (RFC 9309) for one robot. One pass extracts them into a compact text, without
 * other robots' names.
 */

/** RFC 9309's minimum for a crawler. */
export const ROBOTS_MAX_BYTES = 500 * 1024;
const RULES_MAX_CHARACTERS = 32 * 1024;
const PATTERN_MAX_CHARACTERS = 2048;

type Rule = { sign: "+" | "-"; pattern: string };
type Group = { isNamed: boolean; rules: Rule[]; left: number };

/**
 * A line each, the strongest first: "+/path" allows, "-/path" forbids. Groups that name the robot are merged;
 * without one, those for "*" apply. Rules beyond the limits are ignored.
 */
export function robotsRules(text: string, robot: string): string {
  const own: Group = { isNamed: false, rules: [], left: RULES_MAX_CHARACTERS };
  const any: Group = { isNamed: false, rules: [], left: RULES_MAX_CHARACTERS };
  let open = new Set<Group>();
  let isNaming = false;
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    const [key, value] = fieldOf(line);
    if (key === "user-agent") {
      if (!isNaming) open = new Set();
      isNaming = true;
      const [token = ""] = /^(?:\*|[a-z_-]+)/i.exec(value) ?? [];
      const group = token === "*" ? any : token.toLowerCase() === robot.toLowerCase() ? own : null;
      if (group) open.add(group);
      if (group) group.isNamed = true;
    } else if (key === "allow" || key === "disallow") {
      isNaming = false;
      const rule: Rule = {
        sign: key === "allow" ? "+" : "-",
        pattern: comparable(value).replaceAll(/\$(?!$)/g, "%24"),
      };
      for (const group of open) addRule(group, rule);
    }
  }
  return (own.isNamed ? own : any).rules
    .toSorted((a, b) => b.pattern.length - a.pattern.length || (a.sign < b.sign ? -1 : 1))
    .map(({ sign, pattern }) => sign + pattern)
    .join("\n");
}

/** The longest pattern decides. */
export function mayFetch(rules: string, path: string): boolean {
  const compared = comparable(path).replaceAll("*", "%2A").replaceAll("$", "%24");
  const decisive = rules.split("\n").find((rule) => rule !== "" && matches(rule.slice(1), compared));
  return decisive === undefined || decisive.startsWith("+");
}

function fieldOf(line: string): [key: string, value: string] {
  const colon = line.indexOf(":");
  const comment = line.indexOf("#");
  const end = comment === -1 ? line.length : comment;
  return [line.slice(0, Math.max(colon, 0)).trim().toLowerCase(), line.slice(colon + 1, end).trim()];
}

function addRule(group: Group, rule: Rule): void {
  if (rule.pattern === "" || rule.pattern.length > PATTERN_MAX_CHARACTERS) return;
  const length = "+\n".length + rule.pattern.length;
  if (length > group.left) return;
  group.left -= length;
  group.rules.push(rule);
}

/** Each part between two "*" is found at its first place, which leaves the most for those after it. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const [first = "", ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split(/\*+/);
  if (!path.startsWith(first)) return false;
  const last = isWhole ? parts.pop() : undefined;
  let at = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  if (last !== undefined) return path.length - last.length >= at && path.endsWith(last);
  return !isWhole || path.length === at;
}

/** Equal characters are written equally: percent-encoded only where they have to be. */
function comparable(path: string): string {
  return path
    .replaceAll(/[^\u0021-\u007E]+/g, (text) => encodeURIComponent(text.toWellFormed()))
    .replaceAll(/%([\da-f]{2})/gi, (whole, hex: string) => {
      const character = String.fromCodePoint(Number.parseInt(hex, 16));
      return /[\w.~-]/.test(character) ? character : whole.toUpperCase();
    });
}
