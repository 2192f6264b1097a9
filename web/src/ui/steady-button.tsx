import { Button, type ButtonProps, Loader } from "@mantine/core";
import type { ComponentProps } from "react";

export type SteadyButtonProps = Omit<ButtonProps, "disabled" | "loading"> &
  Pick<ComponentProps<"button">, "children" | "type"> & {
    /** There is nothing to do, or it is being done. */
    isOff?: boolean;
    /** It turns while it is being done; else the words say so. */
    isTurning?: boolean;
    onClick?: () => void;
  };

/**
 * One that is off keeps the focus: a disabled button loses it to nothing, and whoever works with the keyboard would begin again at the
 * page's first link. A click on it does nothing.
 */
export function SteadyButton({
  isOff = false,
  isTurning = false,
  leftSection,
  onClick,
  children,
  ...rest
}: SteadyButtonProps) {
  const doesNothing = isOff || isTurning;
  return (
    <Button
      {...rest}
      {...(doesNothing ? { "aria-disabled": true, "data-disabled": true } : {})}
      leftSection={isTurning ? <Loader size={18} color="currentColor" aria-hidden="true" /> : leftSection}
      onClick={(event) => (doesNothing ? event.preventDefault() : onClick?.())}
    >
      {children}
    </Button>
  );
}
