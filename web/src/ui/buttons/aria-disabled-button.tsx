import { Button, type ButtonProps, Loader } from "@mantine/core";
import type { ComponentProps } from "react";

export type AriaDisabledButtonProps = Omit<ButtonProps, "disabled" | "loading"> &
  Pick<ComponentProps<"button">, "children" | "type"> & {
    /** There is nothing to do, or it is being done: `aria-disabled`. */
    isOff?: boolean;
    /** Shows a spinner while the work runs; else the text says so. */
    isLoading?: boolean;
    onClick?: () => void;
  };

/**
 * A button that keeps the focus while it is off: a disabled button loses it, and a keyboard user would start again at the page's
 * first link. A click on it does nothing.
 */
export function AriaDisabledButton({
  isOff = false,
  isLoading = false,
  leftSection,
  onClick,
  children,
  ...rest
}: AriaDisabledButtonProps) {
  const doesNothing = isOff || isLoading;
  return (
    <Button
      {...rest}
      {...(doesNothing ? { "aria-disabled": true, "data-disabled": true } : {})}
      leftSection={isLoading ? <Loader size={18} color="currentColor" aria-hidden="true" /> : leftSection}
      onClick={(event) => (doesNothing ? event.preventDefault() : onClick?.())}
    >
      {children}
    </Button>
  );
}
