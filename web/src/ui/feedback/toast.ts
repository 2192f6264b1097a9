import { atom, getDefaultStore } from "jotai";
import { toastWords } from "#words/actions";

export type ToastAction = { label: string; insteadOf: string; run: () => void };

export type Toast = {
  id: number;
  title: string;
  text?: string | undefined;
  tone: "plain" | "destructive";
  action?: ToastAction | undefined;
};

export const toastAtom = atom<Toast | null>(null);

let shown = 0;

export function showToast(toast: Omit<Toast, "id" | "tone"> & Partial<Pick<Toast, "tone">>): void {
  shown += 1;
  getDefaultStore().set(toastAtom, { tone: "plain", ...toast, id: shown });
}

export const dismissToast = (title: string) =>
  getDefaultStore().set(toastAtom, (toast) => (toast?.title === title ? null : toast));

/** On another screen or dialog. An error and what offers Undo stay. */
export const dismissPassedToast = () =>
  getDefaultStore().set(toastAtom, (toast) =>
    toast?.action || toast?.tone === "destructive" ? toast : null,
  );

export const announcementAtom = atom<{ id: number; text: string } | null>(null);

export function announce(text: string): void {
  shown += 1;
  getDefaultStore().set(announcementAtom, { id: shown, text });
}

export const showSuccess = (text: string, action?: ToastAction) =>
  showToast({ title: toastWords.success, text, action });
export const showError = (text: string, title: string = toastWords.error) =>
  showToast({ title, text, tone: "destructive" });
