import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import styles from "./icon-button.module.css";

/** A button that is only an icon. Plain: a list has two for each row, and each row is drawn anew at every keystroke of a search. */
export const IconButton = ({ className, ...rest }: ComponentProps<"button">) => (
  <button type="button" {...rest} className={looking(className)} />
);

/** A link that looks the same. Plain, too: the router's own think anew at every change of the address. */
export const IconAnchor = ({ className, children, ...rest }: ComponentProps<"a">) => (
  <a {...rest} className={looking(className)}>
    {children}
  </a>
);

/** One of the router's, which fetches ahead what it leads to. */
export const LinkIcon = createLink(IconAnchor);

const looking = (className: string | undefined) =>
  className ? `${styles["icon"]} ${className}` : styles["icon"];
