import { Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

type Anchor = Omit<ComponentProps<"a">, "color" | "style">;

export const LinkButton = createLink((props: ButtonProps & Anchor) => <Button component="a" {...props} />);
