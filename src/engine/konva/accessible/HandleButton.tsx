import { HANDLE_SIZE, type Handle } from '../../nodes/handles';
import { boxStyle } from '../stage/ViewportLayer';
import styles from './HandleButton.module.css';
import type { LayerWords } from './layerWords';

export const handleWord = ({ handles }: LayerWords, { flow, side }: Pick<Handle, 'flow' | 'side'>): string =>
  handles[`${flow} ${side}`];

interface HandleButtonProps {
  readonly handle: Handle;
  readonly label: string;
  readonly isTabStop: boolean;
  /** True when the pending connection made with keys begins here. */
  readonly isPending: boolean;
  readonly onPress: () => void;
}

/** A handle for the keyboard and the screen reader; the pointer goes through it to the canvas. */
export function HandleButton({ handle, label, isTabStop, isPending, onPress }: HandleButtonProps) {
  const { offset, isConnectable } = handle;
  return (
    <button
      type="button"
      className={styles.handle}
      style={boxStyle({
        x: offset.x - HANDLE_SIZE / 2,
        y: offset.y - HANDLE_SIZE / 2,
        width: HANDLE_SIZE,
        height: HANDLE_SIZE,
      })}
      data-handle={handle.id}
      tabIndex={isTabStop && isConnectable ? 0 : -1}
      aria-label={label}
      aria-disabled={!isConnectable || undefined}
      aria-pressed={isConnectable ? isPending : undefined}
      onClick={() => {
        if (isConnectable) onPress();
      }}
    />
  );
}
