import { TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { BIO_MAX_LENGTH, editedBio, type Profile, profileTitle } from "@shelv/contract/rows/profile";
import { useState } from "react";
import * as v from "valibot";
import { profileOf } from "#local-store/queries";
import { storeAhead } from "#outbox/pictures";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { CountedTextarea } from "#ui/forms/counted-textarea.tsx";
import { focusFirstError } from "#ui/forms/form-focus";
import { FullPageSpinner } from "#ui/feedback/full-page-spinner.tsx";
import { SubmitButton } from "#ui/buttons/submit-button.tsx";
import { onboardingWords } from "#words/screens/onboarding";
import { DraftBar } from "#domain/drafts/draft-bar.tsx";
import { PhotoField } from "#domain/pictures/photo-field.tsx";
import { useFormDraft } from "#domain/drafts/use-form-draft";
import { useProfilePicture } from "#domain/pictures/use-profile-picture";
import { isPictureHere } from "#features/onboarding/without-lost-picture";
import type { SetupAnswers } from "#features/onboarding/stored-answers";
import { OwnPage } from "./own-page";
import styles from "./profile-step.module.css";
import { StepPage } from "./step-page";
import { useAnswers } from "#features/onboarding/use-answers";
import { useCompleteSetup } from "#features/onboarding/use-complete-setup";

const words = onboardingWords.profile;
const STEP = "profile-setup";

export function ProfileStep() {
  const profile = useLiveQuery(profileOf);
  return profile ? <ProfileForm profile={profile} /> : <FullPageSpinner />;
}

const isNeverDirty = () => false;

/**
 * Typed text is stored at each keystroke. A killed browser may lose its localStorage; then the draft in
 * IndexedDB has it.
 */
function ProfileForm({ profile }: { profile: Profile }) {
  const { account, readStore } = useOwner();
  const [answers, keep] = useAnswers();
  const picture = useLiveQuery(isPictureHere, answers.picture ?? "") === false ? undefined : answers.picture;
  const complete = useCompleteSetup();
  const [isCompleting, setCompleting] = useState(false);
  const [begun] = useState({ title: answers.title ?? profile.title, bio: answers.bio ?? profile.bio });
  const [schema] = useState(() => v.object({ title: profileTitle, bio: editedBio(profile.bio) }));
  const check = schemaResolver(schema, { sync: true });
  const form = useForm({
    initialValues: begun,
    initialErrors: check(begun),
    validate: check,
    onValuesChange: (values) => void keep(values),
  });
  const draft = useFormDraft("setup:profile", form, { isDirty: isNeverDirty });
  const photo = useProfilePicture(async (taken) => {
    await readStore((store) => storeAhead(store, taken));
    keep({ picture: taken });
  });

  const finish = async (said: SetupAnswers) => {
    setCompleting(true);
    await complete(said);
    draft.release();
    setCompleting(false);
  };

  return (
    <StepPage
      step={STEP}
      heading={words.heading}
      lead={words.lead}
      onSkip={() => void finish({})}
      isSkipOff={isCompleting || photo.isBusy}
      actions={
        <SubmitButton isLoading={isCompleting} isOff={photo.isBusy}>
          {words.complete}
        </SubmitButton>
      }
      beside={<OwnPage answers={{ ...answers, picture }} />}
      onSubmit={form.onSubmit(
        (values) => finish({ ...v.parse(schema, values), ...(picture ? { picture } : {}) }),
        focusFirstError(form),
      )}
    >
      <DraftBar draft={draft} />
      <div className={styles["fields"]}>
        <PhotoField
          name={profile.displayName || account.username}
          picture={picture ?? profile.picture}
          isBusy={photo.isBusy}
          onFile={(file) => void photo.take(file)}
          onRemove={picture === undefined ? undefined : () => void keep({ picture: undefined })}
        />
        <TextInput
          {...form.getInputProps("title")}
          label={words.title}
          placeholder={words.titlePlaceholder}
          autoComplete="organization-title"
        />
        <CountedTextarea
          {...form.getInputProps("bio")}
          value={form.values.bio}
          label={words.bio}
          placeholder={words.bioPlaceholder}
          maxLength={BIO_MAX_LENGTH}
          autosize
          minRows={3}
          maxRows={8}
        />
      </div>
    </StepPage>
  );
}
