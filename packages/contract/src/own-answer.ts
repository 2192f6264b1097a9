/**
 * How a device knows that the server answered, and not a gateway, a captive portal or a maintenance page in its place: those answer
 * with status 200 as well. The server sets the header on every answer, whatever its status.
 */
export const OWN_HEADER = { name: "X-Shelv", value: "1" } as const;

/** What every answer carried before that header: servers of a rolling update, and what devices cached of them. */
const OWN_BEFORE = {
  name: "Permissions-Policy",
  value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
} as const;

/** Also of an answer that is read from a cache: it keeps its headers. */
export const isOurs = ({ headers }: { headers: { get(name: string): string | null } }): boolean =>
  [OWN_HEADER, OWN_BEFORE].some(({ name, value }) => headers.get(name) === value);
