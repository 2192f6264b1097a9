import { Button, type ButtonProps } from "@mantine/core";
import { useRef } from "react";

type FileButtonProps = Pick<
  ButtonProps,
  "children" | "disabled" | "leftSection" | "variant" | "classNames"
> & {
  label: string;
  accept: string;
  onFile: (file: File) => void;
};

export function FileButton({ label, accept, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onFile(file);
    // The owner can then choose the same file again.
    if (input.current) input.current.value = "";
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        aria-label={label}
        onChange={({ currentTarget }) => choose(currentTarget.files)}
      />
      <Button variant="default" {...button} onClick={() => input.current?.click()} />
    </>
  );
}
