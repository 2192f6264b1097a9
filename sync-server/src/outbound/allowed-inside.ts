import { isIP } from "node:net";
import { isNetwork, Networks } from "#http/hosts/networks";

type Entry = { isIt: (host: string, address: string) => boolean; name: string | null; port: number | null };

export class AllowedInside {
  readonly #entries: readonly Entry[];

  constructor(list: readonly string[] = []) {
    this.#entries = list.map(entryOf);
  }

  /** A name in the list is looked up as the system does, in its hosts file too. */
  namesHost(host: string): boolean {
    return this.#entries.some(({ name }) => name === host);
  }

  /** An entry without a port allows the usual ones. */
  allows({ host, address, port }: { host: string; address: string; port: number }): boolean {
    return this.#entries.some(
      (entry) => entry.isIt(host, address) && (entry.port === null ? isUsualPort(port) : entry.port === port),
    );
  }
}

export const isUsualPort = (port: number): boolean => port === 80 || port === 443;

export function isAllowedInside(text: string): boolean {
  const { place, port } = partsOf(text);
  if (port !== null && (port < 1 || port > 65_535)) return false;
  return isNetwork(place) || HOST_NAME.test(place);
}

const HOST_NAME = /^(?=.{1,253}$)[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/;

function entryOf(text: string): Entry {
  const { place, port } = partsOf(text);
  if (!isNetwork(place)) return { name: place, port, isIt: (host) => host === place };
  const networks = new Networks([place]);
  return { name: null, port, isIt: (_, address) => networks.includes(address) };
}

function partsOf(text: string): { place: string; port: number | null } {
  const [, place = text, port] =
    isIP(text) === 6
      ? []
      : (/^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(text) ?? /^([^:]+):(\d{1,5})$/.exec(text) ?? []);
  return { place, port: port === undefined ? null : Number(port) };
}
