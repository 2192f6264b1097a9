import type { ItemFields, ItemRow } from "@shelv/contract/rows/item";
import { useEffect, useEffectEvent, useState } from "react";
import type { CutoutProblem, PictureFile } from "./cutout-answer";
import { holdPicture, isDrawn, isHeld, isUncut, noteUncut } from "#outbox/pictures";
import { useOwnerWithStore } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { requestCutout } from "./request-cutout";
import { applyCutoutLater } from "./apply-cutout-later";

export type ItemPicture = Pick<ItemFields, "picture" | "cutout" | "showsCutout">;

export type CutoutState = "idle" | "running" | CutoutProblem;

export type Cutout = { state: CutoutState; ask: (picture?: string) => void };

/**
 * Another picture, or closing the form, cancels the job. A stored `item` gets its pending cut-out directly:
 * looking at an item must not make its form dirty.
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
  const isPending = useLiveQuery(isUncut, isUntried ? picture : null) ?? false;
  const isNew = isUntried && isHeld(store, picture) && !isDrawn(store, picture);
  const wanted = isNew || (isUntried && (asked === picture || isPending)) ? picture : null;

  const applyToItem = useEffectEvent((picture: string): Promise<void> | null => {
    if (asked === picture || isHeld(store, picture) || item?.picture !== picture || item.cutout !== null)
      return null;
    return applyCutoutLater(owner, { picture, itemIds: [item.id] }, requestCutout(store, picture));
  });
  const take = useEffectEvent(onCut);
  const end = useEffectEvent((picture: string, problem: CutoutProblem | null) => {
    if (problem !== null && problem !== "not-here" && isPending)
      void noteUncut(store, picture, false).catch(() => undefined);
    setEnded({ picture, problem });
  });
  useEffect(() => {
    if (wanted === null) return undefined;
    const cut = requestCutout(store, wanted);
    const applying = applyToItem(wanted);
    let isWanted = true;
    const follow = async () => {
      const made = await cut.result;
      if (made === null || !isWanted) return;
      if ("problem" in made) return end(wanted, made.problem);
      await (applying ?? takeMade(made));
      if (isWanted) end(wanted, null);
    };
    const takeMade = async ({ bytes, type }: PictureFile) => {
      const held = await holdPicture(store, bytes, type);
      if (isWanted) take({ picture: wanted, cutout: held, showsCutout: true });
    };
    follow().catch(() => isWanted && setEnded({ picture: wanted, problem: "failed" }));
    return () => {
      isWanted = false;
      cut.leave();
    };
  }, [store, wanted]);

  const problem = ended?.picture === picture && cutout === null ? ended.problem : null;
  const ask = (of = picture) => {
    setEnded(null);
    setAsked(of);
  };
  const askAgain = useEffectEvent(() => setEnded(null));
  useEffect(() => {
    if (problem !== "not-here") return undefined;
    const listening = new AbortController();
    addEventListener("online", () => askAgain(), { once: true, signal: listening.signal });
    return () => listening.abort();
  }, [problem]);
  return { state: wanted === null ? (problem ?? "idle") : "running", ask };
}
