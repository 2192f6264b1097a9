import { profileFields } from "@shelv/contract/profile";
import * as v from "valibot";
import { mutator } from "./mutator.ts";
import { patchArgs, patched } from "./patch.ts";
import { singleIn } from "./single.ts";

export const updateProfile = mutator({
  v: 3,
  args: v.object(patchArgs(profileFields)),
  upgrade: { 1: (args) => args },
  reads: () => [["singles", "profile"]],
  pictures: ({ patch }) => (patch.picture ? [patch.picture] : []),
  saw: ({ was, unseen }) => ({ table: "singles", id: "profile", was, unseen }),
  run: (tx, { patch }) => tx.put("singles", patched(singleIn(tx, "profile"), patch)),
});
