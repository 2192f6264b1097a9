import { Modal } from "@mantine/core";
import type { ShelfRow } from "@shelv/contract/shelf";
import { shelfFormWords } from "#words/shelves";
import { ShelfForm } from "./shelf-form";

/** Makes a new shelf, or changes one. */
export const ShelfDialog = ({ isOpen, shelf, onClose }: { isOpen: boolean; shelf: ShelfRow | null; onClose: () => void }) => (
  <Modal
    opened={isOpen}
    onClose={onClose}
    title={shelf ? shelfFormWords.editTitle : shelfFormWords.createTitle}
  >
    <ShelfForm shelf={shelf} onClose={onClose} />
  </Modal>
);
