import { IconArrowLeft } from "@tabler/icons-react";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import styles from "./back-link.module.css";

type BackLinkProps = Omit<ComponentProps<"a">, "children"> & { children: string };

/** An arrow beside a screen's title; its text is read aloud and shown on hover. */
export const BackLink = createLink(({ children, ...rest }: BackLinkProps) => (
  <a {...rest} className={styles["back"]} aria-label={children} title={children}>
    <IconArrowLeft size={22} aria-hidden="true" />
  </a>
));
