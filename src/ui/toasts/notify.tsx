import type { ParseKeys } from 'i18next';
import { toast, type ToastContent, type ToastOptions } from 'react-toastify/unstyled';
import { FAILURE_NOTICE_MS, type Notice } from '../../stores/Notice';
import { ToastBody } from './ToastBody';

/** A notice in any of the app's words, of which the stores know only some, with an optional button for the person. */
export interface AppNotice extends Notice<ParseKeys> {
  readonly answer?: { readonly words: ParseKeys; readonly run: () => void };
}

/** Time that a toast stays; milliseconds (TOAST-3). */
const DURATIONS_MS: Readonly<Record<AppNotice['variant'], number>> = {
  default: 5000,
  info: 2000,
  destructive: FAILURE_NOTICE_MS,
  login: 1600,
};

const TYPES = { default: 'default', info: 'info', destructive: 'error', login: 'warning' } as const;

/** The newest answer of each toast that has not gone yet, which its button gives. */
const answers = new Map<string, () => void>();

/**
 * Shows a notice as a toast, after those that are still waiting: one is shown at a time, and none twice in a row. Of equal notices with a
 * button there is one toast, which does what the last of them means, and has its whole time.
 */
export function notify(notice: AppNotice): void {
  const toastId = encodeURIComponent(JSON.stringify(notice));
  const answer = notice.answer && { ...notice.answer, run: () => answers.get(toastId)?.() };
  const shown: AppNotice = { ...notice, ...(answer && { answer }) };
  const body: ToastContent = ({ closeToast }) => <ToastBody notice={shown} onClosed={() => closeToast(true)} />;
  const options: ToastOptions = {
    type: TYPES[notice.variant],
    role: notice.variant === 'destructive' ? 'alert' : 'status',
    autoClose: notice.durationMs ?? DURATIONS_MS[notice.variant],
  };
  const isWaiting = answers.has(toastId);
  if (notice.answer) answers.set(toastId, notice.answer.run);
  if (notice.answer && toast.isActive(toastId)) toast.update(toastId, { ...options, render: body, delay: 0 });
  else if (!isWaiting) toast(body, { ...options, toastId, onClose: () => answers.delete(toastId) });
}
