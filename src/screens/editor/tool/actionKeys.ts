import type { Action } from '../../../actions';
import type { Chord } from '../../../engine';

type WithKeys = Pick<Action<never>, 'chords'>;

const isApple = /mac|iphone|ipad/i.test(navigator.platform);

/** As a keyboard has them printed: 'Ctrl+0', on Apple's '⌘0'. */
export function shownKeys({ chords: [chord] }: WithKeys): string {
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
export const ariaKeys = ({ chords }: WithKeys): string | undefined => chords.map(ariaChord).join(' ') || undefined;
