import * as v from "valibot";

export type Sender = { name: string; address: string };

/**
 * As people write a sender. In a header, ":" starts a group and "," a second sender: the mail library quotes
 * such a name only if it gets the parts apart.
 */
export const mailFrom = v.pipe(
  v.string(),
  v.transform(senderIn),
  v.check(
    (sender) => sender !== null,
    "must be one mail address, such as hello@shelv.example or Shelv <hello@shelv.example>",
  ),
  v.transform((sender) => sender as Sender),
);

function senderIn(text: string): Sender | null {
  const [, name = "", bracketed] = /^([^<>]*)<([^<>]*)>$/.exec(text.trim()) ?? [];
  const sender = { name: unquoted(name.trim()), address: (bracketed ?? text).trim() };
  // oxlint-disable-next-line no-control-regex -- a line break would start another header
  return !/[\u0000-\u001F\u007F]/.test(sender.name) && ADDRESS.test(sender.address) ? sender : null;
}

const ADDRESS =
  /^[^\s<>()[\]@,;:\\"]{1,64}@[\p{L}\p{N}\p{M}](?:[\p{L}\p{N}\p{M}.-]{0,251}[\p{L}\p{N}\p{M}])?$/u;

const unquoted = (name: string) => (/^".*"$/.test(name) ? name.slice(1, -1).replace(/\\(.)/g, "$1") : name);
