import type { ParseKeys, TFunction } from 'i18next';
import type { Action, ActionDetail } from '../actions';
import type { Chord } from '../engine';

type WithKeys = Pick<Action<never>, 'chords'>;

export const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.platform);

/** Keys whose names keyboards print as a sign or in short. */
const PRINTED: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowRight: '→',
  ArrowDown: '↓',
  Escape: 'Esc',
  ' ': 'Space',
};

const keyName = (key: string): string => (key.length === 1 ? key.toUpperCase() : key);

/** The first of an action's chords, through `shownChord`; '' without one. */
export const shownKeys = ({ chords: [chord] }: WithKeys): string => (chord ? shownChord(chord) : '');

/** A chord as a keyboard has it printed: 'Ctrl+0', on Apple's '⌘0'. */
export function shownChord(chord: Chord): string {
  const names = isApple() ? { primary: '⌘', alt: '⌥', shift: '⇧' } : { primary: 'Ctrl', alt: 'Alt', shift: 'Shift' };
  const key = PRINTED[chord.key] ?? keyName(chord.key);
  return [chord.primary && names.primary, chord.alt && names.alt, chord.shift && names.shift, key]
    .filter((name) => typeof name === 'string')
    .join(isApple() ? '' : '+');
}

/** Keys that are separators in `aria-keyshortcuts`, by their names. */
const NAMED: Readonly<Record<string, string>> = { '+': 'Plus', ' ': 'Space' };

const ariaChord = ({ key, primary, alt, shift }: Chord): string =>
  [primary && (isApple() ? 'Meta' : 'Control'), alt && 'Alt', shift && 'Shift', NAMED[key] ?? keyName(key)]
    .filter((name) => typeof name === 'string')
    .join('+');

/** Chords for `aria-keyshortcuts`: every one. */
export const ariaKeys = ({ chords }: WithKeys): string | undefined => chords.map(ariaChord).join(' ') || undefined;

/** An action's words, and what exactly it would do: 'Undo: Delete 3 nodes'. */
export function actionLabel(t: TFunction, words: ParseKeys, detail: ActionDetail | null = null): string {
  return detail === null
    ? t(words)
    : t('step.label', { action: t(words), step: t(detail.words, { count: detail.count }) });
}
