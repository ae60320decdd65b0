import { memo } from 'react';
import { boxStyle } from '../stage/ViewportLayer';
import { ActionButton } from './ActionButton';
import styles from './EdgeGroup.module.css';

interface EdgeGroupProps {
  readonly edgeId: string;
  /** Words for its ends, such as 'Connection from Text to Image'. */
  readonly label: string;
  /** 'Delete connection' */
  readonly deleteLabel: string;
  /** The edge's middle, where the round delete button is painted, and that button's radius; world pixels. */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly isSelected: boolean;
  /** True when nothing else is selected; only then its delete button is painted. */
  readonly isAlone: boolean;
  readonly isTabStop: boolean;
  readonly onFocus: (edgeId: string) => void;
  readonly onRemove: (edgeId: string) => void;
  /** Moves one of its ends by keys. */
  readonly onTake: (edgeId: string) => void;
}

/** One edge for people who do not see the canvas: reached from its node, selected by the focus, with its delete button. */
export const EdgeGroup = memo(function EdgeGroup(props: EdgeGroupProps) {
  const { edgeId, label, deleteLabel, x, y, radius, isSelected, isAlone, isTabStop, onFocus, onRemove, onTake } = props;
  const side = 2 * radius;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the focus selects the edge
    <div
      role="group"
      className={styles.edge}
      style={boxStyle({ x: x - radius, y: y - radius, width: side, height: side })}
      aria-label={label}
      data-edge-id={edgeId}
      data-selected={isSelected || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an edge is walked to, and its keys are the canvas's
      tabIndex={isTabStop ? 0 : -1}
      onFocus={(event) => {
        if (event.target === event.currentTarget) onFocus(edgeId);
      }}
      onKeyDown={(event) => {
        const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
        if (event.target !== event.currentTarget || event.key !== 'Enter' || !isPlain) return;
        event.preventDefault();
        event.stopPropagation();
        onTake(edgeId);
      }}
    >
      {isSelected && (
        <ActionButton
          box={{ x: 0, y: 0, width: side, height: side }}
          label={deleteLabel}
          isRound
          isPaintedFarOut
          isCovered={!isAlone}
          isTabStop={isTabStop}
          onPress={() => onRemove(edgeId)}
        />
      )}
    </div>
  );
});
