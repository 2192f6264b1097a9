import { Button } from "@mantine/core";
import { IconBooks, IconExternalLink, IconLayoutDashboard, IconLink } from "@tabler/icons-react";
import { useOwner } from "#session/owner-context.tsx";
import { LinkButton } from "#ui/buttons/link-button.tsx";
import { accountWords } from "#words/screens/account";
import styles from "./links-tab.module.css";

const words = accountWords.links;
const QUICK = { variant: "default", justify: "flex-start", size: "lg" } as const;

export function LinksTab() {
  const { username } = useOwner().account;
  return (
    <div className={styles["links"]}>
      <LinkButton to="/shelves" {...QUICK} leftSection={<IconBooks size={20} />}>
        {words.shelves}
      </LinkButton>
      <LinkButton to="/items" {...QUICK} leftSection={<IconLink size={20} />}>
        {words.items}
      </LinkButton>
      <LinkButton to="/dashboard" {...QUICK} leftSection={<IconLayoutDashboard size={20} />}>
        {words.dashboard}
      </LinkButton>
      <Button
        component="a"
        href={`/${username}`}
        target="_blank"
        rel="noopener"
        {...QUICK}
        leftSection={<IconExternalLink size={20} />}
      >
        {words.page}
        <span className="visually-hidden"> ({words.newTab})</span>
      </Button>
    </div>
  );
}
