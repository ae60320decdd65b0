import type { ComponentProps } from 'react';
import { LazyPart } from '../../../ui/LazyPart';
import { partMissing } from '../../partMissing';
import type FindPanel from './FindPanel';

/** The search while it is open; its code is loaded with its first opening. */
export function Find(props: ComponentProps<typeof FindPanel>) {
  if (props.asked === 0) return null;
  return (
    <LazyPart load={() => import('./FindPanel')} props={props} onMissing={partMissing(() => props.onClose(null))} />
  );
}
