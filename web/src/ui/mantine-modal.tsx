/** In a file of its own, so that it is a bundle of its own (modal.tsx). */
import { Modal, type ModalProps } from "@mantine/core";
import { useOpened } from "./use-opened";

export const MantineModal = (props: ModalProps) => <Modal {...props} opened={useOpened(props.opened)} />;
