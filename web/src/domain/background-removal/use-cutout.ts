import type { ItemFields, ItemRow } from "@shelv/contract/rows/item";
import { useEffect, useEffectEvent, useState } from "react";
import type { CutoutProblem, PictureFile, Tap } from "./cutout-answer";
import { holdPicture, isDrawn, isHeld, isUncut, noteUncut } from "#outbox/pictures";
import { useOwnerWithStore } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { requestCutout } from "./request-cutout";
import { applyCutoutLater } from "./apply-cutout-later";

export type ItemPicture = Pick<ItemFields, "picture" | "cutout" | "showsCutout">;

export type CutoutState = "idle" | "running" | "nothing-there" | CutoutProblem;

export type Cutout = {
  state: CutoutState;
  ask: (picture?: string) => void;
  /** The tap that is being worked on. */
  tapped: Tap | null;
  /** Null cancels the last tap. */
  tap: (at: Tap | null) => void;
};

type Ended = { picture: string; cutout: string | null; problem: CutoutState | null };

/**
 * Another picture or tap, or closing the form, cancels the job. A stored `item` gets its pending cut-out
 * directly: its form must not become dirty.
 */
export function useCutout(
  { picture, cutout }: ItemPicture,
  item: ItemRow | null,
  onCut: (cut: ItemPicture) => void,
): Cutout {
  const owner = useOwnerWithStore();
  const { store } = owner;
  const [asked, setAsked] = useState<string | null>(null);
  const [ended, setEnded] = useState<Ended | null>(null);
  const [lastTap, setLastTap] = useState<{ picture: string; at: Tap } | null>(null);
  const tapped = lastTap?.picture === picture ? lastTap.at : null;
  const isUntried = picture !== null && cutout === null && ended?.picture !== picture;
  const isPending = useLiveQuery(isUncut, isUntried ? picture : null) ?? false;
  const isNew = isUntried && isHeld(store, picture) && !isDrawn(store, picture);
  const wanted = tapped || isNew || (isUntried && (asked === picture || isPending)) ? picture : null;

  const applyToItem = useEffectEvent((picture: string): Promise<void> | null => {
    if (
      tapped ||
      asked === picture ||
      isHeld(store, picture) ||
      item?.picture !== picture ||
      item.cutout !== null
    )
      return null;
    return applyCutoutLater(owner, { picture, itemIds: [item.id] }, requestCutout(store, picture));
  });
  const take = useEffectEvent(onCut);
  const finish = (picture: string, problem: Ended["problem"]) => {
    setEnded({ picture, cutout, problem });
    setLastTap(null);
  };
  const fail = useEffectEvent((picture: string) => finish(picture, "failed"));
  const end = useEffectEvent((picture: string, problem: CutoutProblem | null) => {
    if (problem !== null && problem !== "not-here" && isPending)
      void noteUncut(store, picture, false).catch(() => undefined);
    finish(picture, tapped && problem === "nothing" ? "nothing-there" : problem);
  });
  useEffect(() => {
    if (wanted === null) return undefined;
    const cut = requestCutout(store, wanted, tapped);
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
    follow().catch(() => isWanted && fail(wanted));
    return () => {
      isWanted = false;
      cut.leave();
    };
  }, [store, wanted, tapped]);

  const problem = ended?.picture === picture && ended.cutout === cutout ? ended.problem : null;
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
  const tap = (at: Tap | null) => setLastTap(at && picture ? { picture, at } : null);
  return { state: wanted === null ? (problem ?? "idle") : "running", ask, tapped, tap };
}
