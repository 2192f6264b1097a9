import { Button } from "@mantine/core";
import { USERNAME_MAX_LENGTH } from "@shelv/contract/username";
import { useNavigate } from "@tanstack/react-router";
import { type RefObject, useState } from "react";
import { useAvailability } from "#api/use-availability";
import { UsernameMark } from "#ui/username-mark.tsx";
import { landingWords } from "#words/landing";
import styles from "./claim-box.module.css";

type ClaimBoxProps = { fieldRef: RefObject<HTMLInputElement | null>; isHighlighted: boolean };

export function ClaimBox({ fieldRef, isHighlighted }: ClaimBoxProps) {
  const [typed, setTyped] = useState("");
  const availability = useAvailability(typed);
  const navigate = useNavigate();
  const username = typed.trim();

  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        void navigate({ to: "/login", search: username === "" ? {} : { username } });
      }}
    >
      <div className={styles["field"]} data-highlighted={isHighlighted || undefined}>
        <span className={styles["host"]} aria-hidden="true">{location.host}/</span>
        <input
          ref={fieldRef}
          className={styles["input"]}
          aria-label={landingWords.claimLabel}
          name="username"
          placeholder={landingWords.claimPlaceholder}
          value={typed}
          maxLength={USERNAME_MAX_LENGTH}
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <span className={styles["mark"]}><UsernameMark name={username} availability={availability} /></span>
      </div>
      <Button type="submit" className={styles["submit"]}>{landingWords.claim}</Button>
    </form>
  );
}
