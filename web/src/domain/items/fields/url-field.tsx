import { Button } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { linkOf } from "@shelv/contract/rows/item";
import { linkUrl } from "@shelv/contract/values/link-url";
import type { FocusEvent, FormEvent } from "react";
import * as v from "valibot";
import { LinkLine } from "#domain/link-details/link-line.tsx";
import type { LinkDetails } from "#domain/link-details/use-link-details";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { completeLink } from "#ui/forms/complete-link";
import { OptionalLabel } from "#ui/forms/optional-label.tsx";
import { TextField } from "#ui/forms/text-field.tsx";
import { itemFormWords as words } from "#words/screens/items";
import type { ItemDraft } from "#domain/items/form/save-item";

const DuplicateNote = lazyComponent(async () => (await import("./duplicate-note")).DuplicateNote, {
  Missing: () => null,
});

type UrlFieldProps = {
  form: UseFormReturnType<ItemDraft>;
  details: LinkDetails;
  itemIds: readonly string[];
  takesFocus: boolean;
  onLeave: () => void;
  isNew: boolean;
};

export function UrlField({ form, details, itemIds, takesFocus, onLeave, isNew }: UrlFieldProps) {
  const { onChange, ...field } = form.getInputProps("url");
  const read = (typed: string) => {
    completeLink(form, "url");
    const { success, issues } = v.safeParse(linkUrl, typed);
    if (!success) return form.setFieldError("url", issues[0].message);
    return void details.reader.ask(form.getValues().url);
  };
  return (
    <div>
      <TextField
        {...field}
        onChange={(event: FormEvent<HTMLInputElement>) => {
          onChange(event);
          // A new item gets its title from the link, at the latest when it is saved.
          if (isNew && linkOf({ url: event.currentTarget.value }) !== null) form.clearFieldError("title");
          if (isPaste(event.nativeEvent)) read(event.currentTarget.value);
        }}
        label={<OptionalLabel>{words.url}</OptionalLabel>}
        placeholder={words.urlPlaceholder}
        type="url"
        inputMode="url"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        data-autofocus={takesFocus || undefined}
        onFocus={({ currentTarget }) => takesFocus && currentTarget.select()}
        onBlur={({ relatedTarget }: FocusEvent) => {
          completeLink(form, "url");
          // A title that is about to be typed would be added to one that is filled in now.
          if (relatedTarget !== form.getInputNode("title")) onLeave();
        }}
        action={
          <PasteButton
            onPaste={(text) => {
              form.setFieldValue("url", text);
              read(text);
            }}
            onProblem={(problem) => form.setFieldError("url", problem)}
          />
        }
      />
      <LinkLine details={details} url={form.values.url} isNew={isNew} />
      <DuplicateNote url={form.values.url} itemIds={itemIds} />
    </div>
  );
}

const PASTED_MAX_LENGTH = 10_000;

type PasteButtonProps = { onPaste: (text: string) => void; onProblem: (problem: string) => void };

function PasteButton({ onPaste, onProblem }: PasteButtonProps) {
  // Undefined outside secure contexts and in some browsers, whatever its type says.
  const clipboard = navigator.clipboard as Partial<Clipboard> | undefined;
  if (!clipboard?.readText) return null;
  const paste = async () => {
    const text = await navigator.clipboard.readText().catch(() => null);
    if (text === null) return onProblem(words.pasteRefused);
    const trimmed = text.slice(0, PASTED_MAX_LENGTH).trim();
    return trimmed === "" ? onProblem(words.pasteEmpty) : onPaste(trimmed);
  };
  return (
    <Button variant="default" px={14} flex="none" onClick={() => void paste()}>
      {words.paste}
    </Button>
  );
}

const PASTED = new Set(["insertFromPaste", "insertFromDrop", "insertReplacementText"]);

const isPaste = (event: Event) => event instanceof InputEvent && PASTED.has(event.inputType);
