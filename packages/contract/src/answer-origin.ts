/**
 * Lets a device recognise answers of the Shelv server: a gateway, captive portal or maintenance page may also
 * answer with status 200. The server sets this header on every answer.
 */
export const OWN_HEADER = { name: "X-Shelv", value: "1" } as const;

/** The mark of answers before that header existed: servers during a rolling update, and cached answers. */
const OWN_BEFORE = {
  name: "Permissions-Policy",
  value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
} as const;

/** Works on cached answers too, as they include their headers. */
export const isOurs = ({ headers }: { headers: { get(name: string): string | null } }): boolean =>
  [OWN_HEADER, OWN_BEFORE].some(({ name, value }) => headers.get(name) === value);
