import { observer } from 'mobx-react-lite';
import type { RowSlot } from '../../../engine';
import { boxStyle, ViewportLayer } from '../../../engine/konva';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import styles from './DropLight.module.css';

interface DropLightProps {
  readonly flow: FlowStore;
  readonly place: RowSlot;
}

/** Height of the bar between two rows; world pixels. */
const BAR = 4;
const INSET = 8;

/** Highlights the category that would take the dragged row, and in its own category the place between the others. */
export const DropLight = observer(function DropLight({ flow, place: { targetId, slot } }: DropLightProps) {
  const node = targetId === null ? undefined : flow.node(targetId);
  if (!node) return null;
  const { kinds } = flow.editor.document;
  const { rows } = kinds.layoutOf(node);
  const last = rows.at(-1)?.box;
  const top = slot === null ? null : (rows[slot]?.box.y ?? (last ? last.y + last.height : 0));
  const { width, height } = kinds.sizeOf(node);
  return (
    <ViewportLayer editor={flow.editor}>
      <div className={styles.light} style={boxStyle({ ...node.position, width, height })} data-testid="drop-light">
        {top !== null && (
          <div
            className={styles.slot}
            style={boxStyle({ x: INSET, y: top - BAR / 2, width: width - 2 * INSET, height: BAR })}
            data-slot={slot}
          />
        )}
      </div>
    </ViewportLayer>
  );
});
