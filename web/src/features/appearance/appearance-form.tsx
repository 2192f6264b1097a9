import "#ui/theme/tabs.css";
import { Tabs } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import {
  type Appearance,
  TEMPLATE_PRESETS,
  type TemplateName,
  TEMPLATES,
} from "@shelv/contract/rows/appearance";
import type { PlanLimits } from "@shelv/contract/rows/plan";
import { patchBetween } from "@shelv/mutators/patch";
import type { PageData } from "@shelv/public-page/page-data";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import * as v from "valibot";
import { useOwner } from "#session/owner-context.tsx";
import { focusFirstError } from "#ui/forms/form-focus";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { ChoiceCards } from "#ui/forms/choice-cards.tsx";
import { SubmitButton } from "#ui/buttons/submit-button.tsx";
import { showError, showSuccess } from "#ui/feedback/toast";
import { settle } from "#ui/forms/use-form-sync";
import { appearanceWords as words } from "#words/screens/appearance";
import { errorWords } from "#words/errors";
import { failedWords } from "#words/failed";
import { ThemeThumbnail } from "#domain/page-preview/theme-thumbnail.tsx";
import { DraftBar } from "#domain/drafts/draft-bar.tsx";
import { useFormDraft } from "#domain/drafts/use-form-draft";
import { type AppearanceDraft, draftOf, draftSchema, lookOf, previewed } from "./appearance-draft";
import styles from "./appearance-form.module.css";
import { type AppearanceTab, AppearanceTabs, tabNamed } from "./appearance-tabs";

const PreviewedPage = lazyComponent(async () => (await import("./previewed-page")).PreviewedPage, {
  afterMs: 0,
  Fallback: () => <div className={styles["frame"]} />,
  Missing: ({ note }) => <div className={styles["frame"]}>{note}</div>,
});
const TAB_OF: Partial<Record<keyof AppearanceDraft, AppearanceTab>> = {
  primaryColor: "theme",
  customCss: "advanced",
};

type AppearanceFormProps = {
  tab: AppearanceTab;
  saved: Appearance;
  limits: PlanLimits;
  pageWith: (appearance: Appearance) => PageData;
};

export function AppearanceForm({ tab, saved, limits, pageWith }: AppearanceFormProps) {
  const owner = useOwner();
  const navigate = useNavigate({ from: "/appearance" });
  const show = (next: AppearanceTab) =>
    navigate({ search: { tab: next }, replace: true, resetScroll: false });
  const form = useForm<AppearanceDraft>({
    initialValues: draftOf(saved),
    validate: schemaResolver(draftSchema, { sync: true }),
  });
  const isDirty = form.isDirty();
  const typed = useFormDraft("appearance", form);
  useFollowing(saved, isDirty, (values) => {
    form.setInitialValues(values);
    form.setValues(values);
  });

  const submit = async (values: AppearanceDraft) => {
    try {
      const after = v.parse(draftSchema, values);
      const edit = patchBetween(draftOf(form.getInitialValues()), after);
      if (edit) await owner.mutate({ name: "appearance.update", args: edit });
      settle(form, values, after);
      showSuccess(words.saved);
    } catch (error) {
      showError(failedWords["appearance.update"](errorWords(error)));
    }
  };

  const choose = (template: TemplateName) => {
    for (const [field, value] of Object.entries(lookOf(template)))
      form.setFieldValue(field as keyof AppearanceDraft, value);
  };
  const [color, setColor] = useState(saved.primaryColor);
  const look = previewed(color, form.values);
  if (look.primaryColor !== color) setColor(look.primaryColor);
  const page = pageWith(look);
  return (
    <form
      noValidate
      className={styles["screen"]}
      onSubmit={form.onSubmit(submit, (errors) => {
        const [first] = Object.keys(errors) as (keyof AppearanceDraft)[];
        void show((first && TAB_OF[first]) ?? tab).then(() => focusFirstError(form)(errors));
      })}
    >
      <section className={styles["preview"]} aria-labelledby="preview-heading">
        <h2 id="preview-heading" className={styles["heading"]}>
          {words.preview}
        </h2>
        <PreviewedPage page={page} showsBoard={tab === "styling"} />
      </section>
      <div className={styles["fields"]}>
        <DraftBar draft={typed} />
        <ChoiceCards
          label={words.templates}
          hint={words.templateHint}
          value={form.values.template}
          onChange={choose}
          onRechoose={() => choose(form.values.template)}
          choices={TEMPLATES.map((value) => ({
            value,
            ...words.template[value],
            picture: <ThemeThumbnail look={TEMPLATE_PRESETS[value]} objects={2} size="small" />,
          }))}
        />
        <Tabs value={tab} onChange={(next) => void show(tabNamed(next ?? undefined))} keepMounted={false}>
          <AppearanceTabs form={form} look={look} limits={limits} />
        </Tabs>
        <div className={styles["save"]} data-dirty={isDirty || undefined}>
          {isDirty && <p className={styles["notSaved"]}>{words.notSaved}</p>}
          <SubmitButton isOff={form.submitting || !isDirty}>
            {form.submitting ? words.saving : words.save}
          </SubmitButton>
        </div>
      </div>
    </form>
  );
}

function useFollowing(saved: Appearance, isDirty: boolean, take: (values: AppearanceDraft) => void): void {
  const followed = useRef(saved);
  useEffect(() => {
    if (isDirty || followed.current === saved) return;
    followed.current = saved;
    take(draftOf(saved));
  }, [isDirty, saved, take]);
}
