import { TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { type DomainAnswer, type DomainRecord, DOMAINS_MAX } from "@shelv/contract/rows/domain";
import { planAt, PLANS } from "@shelv/contract/rows/plan";
import { domainRoutes } from "@shelv/contract/routes/domains";
import { useState, useEffect } from "react";
import { DraftBar } from "#domain/drafts/draft-bar.tsx";
import { useFormDraft } from "#domain/drafts/use-form-draft";
import { useOnline } from "#platform/react/use-online";
import { useOwner } from "#session/owner-context.tsx";
import { AriaDisabledButton } from "#ui/buttons/aria-disabled-button.tsx";
import { CopiedText } from "#ui/buttons/copied-text.tsx";
import { SubmitButton } from "#ui/buttons/submit-button.tsx";
import { focusNeighbour } from "#ui/dialogs/focus-neighbour";
import { showError } from "#ui/feedback/toast";
import { focusFirstError } from "#ui/forms/form-focus";
import { domainWords as words } from "#words/screens/domains";
import { errorWords } from "#words/errors";
import { PlansLink } from "#domain/account/plans-link.tsx";
import { ActionLine, FoldedLine } from "#features/account/lines.tsx";
import styles from "./domain-section.module.css";
import { domainSentence } from "./domain-sentence";
import { type Domains, storeDomains, knownDomains } from "./known-domains";
import { useAccountNow } from "#features/account/use-account-now";
import { useLiveQuery } from "#local-store/use-live-query";

export function DomainSection() {
  const { readStore, call } = useOwner();
  const account = useAccountNow();
  const plan = account && planAt(account.account, account.now);
  const known = useDomains();
  const online = useOnline();
  const [isBusy, setBusy] = useState(false);
  if (known === undefined || known?.isOffered === false || (known === null && online)) return null;
  // The device knows a plan just chosen before the server; only the server knows a plan given to all
  // accounts.
  const isInPlan = known?.isInPlan || (plan !== undefined && PLANS[plan].hasCustomDomain);
  const ask = async (asked: Promise<Domains>) => {
    setBusy(true);
    try {
      const domains = await asked;
      await readStore((store) => storeDomains(store, domains));
    } finally {
      setBusy(false);
    }
  };
  const orSay = (asking: Promise<void>) =>
    void asking.catch((error: unknown) => showError(errorWords(error), words.failed));
  const add = (name: string) => ask(call(domainRoutes.add, { body: { name } }));
  const remove = async (name: string) => {
    const neighbour = focusNeighbour();
    await ask(call(domainRoutes.remove, { params: { name } }));
    neighbour.focus();
  };
  if (known === null) return <ActionLine heading={words.heading} text={words.offline} />;
  if (!isInPlan && known.domains.length === 0)
    return (
      <ActionLine heading={words.heading} text={words.needsPremium}>
        <PlansLink variant="default" />
      </ActionLine>
    );
  return (
    <FoldedLine
      heading={words.heading}
      text={
        <>
          {isInPlan ? words.lead : words.needsPremium}
          {known.domains.filter(isUnverified).map((domain) => (
            <span key={domain.name} className={styles["unverified"]}>
              {domain.shownName} <StateMark domain={domain} />
            </span>
          ))}
        </>
      }
    >
      {!online && <p>{words.lastKnown}</p>}
      {known.domains.length > 0 && (
        <ul role="list" className={styles["domains"]}>
          {known.domains.map((domain) => (
            <DomainCard
              key={domain.name}
              domain={domain}
              isBusy={isBusy || !online}
              onCheck={() => orSay(add(domain.name))}
              onRemove={() => orSay(remove(domain.name))}
            />
          ))}
        </ul>
      )}
      {isInPlan && known.domains.length < DOMAINS_MAX && <AddForm add={add} isBusy={isBusy || !online} />}
    </FoldedLine>
  );
}

function AddForm({ add, isBusy }: { add: (name: string) => Promise<void>; isBusy: boolean }) {
  const form = useForm({
    initialValues: { name: "" },
    validate: schemaResolver(domainRoutes.add.body, { sync: true }),
  });
  const typed = useFormDraft("domain", form);
  const submit = async ({ name }: { name: string }) => {
    try {
      await add(name);
      form.reset();
    } catch (error) {
      const message = errorWords(error, words.failed);
      form.setFieldError("name", message);
      focusFirstError(form)({ name: message });
    }
  };
  return (
    <form noValidate className={styles["form"]} onSubmit={form.onSubmit(submit, focusFirstError(form))}>
      <DraftBar draft={typed} />
      <TextInput
        {...form.getInputProps("name")}
        className={styles["field"] ?? ""}
        label={words.name}
        placeholder={words.placeholder}
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <SubmitButton isOff={isBusy}>{words.add}</SubmitButton>
    </form>
  );
}

type Props = { domain: DomainAnswer; isBusy: boolean; onCheck: () => void; onRemove: () => void };

const DomainCard = ({ domain, isBusy, onCheck, onRemove }: Props) => (
  <li className={styles["domain"]}>
    <div className={styles["head"]}>
      <h3 className={styles["name"]}>
        {domain.state === "verified" ? (
          <a href={addressAt(domain.name)} target="_blank" rel="noopener">
            {domain.shownName}
          </a>
        ) : (
          domain.shownName
        )}
      </h3>
      <StateMark domain={domain} />
    </div>
    <output className={styles["sentence"]}>{domainSentence(domain)}</output>
    {isUnverified(domain) && (
      <>
        <p>{words.records}</p>
        <DomainRecords records={domain.records} />
      </>
    )}
    <div className={styles["buttons"]}>
      {isUnverified(domain) && (
        <AriaDisabledButton
          variant="default"
          isOff={isBusy}
          onClick={onCheck}
          aria-label={words.checkWhich(domain.shownName)}
        >
          {words.check}
        </AriaDisabledButton>
      )}
      <AriaDisabledButton
        variant="outline"
        color="brick"
        isOff={isBusy}
        onClick={onRemove}
        aria-label={words.removeWhich(domain.shownName)}
      >
        {words.remove}
      </AriaDisabledButton>
    </div>
  </li>
);

const isUnverified = ({ state }: DomainAnswer) => state !== "verified";

const StateMark = ({ domain: { state } }: { domain: DomainAnswer }) => (
  <span className={styles["state"]} data-state={state}>
    {words.states[state]}
  </span>
);

const addressAt = (name: string) => `${location.protocol}//${name}${location.port && `:${location.port}`}/`;

const DomainRecords = ({ records }: { records: DomainRecord[] }) => (
  <ul role="list" className={styles["records"]}>
    {records.map(({ type, name, value }) => (
      <li key={`${type} ${value}`}>
        <dl className={styles["record"]}>
          <dt>{words.type}</dt>
          <dd>{type}</dd>
          <dt>{words.recordName}</dt>
          <dd>
            <CopiedText text={name} label={words.copyName(type)} />
          </dd>
          <dt>{words.value}</dt>
          <dd>
            <CopiedText text={value} label={words.copyValue(type)} />
          </dd>
        </dl>
      </li>
    ))}
  </ul>
);

const CHECK_EVERY_MS = { moving: 15_000, still: 60_000 };

function useDomains(): Domains | null | undefined {
  const { readStore, call } = useOwner();
  const online = useOnline();
  const known = useLiveQuery(knownDomains);
  const isMoving = known?.domains.some(isUnverified) ?? true;
  useEffect(() => {
    if (!online) return undefined;
    const check = () => {
      if (!document.hidden)
        call(domainRoutes.list)
          .then((domains) => readStore((store) => storeDomains(store, domains)))
          .catch(() => undefined);
    };
    check();
    const timer = setInterval(check, CHECK_EVERY_MS[isMoving ? "moving" : "still"]);
    document.addEventListener("visibilitychange", check);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", check);
    };
  }, [readStore, call, online, isMoving]);
  return known;
}
