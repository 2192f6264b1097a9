import { Context } from "hono";
import { expect, test } from "vitest";
import { clientAddress, NO_ADDRESS, proxyLocation } from "./client-address.ts";
import { isNetwork, Networks } from "./networks.ts";

function from(remoteAddress: string | undefined, headers: Record<string, string> = {}): Context {
  return new Context(new Request("http://localhost/", { headers }), {
    env: { incoming: { socket: { remoteAddress } } },
  } as never);
}
const trusting = (...networks: string[]) => ({ trustedProxies: new Networks(networks) });

test.each<[peer: string | undefined, forwarded: string, trusted: string[], address: string]>([
  ["203.0.113.9", "", [], "203.0.113.9"],
  ["203.0.113.9", "198.51.100.1", [], "203.0.113.9"],
  ["127.0.0.1", "198.51.100.1", [], "127.0.0.1"],
  ["203.0.113.9", "198.51.100.1", ["loopback"], "203.0.113.9"],
  ["127.0.0.1", "198.51.100.1", ["loopback"], "198.51.100.1"],
  ["::1", "198.51.100.1", ["loopback"], "198.51.100.1"],
  ["::ffff:127.0.0.1", "198.51.100.1", ["loopback"], "198.51.100.1"],
  ["::ffff:203.0.113.9", "", [], "203.0.113.9"],
  ["127.0.0.1", "1.1.1.1, 198.51.100.1", ["loopback"], "198.51.100.1"],
  ["127.0.0.1", "1.1.1.1, 198.51.100.1, 10.0.0.7", ["loopback", "private"], "198.51.100.1"],
  ["127.0.0.1", "1.1.1.1, 198.51.100.1, 10.0.0.7", ["loopback"], "10.0.0.7"],
  ["127.0.0.1", "198.51.100.1:4711", ["loopback"], "198.51.100.1"],
  ["127.0.0.1", "[2001:DB8:0::7]:4711", ["loopback"], "2001:db8::7"],
  ["127.0.0.1", "198.51.100.1, unknown", ["loopback"], "127.0.0.1"],
  ["127.0.0.1", "", ["loopback"], "127.0.0.1"],
  ["10.0.0.7", "10.0.0.8", ["private"], "10.0.0.8"],
  [undefined, "198.51.100.1", ["loopback"], NO_ADDRESS],
])("From %s, forwarded for '%s', with %j trusted, the client is %s", (peer, forwarded, trusted, address) => {
  expect(clientAddress(from(peer, { "X-Forwarded-For": forwarded }), trusting(...trusted))).toBe(address);
});

test("A request without a connection has an address too", () => {
  expect(clientAddress(new Context(new Request("http://localhost/")), trusting("loopback"))).toBe(NO_ADDRESS);
});

test.each<[headers: Record<string, string>, country: string | null, region: string | null]>([
  [{}, null, null],
  [{ "CF-IPCountry": "DE" }, "DE", null],
  [{ "X-Country": "at", "X-Region": "Tirol" }, "AT", "Tirol"],
  [{ "CF-IPCountry": "AT", "CF-Region": Buffer.from("Kärnten").toString("latin1") }, "AT", "Kärnten"],
  [{ "CF-IPCountry": "T1" }, null, null],
  [{ "CF-IPCountry": "XX", "X-Country": "DE" }, "DE", null],
  [{ "X-Country": "QX" }, null, null],
  [{ "X-Country": "DE", "X-Region": "<b>" }, "DE", null],
  [{ "X-Region": "Tirol" }, null, null],
])("A trusted proxy's %o means the country %s and the region %s", (headers, country, region) => {
  expect(proxyLocation(from("127.0.0.1", headers), trusting("loopback"))).toEqual({ country, region });
  expect(proxyLocation(from("203.0.113.9", headers), trusting("loopback"))).toEqual({
    country: null,
    region: null,
  });
});

test.each([
  ["loopback", true],
  ["10.0.0.0/8", true],
  ["2001:db8::7", true],
  ["::/129", false],
  ["10.0.0.0/", false],
  ["constructor", false],
  ["", false],
])("'%s' names a network: %s", (text, is) => {
  expect(isNetwork(text)).toBe(is);
});
