/** The bytes of an account's texts, which triggers count (`text_bytes`); a device does not. */
import { CAPACITY, UNDO_ALLOWANCE } from "@shelv/contract/limits/account-limits";
import { AccountFull } from "@shelv/contract/refusal";
import type { OwnerRow } from "@shelv/contract/rows/owner-tables";
import type { RowChange } from "@shelv/mutators/memory-tx";
import type { PreparedMutation } from "@shelv/mutators/mutations";
import type { Counter } from "#database/transaction";

export const TEXT_MAX_BYTES = CAPACITY.textMb * 1024 * 1024;

/** Restored rows may exceed the limit by a tenth, so that a deletion can be undone. */
export function mustHaveRoomForTexts(
  { before, addedText: added }: { before: Pick<Counter, "textBytes">; addedText: number },
  changes: readonly RowChange[],
  { reads }: Pick<PreparedMutation, "reads">,
): void {
  const more = addedText(changes);
  const maxBytes = reads.some(([kind]) => kind === "deleted")
    ? TEXT_MAX_BYTES * UNDO_ALLOWANCE
    : TEXT_MAX_BYTES;
  if (more > 0 && before.textBytes + added + more > maxBytes) throw new AccountFull("textMb");
}

/** Below zero if the texts are shorter than before. */
export const addedText = (changes: readonly RowChange[]): number =>
  changes.reduce(
    (sum, { table, before, after }) =>
      table === "items" ? sum + textBytes(after as Texts | null) - textBytes(before as Texts | null) : sum,
    0,
  );

type Texts = Pick<OwnerRow<"items">, "title" | "description" | "price" | "note" | "url">;

const textBytes = (item: Texts | null): number =>
  item === null
    ? 0
    : [item.title, item.description, item.price, item.note, item.url].reduce(
        (sum, text) => sum + Buffer.byteLength(text),
        0,
      );
