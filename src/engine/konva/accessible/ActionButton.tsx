import { useId } from 'react';
import type { Box } from '../../geometry/box';
import { boxStyle } from '../stage/ViewportLayer';
import styles from './ActionButton.module.css';

export interface ActionButtonProps {
  readonly box: Box;
  readonly label: string;
  readonly onPress: () => void;
  readonly isTabStop: boolean;
  /** True when another card lies over it and takes the pointer. */
  readonly isCovered?: boolean;
  readonly isRound?: boolean;
  /** True when it is painted at every zoom; other buttons leave the pointer to the canvas while they are not painted. */
  readonly isPaintedFarOut?: boolean;
  /** The reason why it cannot be pressed now, as a tooltip on hover and focus; null when it can. */
  readonly refusal?: string | null;
  readonly isDisabled?: boolean;
  readonly isBusy?: boolean;
  /** State of a switch; absent for a plain button. */
  readonly isPressed?: boolean;
}

/**
 * A button over a painted one: it takes the pointer, the focus and the screen reader, and shows nothing but its focus
 * ring. A refused one stays focusable, so that everyone can learn the reason.
 */
export function ActionButton(props: ActionButtonProps) {
  const { box, label, onPress, isTabStop, isCovered, isRound, isPaintedFarOut, isBusy, isPressed } = props;
  const { refusal = null, isDisabled = false } = props;
  const tooltipId = useId();
  const isOff = isDisabled || refusal !== null;
  return (
    <>
      <button
        type="button"
        className={[
          styles.button,
          isRound && styles.round,
          isCovered && styles.covered,
          !isPaintedFarOut && styles.part,
        ]
          .filter(Boolean)
          .join(' ')}
        style={boxStyle(box)}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={label}
        aria-disabled={isOff || undefined}
        aria-pressed={isPressed}
        aria-busy={isBusy || undefined}
        aria-describedby={refusal === null ? undefined : tooltipId}
        onClick={({ detail }) => {
          // The second half of a double-click would stop what the first began.
          if (!isOff && detail < 2) onPress();
        }}
      />
      {refusal !== null && (
        <span
          id={tooltipId}
          role="tooltip"
          className={styles.tooltip}
          style={{ left: box.x + box.width, top: box.y + box.height }}
        >
          {refusal}
        </span>
      )}
    </>
  );
}
