import type { ComponentProps } from 'react';
import { Late } from '../../../ui/Late';
import { notify } from '../../../ui/toasts/notify';
import { DIALOG_MISSING } from '../../notices';
import type FindPanel from './FindPanel';

/** The search while it is open; its code is loaded with its first opening. */
export function Find(props: ComponentProps<typeof FindPanel>) {
  if (props.asked === 0) return null;
  const onMissing = (): void => {
    props.onClose(null);
    notify(DIALOG_MISSING);
  };
  return <Late load={() => import('./FindPanel')} props={props} onMissing={onMissing} />;
}
