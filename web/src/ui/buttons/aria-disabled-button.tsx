import { Button, type ButtonProps } from "@mantine/core";
import type { ComponentProps } from "react";
import { Spinner } from "#ui/feedback/spinner.tsx";

export type AriaDisabledButtonProps = Omit<ButtonProps, "disabled" | "loading"> &
  Pick<ComponentProps<"button">, "children" | "type" | "ref"> & {
    isOff?: boolean;
    isLoading?: boolean;
    onClick?: () => void;
  };

/** Keeps the focus while off: from a disabled button the keyboard would start again at the first link. */
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
      leftSection={isLoading ? <Spinner size={18} color="currentColor" /> : leftSection}
      onClick={(event) => (doesNothing ? event.preventDefault() : onClick?.())}
    >
      {children}
    </Button>
  );
}
