import { cardLayout, nodeSize, type Editor, type RowSlot } from '../../../engine';
import { boxStyle } from './boxStyle';
import { CameraLayer } from './CameraLayer';
import styles from './DropLight.module.css';

interface DropLightProps {
  readonly editor: Editor;
  readonly place: RowSlot;
}

/** Of the bar between two rows; world pixels. */
const BAR = 4;
const INSET = 8;

/** Lights up the category that would take the dragged row, and in its own category the place between the others. */
export function DropLight({ editor, place: { targetId, slot } }: DropLightProps) {
  const node = targetId === null ? undefined : editor.document.node(targetId);
  if (!node) return null;
  const { rows } = cardLayout(node);
  const last = rows.at(-1)?.box;
  const top = slot === null ? null : (rows[slot]?.box.y ?? (last ? last.y + last.height : 0));
  const { width, height } = nodeSize(node);
  return (
    <CameraLayer editor={editor}>
      <div className={styles.light} style={boxStyle({ ...node.position, width, height })} data-testid="drop-light">
        {top !== null && (
          <div
            className={styles.slot}
            style={boxStyle({ x: INSET, y: top - BAR / 2, width: width - 2 * INSET, height: BAR })}
            data-slot={slot}
          />
        )}
      </div>
    </CameraLayer>
  );
}
