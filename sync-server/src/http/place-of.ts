import { OWN_FIRST_SEGMENTS } from "@shelv/contract/paths";

/**
 * Which of its names a request came to. The Host header is a claim of whoever asks, so it decides nothing but this, and only
 * where it is, letter for letter, a name that this server has: neither another case, nor a dot at its end, nor another port.
 */
export type Place = { kind: "app" } | { kind: "page"; username: string } | { kind: "nowhere" };

type HostNames = {
  /** Null where nobody has said it: then every name is the app's. */
  publicUrl: string | null;
  pageHost: string | null;
  /** Whose page is shown under a domain of their own. */
  usernameOf: (name: string) => string | undefined;
};

const APP: Place = { kind: "app" };
const NOWHERE: Place = { kind: "nowhere" };

export function placeReader({
  publicUrl,
  pageHost,
  usernameOf,
}: HostNames): (host: string | undefined) => Place {
  if (publicUrl === null) return () => APP;
  const { host: appHost, port } = new URL(publicUrl);
  const portEnd = port === "" ? "" : `:${port}`;
  return (host) => {
    if (host === appHost) return APP;
    if (host === undefined || !host.endsWith(portEnd)) return NOWHERE;
    const name = host.slice(0, host.length - portEnd.length);
    const username = usernameOf(name) ?? usernameBelow(pageHost, name);
    return username === undefined ? NOWHERE : { kind: "page", username };
  };
}

/** "ada" of "ada.shelv.example". Whether there is somebody of that name, the page says. */
export function usernameBelow(pageHost: string | null, name: string): string | undefined {
  if (pageHost === null || !name.endsWith(`.${pageHost}`)) return undefined;
  const label = name.slice(0, -pageHost.length - 1);
  return /^[a-z\d][a-z\d_-]{1,28}[a-z\d]$/.test(label) && !OWN_FIRST_SEGMENTS.has(label) ? label : undefined;
}
