import { TextInput } from "@mantine/core";
import { schemaResolver, useForm, type UseFormReturnType } from "@mantine/form";
import {
  BIO_MAX_LENGTH,
  displayName,
  editedBio,
  location,
  type Profile,
  profileTitle,
  website,
} from "@shelv/contract/rows/profile";
import { patchBetween } from "@shelv/mutators/patch";
import * as v from "valibot";
import { profileOf } from "#local-store/queries";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { completeLink } from "#ui/forms/complete-link";
import { CountedTextarea } from "#ui/forms/counted-textarea.tsx";
import { focusFirstError } from "#ui/forms/form-focus";
import { SubmitButton } from "#ui/buttons/submit-button.tsx";
import { showError, showToast } from "#ui/feedback/toast";
import { settle, useFormSync } from "#ui/forms/use-form-sync";
import { accountWords } from "#words/screens/account";
import { errorWords } from "#words/errors";
import { DraftBar } from "#domain/drafts/draft-bar.tsx";
import { useFormDraft } from "#domain/drafts/use-form-draft";
import styles from "./account-form.module.css";

const words = accountWords.profile;
const schemaFor = (stored: string) =>
  v.object({ displayName, title: profileTitle, bio: editedBio(stored), website, location });
type Fields = v.InferOutput<ReturnType<typeof schemaFor>>;
const fieldsOf = ({ displayName, title, bio, website, location }: Profile): Fields => ({
  displayName,
  title,
  bio,
  website,
  location,
});

export function ProfileTab() {
  const profile = useLiveQuery(profileOf);
  return profile ? <ProfileForm stored={fieldsOf(profile)} /> : null;
}

function ProfileForm({ stored }: { stored: Fields }) {
  const owner = useOwner();
  const schema = () => schemaFor(form.getInitialValues().bio);
  const form: UseFormReturnType<Fields> = useForm<Fields>({
    initialValues: stored,
    validate: (values) => schemaResolver(schema(), { sync: true })(values),
  });
  const typed = useFormDraft("profile", form);
  useFormSync(form, stored);

  const save = async (values: Fields) => {
    const before = form.getInitialValues();
    const parsed = v.parse(schema(), values);
    try {
      const edit = patchBetween(before, parsed);
      if (edit) await owner.mutate({ name: "profile.update", args: edit });
      settle(form, values, parsed);
      showToast({ title: words.updated });
    } catch (error) {
      showError(errorWords(error), words.failed);
    }
  };

  const completeWebsite = () => completeLink(form, "website");
  return (
    <form
      noValidate
      className={styles["form"]}
      onSubmit={(event) => {
        completeWebsite();
        form.onSubmit(save, focusFirstError(form))(event);
      }}
    >
      <DraftBar draft={typed} />
      <TextInput
        {...form.getInputProps("displayName")}
        className={styles["half"] ?? ""}
        label={words.displayName}
        placeholder={owner.account.username}
        autoComplete="name"
        required
        withAsterisk={false}
      />
      <TextInput
        {...form.getInputProps("title")}
        className={styles["half"] ?? ""}
        label={words.title}
        placeholder={words.titlePlaceholder}
        autoComplete="organization-title"
      />
      <CountedTextarea
        {...form.getInputProps("bio")}
        value={form.values.bio}
        label={words.bio}
        maxLength={BIO_MAX_LENGTH}
        autosize
        minRows={3}
        maxRows={8}
      />
      <TextInput
        {...form.getInputProps("website")}
        className={styles["half"] ?? ""}
        label={words.website}
        placeholder={words.websitePlaceholder}
        type="url"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
        onBlur={completeWebsite}
      />
      <TextInput
        {...form.getInputProps("location")}
        className={styles["half"] ?? ""}
        label={words.location}
        autoComplete="address-level2"
      />
      <div className={styles["buttons"]} data-dirty={form.isDirty() || undefined}>
        <SubmitButton isOff={form.submitting || !form.isDirty()}>
          {form.submitting ? words.saving : words.save}
        </SubmitButton>
      </div>
    </form>
  );
}
