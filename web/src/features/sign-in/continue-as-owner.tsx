import { useState } from "react";
import { hintedOwner } from "#accounts/account-hint";
import { signInWords } from "#words/sign-in";
import { nextPath } from "./next-path";
import styles from "./sign-in-page.module.css";

const words = signInWords.email;

/** A link back for an owner who is signed in already, also offline. The form stays: the session may have ended, or another account is wanted. */
export function ContinueAsOwner({ next }: { next: string | undefined }) {
  const [owner] = useState(hintedOwner);
  if (owner === null) return null;
  return (
    <p className={styles["here"]}>
      <a href={nextPath(next) ?? "/dashboard"}>{words.continueAs(owner)}</a>
    </p>
  );
}
