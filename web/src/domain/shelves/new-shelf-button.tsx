import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { shelvesWords } from "#words/screens/shelves";
import { NEW_SHELF } from "./shelf-dialog";

export function NewShelfButton() {
  const navigate = useNavigate();
  const open = () => void navigate({ to: ".", search: { shelf: NEW_SHELF }, resetScroll: false });
  return (
    <Button leftSection={<IconPlus size={20} />} onClick={open}>
      {shelvesWords.new}
    </Button>
  );
}
