import { IconArrowLeft } from "@tabler/icons-react";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import styles from "./back-link.module.css";

export const BackLink = createLink(({ children, ...rest }: ComponentProps<"a">) => (
  <a {...rest} className={styles["back"]}>
    <IconArrowLeft size={18} aria-hidden="true" />
    {children}
  </a>
));
