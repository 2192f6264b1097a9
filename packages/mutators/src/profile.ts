import { profile } from "@shelv/contract/profile";
import * as v from "valibot";
import { mutator } from "./mutator.ts";
import { patchArgs, patched } from "./patch.ts";

const EMPTY_PROFILE = { id: "profile", displayName: "", bio: "", picture: null } as const;

export const updateProfile = mutator({
  v: 1,
  args: v.object(patchArgs(profile)),
  reads: () => [["singles", "profile"]],
  pictures: ({ patch }) => (patch.picture ? [patch.picture] : []),
  run(tx, { patch }) {
    const row = tx.get("singles", "profile");
    tx.put("singles", patched(row?.id === "profile" ? row : EMPTY_PROFILE, patch));
  },
});
