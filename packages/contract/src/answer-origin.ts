/**
 * Marks every answer of the server: a gateway, captive portal or maintenance page may also answer with status
 * 200.
 */
export const OWN_HEADER = { name: "X-Shelv", value: "1" } as const;

/**
 * The marks of answers that are older than that header: of servers during a rolling update, and cached ones.
 */
const OWN_BEFORE = {
  name: "Permissions-Policy",
  value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
} as const;

export const isOurs = ({ headers }: { headers: { get(name: string): string | null } }): boolean =>
  [OWN_HEADER, OWN_BEFORE].some(({ name, value }) => headers.get(name) === value);
