import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { shelvesWords } from "#words/screens/shelves";
import styles from "./new-shelf-button.module.css";
import { NEW_SHELF } from "./shelf-dialog";

export const NewShelfButton = () => (
  <Button leftSection={<IconPlus size={20} />} onClick={useOpenNewShelf()}>
    {shelvesWords.new}
  </Button>
);

/** The place of the first shelf. */
export const NewShelfPlace = () => (
  <button type="button" className={styles["place"]} onClick={useOpenNewShelf()}>
    <IconPlus size={28} aria-hidden="true" />
    {shelvesWords.new}
  </button>
);

function useOpenNewShelf(): () => void {
  const navigate = useNavigate();
  return () => void navigate({ to: ".", search: { shelf: NEW_SHELF }, resetScroll: false });
}
