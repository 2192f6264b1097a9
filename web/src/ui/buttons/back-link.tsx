import { IconArrowLeft } from "@tabler/icons-react";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import styles from "./back-link.module.css";

/** `isShort`: on small screens only the arrow, beside a heading. */
type BackLinkProps = ComponentProps<"a"> & { isShort?: boolean };

export const BackLink = createLink(({ children, isShort, ...rest }: BackLinkProps) => (
  <a {...rest} className={styles["back"]} data-short={isShort || undefined}>
    <IconArrowLeft size={18} aria-hidden="true" />
    <span>{children}</span>
  </a>
));
