import "#ui/theme/switch.css";
import { Button, Switch } from "@mantine/core";
import type { UserSettings } from "@shelv/contract/rows/account";
import { useEffect, useRef, useState } from "react";
import { accountRoutes } from "@shelv/contract/routes/account";
import { settingsOf } from "#local-store/queries";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { announce, showError } from "#ui/feedback/toast";
import { captureWords } from "#words/links/capture";
import { accountWords } from "#words/screens/account";
import { errorWords } from "#words/errors";
import { FoldedLine, LinkLine, Lines } from "./lines";
import styles from "./settings-tab.module.css";
import { useAccountNow } from "./use-account-now";
import { ExportLine } from "#features/account/transfer/export-line.tsx";
import { ImportLine } from "#features/account/transfer/import-line.tsx";
import { deletedWords } from "#words/screens/recently-deleted";
import { DomainSection } from "#features/account/domains/domain-section.tsx";
import { PlanSection } from "./plan-section";
import { type DeviceStorage, keepForGood, readDeviceStorage } from "#platform/device-storage";
import { shownBytes } from "#words/format/shown-bytes";
import { Modal } from "#ui/dialogs/modal.tsx";
import { leaveAccount } from "#accounts/account-lifecycle";
import { setSigningOut } from "#navigation/sign-out-state";
import { CodeForm } from "./code-form";

const words = accountWords.settings;
const SWITCHES: { field: keyof UserSettings; label: string; hint: string }[] = [
  { field: "publicProfile", label: words.publicProfile, hint: words.publicProfileHint },
  { field: "showAnalytics", label: words.showAnalytics, hint: words.showAnalyticsHint },
  { field: "emailNotifications", label: words.emailNotifications, hint: words.emailNotificationsHint },
  { field: "hidesGoneLinks", label: words.hidesGoneLinks, hint: words.hidesGoneLinksHint },
];

export function SettingsTab() {
  const settings = useLiveQuery(settingsOf);
  const known = useAccountNow();
  if (!settings || !known) return null;
  return (
    <div className={styles["groups"]}>
      <Toggles settings={settings} />
      <Lines>
        <PlanSection {...known} />
        <DomainSection />
      </Lines>
      <Lines>
        <LinkLine
          to="/account/capture"
          heading={captureWords.section.heading}
          text={captureWords.section.text}
        />
        <DeviceSection />
      </Lines>
      <Lines>
        <ExportLine />
        <ImportLine />
        <LinkLine to="/account/deleted" heading={deletedWords.title} text={deletedWords.lead} />
      </Lines>
      <DeleteSection />
    </div>
  );
}

function Toggles({ settings }: { settings: UserSettings }) {
  const owner = useOwner();
  const [shown, show] = useOptimisticValues(settings);
  const set = async (field: keyof UserSettings, isOn: boolean) => {
    const writing = owner.mutate({
      name: "settings.update",
      args: { patch: { [field]: isOn }, was: { [field]: shown[field] ?? false } },
    });
    show({ [field]: isOn }, writing);
    try {
      await writing;
      announce(words.updated);
    } catch (error) {
      showError(errorWords(error), words.failed);
    }
  };
  return (
    <section aria-label={words.heading}>
      <Lines>
        {SWITCHES.map(({ field, label, hint }) => (
          <Switch
            key={field}
            size="md"
            labelPosition="left"
            className={styles["toggle"] ?? ""}
            label={label}
            description={hint}
            checked={shown[field] ?? false}
            onChange={({ currentTarget }) => void set(field, currentTarget.checked)}
          />
        ))}
      </Lines>
    </section>
  );
}

const deviceWords = accountWords.device;

function DeviceSection() {
  const [storage, setStorage] = useState<DeviceStorage | null>(null);
  const [isRefused, setRefused] = useState(false);
  useEffect(() => void readDeviceStorage().then(setStorage), []);
  if (!storage) return null;
  const { usedBytes, freeBytes, isKept } = storage;
  const ask = async () => {
    setRefused(!(await keepForGood()));
    setStorage(await readDeviceStorage());
  };
  return (
    <FoldedLine
      heading={deviceWords.heading}
      text={freeBytes < LITTLE_BYTES ? deviceWords.little : deviceWords.used(shownBytes(usedBytes))}
    >
      <p>
        {isKept ? deviceWords.kept : deviceWords.mayGo} {isRefused && deviceWords.refused}
      </p>
      {!isKept && (
        <Button variant="default" onClick={() => void ask()}>
          {deviceWords.ask}
        </Button>
      )}
    </FoldedLine>
  );
}

const LITTLE_BYTES = 50 * 1024 * 1024;

type Optimistic<V> = {
  patch: Partial<V>;
  /** Null during the write; then the stored value that a live query has yet to replace. */
  outdated: V | null;
};

/**
 * Shows a choice in the same frame, until the store reports it or the write fails. Returns the values, and
 * how to show a choice during its write.
 */
function useOptimisticValues<V extends object>(
  stored: V,
): [V, (patch: Partial<V>, writing: Promise<unknown>) => void] {
  const [optimistic, setOptimistic] = useState<Optimistic<V> | null>(null);
  const newest = useRef(stored);
  useEffect(() => {
    newest.current = stored;
  });
  const isActive = optimistic !== null && (optimistic.outdated === null || optimistic.outdated === stored);

  const show = (patch: Partial<V>, writing: Promise<unknown>) => {
    const mine: Optimistic<V> = {
      patch: { ...(isActive ? optimistic.patch : {}), ...patch },
      outdated: null,
    };
    const settle = (next: Optimistic<V> | null) => setOptimistic((now) => (now === mine ? next : now));
    setOptimistic(mine);
    writing.then(
      () => settle({ ...mine, outdated: newest.current }),
      () => settle(null),
    );
  };
  return [isActive ? { ...stored, ...optimistic.patch } : stored, show];
}

const deletionWords = accountWords.delete;

function DeleteSection() {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <section className={styles["deletion"]} aria-label={deletionWords.open}>
        <p>{deletionWords.text}</p>
        <Button variant="subtle" color="brick" onClick={() => setAsking(true)}>
          {deletionWords.open}
        </Button>
      </section>
      <Modal isOpen={isAsking} onClose={() => setAsking(false)} title={deletionWords.title}>
        <DeleteForm onClose={() => setAsking(false)} />
      </Modal>
    </>
  );
}

function DeleteForm({ onClose }: { onClose: () => void }) {
  const owner = useOwner();
  const deleteAccount = async (code: string) => {
    const resumeSync = await owner.pauseSync();
    try {
      await owner.call(accountRoutes.delete, { body: { code } });
    } catch (error) {
      resumeSync();
      throw error;
    }
    setSigningOut(true);
    // The account is deleted, whatever this device does.
    await leaveAccount(owner.account, { discard: true }).catch(() => undefined);
    location.assign("/");
  };
  return (
    <CodeForm
      confirm={{ label: deletionWords.confirm, color: "brick", failed: deletionWords.failed }}
      sendCode={() => owner.call(accountRoutes.sendDeletionCode)}
      onCode={deleteAccount}
      onClose={onClose}
    >
      <p>{deletionWords.text}</p>
    </CodeForm>
  );
}
