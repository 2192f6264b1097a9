import "#ui/theme/switch.css";
import { Switch } from "@mantine/core";
import type { UserSettings } from "@shelv/contract/user-settings";
import { settingsOf } from "#local-store/queries";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { showError, showToast } from "#ui/feedback/toast";
import { useOptimisticValues } from "#ui/forms/use-optimistic-values";
import { accountWords } from "#words/screens/account";
import { errorWords } from "#words/errors";
import styles from "./account-form.module.css";
import { useAccountNow } from "./use-account-now";
import { DataSection } from "#features/account/transfer/data-section.tsx";
import { DeviceSection } from "./device-section";
import { DeleteSection } from "#features/account/transfer/delete-section.tsx";
import { DomainSection } from "#features/account/domains/domain-section.tsx";
import { PlanSection } from "./plan-section";

const words = accountWords.settings;
const SWITCHES: { field: keyof UserSettings; label: string; hint: string }[] = [
  { field: "publicProfile", label: words.publicProfile, hint: words.publicProfileHint },
  { field: "showAnalytics", label: words.showAnalytics, hint: words.showAnalyticsHint },
  { field: "emailNotifications", label: words.emailNotifications, hint: words.emailNotificationsHint },
];

export function SettingsTab() {
  const settings = useLiveQuery(settingsOf);
  const known = useAccountNow();
  // Nothing before the data, so that nothing moves.
  if (!settings || !known) return null;
  return (
    <div>
      <Toggles settings={settings} />
      <PlanSection {...known} />
      <DomainSection />
      <DeviceSection />
      <DataSection />
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
      args: { patch: { [field]: isOn }, was: { [field]: shown[field] } },
    });
    show({ [field]: isOn }, writing);
    try {
      await writing;
      showToast({ title: words.updated });
    } catch (error) {
      showError(errorWords(error), words.failed);
    }
  };
  return (
    <section className={styles["section"]} aria-label={words.heading}>
      {SWITCHES.map(({ field, label, hint }) => (
        <Switch
          key={field}
          size="md"
          label={label}
          description={hint}
          checked={shown[field]}
          onChange={({ currentTarget }) => void set(field, currentTarget.checked)}
        />
      ))}
    </section>
  );
}
