import { AriaDisabledButton, type AriaDisabledButtonProps } from "./aria-disabled-button";

/** While it is off, neither a click nor Enter in a field submits. */
export const SubmitButton = (props: Omit<AriaDisabledButtonProps, "type" | "onClick">) => (
  <AriaDisabledButton {...props} type="submit" />
);
