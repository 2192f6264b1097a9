/**
 * Marks every answer of the server. A status of 200 is not enough: a gateway, captive portal or maintenance
 * page may also answer with it.
 */
export const OWN_HEADER = { name: "X-Shelv", value: "1" } as const;

const OWN_BEFORE = {
  name: "Permissions-Policy",
  value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
} as const;

export const isOurs = ({ headers }: { headers: { get(name: string): string | null } }): boolean =>
  [OWN_HEADER, OWN_BEFORE].some(({ name, value }) => headers.get(name) === value);
