import type { Chord, Shortcut } from '../../../engine';

const isApple = /mac|iphone|ipad/i.test(navigator.platform);

/** As a keyboard has them printed: 'Ctrl+0', on Apple's '⌘0'. */
export function shownKeys({ chords: [chord] }: Shortcut): string {
  if (!chord) return '';
  const names = isApple ? { primary: '⌘', shift: '⇧' } : { primary: 'Ctrl', shift: 'Shift' };
  return [chord.primary && names.primary, chord.shift && names.shift, chord.key]
    .filter((name) => typeof name === 'string')
    .join(isApple ? '' : '+');
}

const ariaChord = ({ key, primary, shift }: Chord): string =>
  [primary && (isApple ? 'Meta' : 'Control'), shift && 'Shift', key === '+' ? 'Plus' : key.toUpperCase()]
    .filter((name) => typeof name === 'string')
    .join('+');

/** As `aria-keyshortcuts` wants them: every chord, and the plus sign by its name. */
export const ariaKeys = ({ chords }: Shortcut): string => chords.map(ariaChord).join(' ');
