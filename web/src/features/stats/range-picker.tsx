import { Button } from "@mantine/core";
import { IconCalendar, IconLock } from "@tabler/icons-react";
import { type FormEvent, useRef, useState } from "react";
import { TextField } from "#ui/forms/text-field.tsx";
import { daySpan } from "#words/format/day-name";
import { statsWords } from "#words/screens/stats";
import { addDays, type DayRange, firstDayAt, isDay, rangeOf } from "./day-range";
import { StatsLink, useShowStats } from "./stats-link";
import { PRESETS, type StatsSearch, type StatsView, searchWithPreset, searchWithRange } from "./stats-view";
import styles from "./range-picker.module.css";

const words = statsWords.range;

type RangePickerProps = {
  view: StatsView;
  search: StatsSearch;
  itemId: string | undefined;
  today: string;
  maxDays: number;
};

export function RangePicker({ view, search, itemId, today, maxDays }: RangePickerProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <>
      <nav aria-label={words.label} className={styles["picker"]}>
        {PRESETS.map((days) => (
          <StatsLink
            key={days}
            itemId={itemId}
            search={searchWithPreset(search, days)}
            aria-current={view.preset === days ? "true" : undefined}
            className={styles["choice"]}
          >
            {words.preset(days)}
            {days > maxDays && (
              <>
                <IconLock size={14} aria-hidden="true" />
                <span className="visually-hidden">, {words.locked}</span>
              </>
            )}
          </StatsLink>
        ))}
        <button
          ref={opener}
          type="button"
          className={styles["choice"]}
          aria-expanded={isOpen}
          aria-current={view.preset === null ? "true" : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <IconCalendar size={16} aria-hidden="true" />
          {view.preset === null ? daySpan(view.range.from, view.range.to, today) : words.custom}
        </button>
      </nav>
      {isOpen && (
        <CustomRange
          shown={view.range}
          first={addDays(today, 1 - maxDays)}
          today={today}
          itemId={itemId}
          search={search}
          onClose={close}
        />
      )}
    </>
  );
}

type CustomRangeProps = {
  shown: DayRange;
  first: string;
  today: string;
  itemId: string | undefined;
  search: StatsSearch;
  onClose: () => void;
};

function CustomRange({ shown, first, today, itemId, search, onClose }: CustomRangeProps) {
  const showStats = useShowStats(itemId);
  const [{ from, to }, setDays] = useState(shown);
  const [error, setError] = useState<string | null>(null);
  const show = (event: FormEvent) => {
    event.preventDefault();
    const range = rangeOf(from, to, today);
    if (range === null) {
      setError(problemOf({ from, to }, today));
      return;
    }
    showStats(searchWithRange(search, range));
    onClose();
  };
  const day = { type: "date", min: first, max: today, required: true } as const;
  return (
    <form className={styles["custom"]} noValidate onSubmit={show}>
      <TextField
        {...day}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a press, and closed to where it came from
        autoFocus
        label={words.from}
        value={from}
        onChange={({ currentTarget }) => setDays({ from: currentTarget.value, to })}
      />
      <TextField
        {...day}
        label={words.to}
        value={to}
        error={error}
        onChange={({ currentTarget }) => setDays({ from, to: currentTarget.value })}
      />
      <Button type="submit">{words.show}</Button>
    </form>
  );
}

function problemOf({ from, to }: DayRange, today: string): string {
  if (!isDay(from) || !isDay(to)) return words.day;
  if (from > to) return words.order;
  return to < firstDayAt(today) ? words.tooOld : words.day;
}
