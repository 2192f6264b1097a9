import { PRODUCT } from "@shelv/contract/product";

/** What people read of a domain of their own, on the account screen. */
export const domainWords = {
  heading: "Your own domain",
  lead: "Show your page under a name of your own, such as www.example.com.",
  needsPremium: "A domain of your own is part of the Premium plan.",
  offline: "Domains need a connection.",
  name: "Domain",
  placeholder: "www.example.com",
  add: "Add domain",
  check: "Check again",
  remove: (name: string) => `Remove ${name}`,
  failed: "Failed to change your domains",
  states: { waiting: "Waiting", found: "Almost there", verified: "Verified", lost: "Lost" },
  records: "Enter these records where you manage the domain. Of several addresses, enter all.",
  type: "Type",
  recordName: "Name",
  value: "Value",
  verified: "Your page is shown here.",
  unchecked: "Nobody has answered for this domain yet. We go on asking.",
  waits: "We look every 10 minutes. New records may take up to an hour to be seen.",
  noToken: "We found no TXT record yet.",
  wrongToken: (found: string) => `The TXT record is another one: ${found}.`,
  noAddress: "The TXT record is right. No address was found yet.",
  wrongAddress: (found: string) => `The TXT record is right, but the domain leads to ${found}.`,
  taken: `Another ${PRODUCT} account shows its page here. Remove its TXT record to have the domain.`,
  released: (at: string) => `Your page stays here until ${at}.`,
};
