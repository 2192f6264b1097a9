import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import styles from "./icon-button.module.css";

/** Not Mantine's: a list has two per row, and a search renders every row at each keystroke. */
export const IconButton = ({ className, ...rest }: ComponentProps<"button">) => (
  <button type="button" {...rest} className={iconClass(className)} />
);

const IconAnchor = ({ className, children, ...rest }: ComponentProps<"a">) => (
  <a {...rest} className={iconClass(className)}>
    {children}
  </a>
);

export const LinkIcon = createLink(IconAnchor);

const iconClass = (className: string | undefined) =>
  className ? `${styles["icon"]} ${className}` : styles["icon"];
