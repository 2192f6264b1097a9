import { type ItemFields } from "@shelv/contract/item";
import { originalPath } from "@shelv/contract/picture";
import { useEffect, useEffectEvent, useState } from "react";
import type { CutoutProblem } from "#images/cutout-answer";
import { removeBackground } from "#images/remove-background";
import type { LocalStore } from "#local-store/local-store";
import { holdPicture, isHeld, localPicture } from "#outbox/pictures";
import { useOwner } from "#sync/owner-context.tsx";
import { backgroundModel } from "./background-model";

export type ItemPicture = Pick<ItemFields, "picture" | "cutout" | "showsCutout">;

/** `idle`: nobody asked, or there is one. */
export type CutoutState = "idle" | "running" | CutoutProblem;

/**
 * Cuts out what was chosen just now, and any other picture when asked to. What is not on this device is asked for
 * again when the network is back. Another picture, or none, or the end of the form ends it: then nothing comes of it.
 */
export function useCutout({ picture, cutout }: ItemPicture, onCut: (cut: ItemPicture) => void): { state: CutoutState; ask: () => void } {
  const { store } = useOwner();
  const [asked, setAsked] = useState<string | null>(null);
  const [ended, setEnded] = useState<{ picture: string; problem: CutoutProblem | null } | null>(null);
  const isUntried = picture !== null && cutout === null && ended?.picture !== picture;
  const wanted = isUntried && (asked === picture || isHeld(store, picture)) ? picture : null;

  const end = useEffectEvent((picture: string, made: Made) => {
    if (!made.problem) onCut({ picture, cutout: made.cutout, showsCutout: made.showsCutout });
    setEnded({ picture, problem: made.problem });
  });
  useEffect(() => {
    if (wanted === null) return undefined;
    const controller = new AbortController();
    void cutoutOf(store, wanted, controller.signal).catch((): Made => ({ problem: "failed" })).then((made) => {
      if (made && !controller.signal.aborted) end(wanted, made);
    });
    return () => controller.abort();
  }, [store, wanted]);

  const problem = ended?.picture === picture && cutout === null ? ended.problem : null;
  const ask = () => {
    setEnded(null);
    setAsked(picture);
  };
  const askAgain = useEffectEvent(ask);
  useEffect(() => {
    if (problem !== "not-here") return undefined;
    const listening = new AbortController();
    addEventListener("online", () => askAgain(), { once: true, signal: listening.signal });
    return () => listening.abort();
  }, [problem]);
  return { state: wanted === null ? (problem ?? "idle") : "running", ask };
}

type Made = { problem: CutoutProblem } | { problem: null; cutout: string; showsCutout: boolean };

/** Null where it was given up. */
async function cutoutOf(store: LocalStore, sha256: string, givingUp: AbortSignal): Promise<Made | null> {
  const whole = (await localPicture(store, sha256)) ?? (await pictureOnServer(sha256, givingUp));
  if (!whole) return { problem: "not-here" };
  const made = await removeBackground({ ...whole, model: await backgroundModel(store, givingUp) }, givingUp);
  if (!made || "problem" in made) return made;
  return { problem: null, cutout: await holdPicture(store, made.bytes, made.type), showsCutout: made.isGood };
}

async function pictureOnServer(sha256: string, signal: AbortSignal) {
  const response = await fetch(originalPath(sha256), { signal }).catch(() => null);
  return response?.ok ? { bytes: await response.arrayBuffer(), type: "image/webp" } : null;
}
