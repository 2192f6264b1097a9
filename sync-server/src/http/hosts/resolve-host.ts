import { OWN_FIRST_SEGMENTS } from "@shelv/contract/paths";

/**
 * The client controls the Host header: it must equal one of the server's names exactly, without another case,
 * a dot at the end or another port.
 */
export type ResolvedHost = { kind: "app" } | { kind: "page"; username: string } | { kind: "nowhere" };

type HostNames = {
  /** The app's own address. Null if not configured: every name is the app's. */
  publicUrl: string | null;
  pageHost: string | null;
  usernameOf: (name: string) => string | undefined;
};

const APP: ResolvedHost = { kind: "app" };
const NOWHERE: ResolvedHost = { kind: "nowhere" };

export function hostResolver({
  publicUrl,
  pageHost,
  usernameOf,
}: HostNames): (host: string | undefined) => ResolvedHost {
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

export function usernameBelow(pageHost: string | null, name: string): string | undefined {
  if (pageHost === null || !name.endsWith(`.${pageHost}`)) return undefined;
  const label = name.slice(0, -pageHost.length - 1);
  return /^[a-z\d][a-z\d_-]{1,28}[a-z\d]$/.test(label) && !OWN_FIRST_SEGMENTS.has(label) ? label : undefined;
}
