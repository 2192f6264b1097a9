import "@mantine/core/styles/Tooltip.layer.css";
import { Button, Tooltip } from "@mantine/core";
import { authRoutes } from "@shelv/contract/routes/auth";
import { PROVIDER_NAMES, type ProviderName } from "@shelv/contract/sign-in";
import { IconBrandAppleFilled, IconBrandGoogleFilled } from "@tabler/icons-react";
import { useId, useEffect, useState } from "react";
import { pathWith } from "#api/path-with";
import { signInWords } from "#words/screens/sign-in";
import styles from "./sign-in-page.module.css";
import { type AnswerOf, call } from "#api/call";

const words = signInWords.email;
const PROVIDERS = {
  google: { name: "Google", Icon: IconBrandGoogleFilled },
  apple: { name: "Apple", Icon: IconBrandAppleFilled },
};

type Carried = { username?: string | undefined; next?: string | undefined };

export function ProviderButtons(carried: Carried) {
  const providers = useProviders();
  const setUp = PROVIDER_NAMES.filter((name) => providers?.[name]);
  const others = PROVIDER_NAMES.filter((name) => !providers?.[name]);
  return (
    <div className={styles["providers"]}>
      {setUp.length > 0 && <p className={styles["or"]}>{words.or}</p>}
      {setUp.map((name) => (
        <ProviderLink key={name} name={name} {...carried} />
      ))}
      {others.length > 0 && (
        <div className={styles["off"]}>
          {others.map((name) => (
            <UnavailableButton
              key={name}
              name={name}
              why={providers === null ? words.providerUnknown : words.providerOff}
            />
          ))}
        </div>
      )}
      {providers !== null && setUp.length === 0 && (
        <p className={styles["or"]} aria-hidden="true">
          {words.noneSetUp}
        </p>
      )}
    </div>
  );
}

function ProviderLink({ name, username, next }: Carried & { name: ProviderName }) {
  const carried = Object.entries({ username, next }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const query = carried.length > 0 ? `?${new URLSearchParams(carried).toString()}` : "";
  return (
    <Button
      component="a"
      href={pathWith(authRoutes.startSocial.path, { provider: name }) + query}
      variant="default"
      fullWidth
      leftSection={<Mark name={name} />}
    >
      {words[name]}
    </Button>
  );
}

/** A `disabled` button cannot be focused or hovered, and would hide its reason. */
function UnavailableButton({ name, why }: { name: ProviderName; why: string }) {
  const reason = useId();
  return (
    <Tooltip label={why} events={{ hover: true, focus: true, touch: true }}>
      <Button
        variant="subtle"
        data-disabled
        aria-disabled
        aria-label={words[name]}
        aria-describedby={reason}
        leftSection={<Mark name={name} />}
      >
        {PROVIDERS[name].name}
        <span id={reason} hidden>
          {why}
        </span>
      </Button>
    </Tooltip>
  );
}

function Mark({ name }: { name: ProviderName }) {
  const { Icon } = PROVIDERS[name];
  return <Icon size={20} aria-hidden="true" />;
}

function useProviders(): AnswerOf<typeof authRoutes.providers> | null {
  const [providers, setProviders] = useState<AnswerOf<typeof authRoutes.providers> | null>(null);
  useEffect(() => {
    const isOver = new AbortController();
    const { signal } = isOver;
    const ask = () =>
      void call(authRoutes.providers, { signal }).then(
        (answer) => {
          if (signal.aborted) return;
          isOver.abort();
          setProviders(answer);
        },
        () => undefined,
      );
    // The network may be back before the browser aborts the first call.
    addEventListener("online", ask, { signal });
    ask();
    return () => isOver.abort();
  }, []);
  return providers;
}
