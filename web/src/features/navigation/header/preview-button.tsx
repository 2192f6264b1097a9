import { Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { navigationWords } from "#words/screens/navigation";
import styles from "./screen.module.css";
import { usePreview } from "./use-preview";

export function PreviewButton() {
  const { href, isSending, onClick } = usePreview();
  return (
    <Button
      component="a"
      href={href}
      variant="light"
      className={styles["button"] ?? ""}
      loading={isSending}
      leftSection={<IconEye size={18} />}
      onClick={onClick}
    >
      <span className={styles["buttonText"]}>{navigationWords.preview}</span>
    </Button>
  );
}
