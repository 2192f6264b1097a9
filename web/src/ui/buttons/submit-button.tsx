import { AriaDisabledButton, type AriaDisabledButtonProps } from "./aria-disabled-button";

export const SubmitButton = (props: Omit<AriaDisabledButtonProps, "type" | "onClick">) => (
  <AriaDisabledButton {...props} type="submit" />
);
