import { nodeSize, type Editor } from '../../../engine';
import { boxStyle } from './boxStyle';
import { CameraLayer } from './CameraLayer';
import styles from './DropLight.module.css';

interface DropLightProps {
  readonly editor: Editor;
  readonly nodeId: string | null;
}

/** Lights up the category that would take the dragged row. */
export function DropLight({ editor, nodeId }: DropLightProps) {
  const node = nodeId === null ? undefined : editor.document.node(nodeId);
  if (!node) return null;
  return (
    <CameraLayer editor={editor}>
      <div className={styles.light} style={boxStyle({ ...node.position, ...nodeSize(node) })} />
    </CameraLayer>
  );
}
