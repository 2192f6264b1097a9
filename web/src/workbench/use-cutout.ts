import type { ItemFields, ItemRow } from "@shelv/contract/item";
import { useEffect, useEffectEvent, useState } from "react";
import type { CutoutAnswer, CutoutProblem } from "#images/cutout-answer";
import { holdPicture, isHeld, isUncut, noteUncut } from "#outbox/pictures";
import { useOwnerWithStore, useStored } from "#sync/owner-context.tsx";
import { joinCut } from "./cut-picture";
import { setWhenCut } from "./set-when-cut";

export type ItemPicture = Pick<ItemFields, "picture" | "cutout" | "showsCutout">;

/** `idle`: nobody asked, or there is one. */
export type CutoutState = "idle" | "running" | CutoutProblem;

export type Cutout = { state: CutoutState; ask: () => void };

/**
 * Cuts out what was chosen just now, or is owed from when its form was saved, and any other picture when asked to. What is not on this device
 * is asked for again when the network is back. Another picture, or none, or the end of the form ends it: then nothing comes of it here.
 * What is owed to `item`, as it is stored, is set on that: whoever only looks at an item has changed nothing in its form.
 */
export function useCutout(
  { picture, cutout }: ItemPicture,
  item: ItemRow | null,
  onCut: (cut: ItemPicture) => void,
): Cutout {
  const owner = useOwnerWithStore();
  const { store } = owner;
  const [asked, setAsked] = useState<string | null>(null);
  const [ended, setEnded] = useState<{ picture: string; problem: CutoutProblem | null } | null>(null);
  const isUntried = picture !== null && cutout === null && ended?.picture !== picture;
  const isOwed = useStored(isUncut, isUntried ? picture : null) ?? false;
  const wanted = isUntried && (asked === picture || isHeld(store, picture) || isOwed) ? picture : null;

  /** Null where nothing of it is owed to the item as it is stored. */
  const setOnItem = useEffectEvent((picture: string): Promise<void> | null => {
    if (asked === picture || isHeld(store, picture) || item?.picture !== picture || item.cutout !== null)
      return null;
    return setWhenCut(owner, { picture, itemIds: [item.id] }, joinCut(store, picture));
  });
  const take = useEffectEvent(onCut);
  const end = useEffectEvent((picture: string, problem: CutoutProblem | null) => {
    // One that was made is owed until it is saved.
    if (problem !== null && problem !== "not-here" && isOwed)
      void noteUncut(store, picture, false).catch(() => undefined);
    setEnded({ picture, problem });
  });
  useEffect(() => {
    if (wanted === null) return undefined;
    const cut = joinCut(store, wanted);
    const setting = setOnItem(wanted);
    let isWanted = true;
    const follow = async () => {
      const made = await cut.result;
      if (made === null || !isWanted) return;
      if ("problem" in made) return end(wanted, made.problem);
      await (setting ?? takeMade(made));
      if (isWanted) end(wanted, null);
    };
    const takeMade = async ({ bytes, type, isGood }: Exclude<CutoutAnswer, { problem: unknown }>) => {
      const held = await holdPicture(store, bytes, type);
      if (isWanted) take({ picture: wanted, cutout: held, showsCutout: isGood });
    };
    // Where this device was in the way, it is still owed.
    follow().catch(() => isWanted && setEnded({ picture: wanted, problem: "failed" }));
    return () => {
      isWanted = false;
      cut.leave();
    };
  }, [store, wanted]);

  const problem = ended?.picture === picture && cutout === null ? ended.problem : null;
  const ask = () => {
    setEnded(null);
    setAsked(picture);
  };
  // Whoever wanted it wants it still.
  const askAgain = useEffectEvent(() => setEnded(null));
  useEffect(() => {
    if (problem !== "not-here") return undefined;
    const listening = new AbortController();
    addEventListener("online", () => askAgain(), { once: true, signal: listening.signal });
    return () => listening.abort();
  }, [problem]);
  return { state: wanted === null ? (problem ?? "idle") : "running", ask };
}
