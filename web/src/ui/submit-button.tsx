import { SteadyButton, type SteadyButtonProps } from "./steady-button";

/** Sends its form. A click on one that is off, which is also what Enter in a field does, sends nothing. */
export const SubmitButton = (props: Omit<SteadyButtonProps, "type" | "onClick">) => (
  <SteadyButton {...props} type="submit" />
);
