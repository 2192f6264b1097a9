import { Button, type ButtonProps, Loader } from "@mantine/core";
import type { ComponentProps } from "react";

type SubmitButtonProps = Omit<ButtonProps, "disabled" | "loading"> & Pick<ComponentProps<"button">, "children"> & {
  /** There is nothing to send, or it is being sent. */
  isOff?: boolean;
  /** It turns while it is being sent; else the words say so. */
  isTurning?: boolean;
};

/**
 * Sends its form. One that is off keeps the focus: a disabled button loses it to nothing, and whoever works with the keyboard would
 * begin again at the page's first link. A click on it, which is also what Enter in a field does, sends nothing.
 */
export function SubmitButton({ isOff = false, isTurning = false, children, ...rest }: SubmitButtonProps) {
  const sendsNothing = isOff || isTurning;
  return (
    <Button
      {...rest}
      {...(sendsNothing ? { "aria-disabled": true, "data-disabled": true } : {})}
      type="submit"
      leftSection={isTurning && <Loader size={18} color="currentColor" aria-hidden="true" />}
      onClick={(event) => sendsNothing && event.preventDefault()}
    >
      {children}
    </Button>
  );
}
