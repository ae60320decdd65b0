import type { NoticeKey } from '../Notice';

/** Why a step does not run or has failed, in the plan's and the server's stable words. */
const REASONS = [
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
  'refused',
  'refusedSafety',
  'refusedProhibited',
  'refusedPersonal',
  'refusedWord',
  'refusedPicture',
  'refusedWork',
  'takesNoPictures',
  'notOffered',
  'modelGone',
  'takesFewerPictures',
  'quota',
  'quotaDay',
  'overloaded',
  'unreachable',
  'timeout',
  'keyRefused',
  'noQuota',
  'noModel',
  'noTextModel',
  'empty',
  'noPicture',
  'unusablePicture',
  'tooLarge',
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
] as const;

export type RunReasonKey = `runReason.${(typeof REASONS)[number] | 'other'}`;

/** The sentence for such a word. */
export const reasonKey = (reason: string | undefined): NoticeKey & RunReasonKey =>
  `runReason.${REASONS.find((known) => known === reason) ?? 'other'}`;
