import { Button, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { CAPTURE_TOKENS_MAX } from "@shelv/contract/limits/account-limits";
import { type CaptureTokenAnswer, captureRoutes } from "@shelv/contract/routes/capture";
import { useEffect, useRef, useState } from "react";
import { useNow } from "#platform/react/use-now";
import { useOnline } from "#platform/react/use-online";
import { useOwner } from "#session/owner-context.tsx";
import { AriaDisabledButton } from "#ui/buttons/aria-disabled-button.tsx";
import { CopiedText } from "#ui/buttons/copied-text.tsx";
import { SubmitButton } from "#ui/buttons/submit-button.tsx";
import { ConfirmDialog } from "#ui/dialogs/confirm-dialog.tsx";
import { showError, showToast } from "#ui/feedback/toast";
import { useDirtyForm } from "#ui/forms/dirty-forms";
import { focusFirstError } from "#ui/forms/form-focus";
import { usePending } from "#ui/forms/use-pending";
import { errorWords } from "#words/errors";
import { relativeTime } from "#words/format/relative-time";
import { captureWords } from "#words/links/capture";
import styles from "./capture-page.module.css";

const words = captureWords.tokens;
const MINUTE_MS = 60_000;

type Made = { name: string; token: string };

/** Made and revoked online only. `onMade` gets the token, which no later answer shows. */
export function CaptureTokens({ onMade }: { onMade: (token: string) => void }) {
  const { call } = useOwner();
  const online = useOnline();
  const { tokens, setTokens, hasFailed } = useTokens(online);
  const [made, setMade] = useState<Made | null>(null);
  const create = async (name: string) => {
    const { token, ...listed } = await call(captureRoutes.createToken, { body: { name } });
    setTokens([listed, ...(tokens ?? [])]);
    setMade({ name: listed.name, token });
    onMade(token);
  };
  const revoke = async ({ id }: CaptureTokenAnswer) => {
    try {
      await call(captureRoutes.deleteToken, { params: { id } });
      setTokens((tokens ?? []).filter((token) => token.id !== id));
      showToast({ title: words.revoked });
    } catch (error) {
      showError(errorWords(error), words.revokeFailed);
    }
  };
  const isFull = (tokens?.length ?? 0) >= CAPTURE_TOKENS_MAX;
  return (
    <section className={styles["section"]} aria-labelledby="tokens-heading">
      <h2 id="tokens-heading" className={styles["heading"]}>
        {words.heading}
      </h2>
      <p className={styles["text"]}>{words.text}</p>
      {!online && <p className={styles["text"]}>{words.offline}</p>}
      {online && hasFailed && <p className={styles["text"]}>{words.loadFailed}</p>}
      {isFull ? (
        <p className={styles["text"]}>{words.full(CAPTURE_TOKENS_MAX)}</p>
      ) : (
        <TokenForm isOff={!online} onCreate={create} />
      )}
      {made && <MadeToken key={made.token} {...made} onDone={() => setMade(null)} />}
      {tokens && tokens.length > 0 && <TokenList tokens={tokens} isOff={!online} onRevoke={revoke} />}
    </section>
  );
}

function useTokens(online: boolean) {
  const { call } = useOwner();
  const [tokens, setTokens] = useState<readonly CaptureTokenAnswer[]>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!online) return undefined;
    const stop = new AbortController();
    call(captureRoutes.listTokens, { signal: stop.signal }).then(
      (answer) => {
        setTokens(answer.tokens);
        setFailed(false);
      },
      () => !stop.signal.aborted && setFailed(true),
    );
    return () => stop.abort();
  }, [call, online]);
  return { tokens, setTokens, hasFailed };
}

type TokenFormProps = { isOff: boolean; onCreate: (name: string) => Promise<void> };

function TokenForm({ isOff, onCreate }: TokenFormProps) {
  const form = useForm({
    initialValues: { name: "" },
    validate: schemaResolver(captureRoutes.createToken.body, { sync: true }),
  });
  useDirtyForm(form.isDirty);
  const { isPending, runOnce } = usePending();
  const submit = async ({ name }: { name: string }) => {
    try {
      await onCreate(name);
      form.reset();
    } catch (error) {
      form.setFieldError("name", errorWords(error, words.createFailed));
    }
    return false;
  };
  return (
    <form
      noValidate
      className={styles["form"]}
      onSubmit={form.onSubmit((values) => runOnce(() => submit(values)), focusFirstError(form))}
    >
      <TextInput
        {...form.getInputProps("name")}
        className={styles["field"] ?? ""}
        label={words.name}
        placeholder={words.namePlaceholder}
        autoComplete="off"
      />
      <SubmitButton isOff={isOff || isPending}>{isPending ? words.creating : words.create}</SubmitButton>
    </form>
  );
}

function MadeToken({ name, token, onDone }: Made & { onDone: () => void }) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <section ref={place} tabIndex={-1} aria-label={words.made(name)} className={styles["made"]}>
      <p>
        <b>{words.made(name)}</b>
      </p>
      <div className={styles["code"]}>
        <CopiedText text={token} label={captureWords.copy(words.theToken)} />
      </div>
      <p className={styles["text"]}>{words.once}</p>
      <Button variant="default" onClick={onDone}>
        {words.dismiss}
      </Button>
    </section>
  );
}

type TokenListProps = {
  tokens: readonly CaptureTokenAnswer[];
  isOff: boolean;
  onRevoke: (token: CaptureTokenAnswer) => Promise<void>;
};

function TokenList({ tokens, isOff, onRevoke }: TokenListProps) {
  const now = useNow(MINUTE_MS);
  const [revoking, setRevoking] = useState<CaptureTokenAnswer | null>(null);
  return (
    <>
      <ul role="list" aria-label={words.listLabel} className={styles["tokens"]}>
        {tokens.map((token) => (
          <li key={token.id} className={styles["token"]}>
            <span className={styles["words"]}>
              <b dir="auto">{token.name}</b>
              <span className={styles["text"]}>
                {words.created(relativeTime(Date.parse(token.createdAt), now))}
                {" · "}
                {token.lastUsedAt === null
                  ? words.unused
                  : words.used(relativeTime(Date.parse(token.lastUsedAt), now))}
              </span>
            </span>
            <AriaDisabledButton
              variant="subtle"
              color="brick"
              isOff={isOff}
              aria-label={words.revokeWhich(token.name)}
              onClick={() => setRevoking(token)}
            >
              {words.revoke}
            </AriaDisabledButton>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={revoking !== null}
        title={words.revokeTitle}
        text={words.revokeText(revoking?.name ?? "")}
        confirm={words.revoke}
        onConfirm={() => {
          if (revoking) void onRevoke(revoking);
          setRevoking(null);
        }}
        onClose={() => setRevoking(null)}
      />
    </>
  );
}
