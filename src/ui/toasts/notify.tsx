import { toast } from 'react-toastify/unstyled';
import type { Notice } from '../../stores/Notice';
import { ToastBody } from './ToastBody';

/** product.md section 9: how long a toast stays, milliseconds. */
const DURATIONS_MS: Readonly<Record<Notice['variant'], number>> = {
  default: 5000,
  info: 2000,
  destructive: 3000,
  login: 1600,
};

const TYPES = { default: 'default', info: 'info', destructive: 'error', login: 'warning' } as const;

/** Shows a notice as a toast, after those that are still waiting: one is shown at a time. */
export function notify(notice: Notice): void {
  toast(({ closeToast }) => <ToastBody notice={notice} onSwiped={() => closeToast(true)} />, {
    type: TYPES[notice.variant],
    role: notice.variant === 'destructive' ? 'alert' : 'status',
    autoClose: notice.durationMs ?? DURATIONS_MS[notice.variant],
  });
}
