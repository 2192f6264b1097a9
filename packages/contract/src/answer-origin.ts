/**
 * Marks every answer of the server: a gateway, captive portal or maintenance page may also answer with 200.
 */
export const OWN_HEADER = { name: "X-Shelv", value: "1" } as const;

export const isOurs = ({ headers }: { headers: { get(name: string): string | null } }): boolean =>
  headers.get(OWN_HEADER.name) === OWN_HEADER.value;
