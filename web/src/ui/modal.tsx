import type { ModalProps } from "@mantine/core";
import { useState } from "react";
import { later } from "./later";

const MantineModal = later<ModalProps>(async () => (await import("./mantine-modal")).MantineModal);

/** Mantine's dialog, which is there from when it is first opened. */
export function Modal(props: ModalProps) {
  const [wasOpened, setOpened] = useState(props.opened);
  if (props.opened && !wasOpened) setOpened(true);
  return wasOpened ? <MantineModal {...props} /> : null;
}
