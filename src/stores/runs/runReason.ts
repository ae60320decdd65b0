import { ENGINE_FAILURES } from '../../api/contract';
import type { NoticeKey } from '../Notice';

/** Why a step does not run or has failed, in the plan's and the server's stable words. */
const REASONS = [
  ...ENGINE_FAILURES,
  'missing',
  'notAnImage',
  'mute',
  'bypass',
  'freeze',
  'notConnected',
  'nothing',
  'upstream',
  'missingCell',
  'missingWord',
  'aborted',
  'modelGone',
  'takesFewerPictures',
  'noTextModel',
  'restarted',
  'diskFull',
  'storageFull',
  'limitDay',
  'limitDayAll',
  'budget',
  'tooManyItems',
  'tooManyPictures',
  'tooManyWords',
  'keyTooLong',
  'pictureMissing',
  'foreignPicture',
  'notAPicture',
  'pictureTooLarge',
  'pictureUnreadable',
  'picturesBusy',
  'storeUnavailable',
  'leftEarly',
  'internal',
] as const;

export type RunReasonKey = `runReason.${(typeof REASONS)[number] | 'other'}`;

/** The sentence for such a word. */
export const reasonKey = (reason: string | undefined): NoticeKey & RunReasonKey =>
  `runReason.${REASONS.find((known) => known === reason) ?? 'other'}`;
