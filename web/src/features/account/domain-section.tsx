import { TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { DOMAINS_MAX } from "@shelv/contract/domain";
import { planAt, PLANS } from "@shelv/contract/plan";
import { domainRoutes } from "@shelv/contract/routes/domains";
import { useState } from "react";
import { useOwner } from "#sync/owner-context.tsx";
import { focusNeighbour } from "#ui/dialogs/focus-neighbour";
import { focusFirstError } from "#ui/forms/form-focus";
import { SubmitButton } from "#ui/buttons/submit-button.tsx";
import { showError } from "#ui/feedback/toast";
import { useOnline } from "#platform/use-online";
import { domainWords as words } from "#words/domains";
import { errorWords } from "#words/errors";
import { DraftBar } from "#domain/drafts/draft-bar.tsx";
import { useFormDraft } from "#domain/drafts/use-form-draft";
import forms from "./account-form.module.css";
import { useAccountNow } from "./use-account-now";
import { DomainCard } from "./domain-card";
import styles from "./domain-section.module.css";
import { type Domains, storeDomains } from "./known-domains";
import { useDomains } from "./use-domains";

/** Hidden if the server offers no custom domains. */
export function DomainSection() {
  const { handle, call } = useOwner();
  const account = useAccountNow();
  const plan = account && planAt(account.account, account.now);
  const known = useDomains();
  const online = useOnline();
  const [isBusy, setBusy] = useState(false);
  if (known === undefined || known?.isOffered === false || (known === null && online)) return null;
  // A plan just chosen is on this device before the server has it; a plan given to all accounts only the server knows.
  const isInPlan = known !== null && (known.isInPlan || (plan !== undefined && PLANS[plan].hasCustomDomain));
  const ask = async (asked: Promise<Domains>) => {
    setBusy(true);
    try {
      await storeDomains(await handle.loaded(), await asked);
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
  return (
    <section className={forms["section"]} aria-labelledby="domain-heading">
      <h2 id="domain-heading" className={forms["heading"]}>
        {words.heading}
      </h2>
      <p className={forms["text"]}>
        {known === null ? words.offline : isInPlan ? words.lead : words.needsPremium}
      </p>
      {known !== null && !online && <p className={forms["text"]}>{words.lastKnown}</p>}
      {known !== null && known.domains.length > 0 && (
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
    </section>
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
