import { ActionIcon, type ActionIconProps, Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

type Anchor = Omit<ComponentProps<"a">, "color" | "style">;

/** Links of the app that look like buttons. */
export const LinkButton = createLink((props: ButtonProps & Anchor) => <Button component="a" {...props} />);
export const LinkIcon = createLink((props: ActionIconProps & Anchor) => <ActionIcon component="a" {...props} />);
