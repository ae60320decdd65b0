import { notify } from '../ui/toasts/notify';
import { DIALOG_MISSING } from './notices';

/** Closes a part of a screen whose code did not come, and says so; what lies behind it stays. */
export const partMissing = (close: () => void) => (): void => {
  close();
  notify(DIALOG_MISSING);
};
