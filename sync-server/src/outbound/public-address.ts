import ipaddr from "ipaddr.js";

/** Special ranges that the library counts as ordinary ones. */
const SPECIAL = [
  "192.0.0.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.175.48.0/24",
  "198.18.0.0/15",
  // Azure's metadata service.
  "168.63.129.16/32",
  "2001::/23",
  "2001:db8::/32",
  "2002::/16",
  "2620:4f:8000::/48",
  "3fff::/20",
].map((range) => ipaddr.parseCIDR(range));

const GLOBAL = ipaddr.parseCIDR("2000::/3");

/** False for mapped, translated and tunnelled IPv4 addresses too: no site is only reached by one. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text) || text.includes("%")) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== "unicast") return false;
  if (address.kind() === "ipv6" && !address.match(GLOBAL)) return false;
  return !SPECIAL.some((range) => range[0].kind() === address.kind() && address.match(range));
}
