import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { startTransition, useState } from "react";
import { itemsScreenWords as words } from "#words/items";
import styles from "./items-toolbar.module.css";

/** A letter is painted before anything is searched: the box alone knows what is typed, and whoever searches is told when there is time. */
export function SearchBox({ onAsk }: { onAsk: (query: string) => void }) {
  const [typed, setTyped] = useState("");
  const type = (text: string) => {
    setTyped(text);
    startTransition(() => onAsk(text));
  };
  return (
    <TextInput
      aria-label={words.search}
      className={styles["search"] ?? ""}
      type="search"
      placeholder={words.search}
      leftSection={<IconSearch size={18} aria-hidden="true" />}
      rightSection={typed === "" ? null : <CloseButton size={40} aria-label={words.clear} onClick={() => type("")} />}
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  );
}
