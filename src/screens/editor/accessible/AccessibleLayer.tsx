import { useCallback, useImperativeHandle, useMemo, useRef, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { LIST_ACTIONS, type NodeWork } from '../../../actions';
import type { FlowNode } from '../../../engine';
import { AccessibleLayer as EngineLayer, type GoTo, type NodeGroupProps } from '../../../engine/konva';
import { layerWords } from '../../../i18n/layerWords';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { say } from '../../../ui/live/announce';
import { CardNode, type CardHandlers } from './CardNode';
import { cardWords } from './cardWords';
import { detachRowByKey } from './detachRowByKey';
import { openNode } from './openNode';
import { useMoveIntoKeys } from './useMoveIntoKeys';
import { useRowKeys } from './useRowKeys';

interface AccessibleLayerProps {
  readonly flow: FlowStore;
  readonly workOf: (nodeId: string) => NodeWork;
  /** Number of pictures that a node makes when lists go one by one; 0 for other nodes. */
  readonly cellsOf: (nodeId: string) => number;
  /** Why the node's last run failed; null when it did not. */
  readonly reasonOf: (nodeId: string) => string | null;
  readonly onStop: (nodeId: string) => void;
  /** Receives the function that goes to any node, in view or not. */
  readonly goToRef?: RefObject<GoTo | null>;
}

/** The engine's accessible layer in the person's language, with what this application does at a card. */
export function AccessibleLayer({ flow, workOf, cellsOf, reasonOf, onStop, goToRef }: AccessibleLayerProps) {
  const { editor } = flow;
  const { t } = useTranslation();
  const words = useMemo(() => cardWords(t), [t]);
  const root = useRef<HTMLDivElement>(null);
  const way = useRef<GoTo>(null);
  const goTo = useCallback<GoTo>((...to) => way.current?.(...to), []);
  useImperativeHandle(goToRef, () => goTo, [goTo]);

  const cardHandlers = useMemo(
    (): CardHandlers => ({
      act: (nodeId, action) => editor.act(nodeId, action),
      stop: onStop,
      toggleListMode: ({ part, ...list }) => LIST_ACTIONS[part].run({ editor, list }),
      takeOut: (nodeId, rowId) => {
        const freeId = detachRowByKey(editor, nodeId, rowId);
        if (freeId !== null) goTo(freeId);
      },
    }),
    [editor, goTo, onStop],
  );
  const renderNode = useCallback(
    (node: NodeGroupProps) => <CardNode {...node} {...{ workOf, cellsOf, reasonOf, cardHandlers }} cardWords={words} />,
    [workOf, cellsOf, reasonOf, cardHandlers, words],
  );
  const open = useCallback((node: FlowNode): void => openNode(editor, node), [editor]);

  useMoveIntoKeys(root, editor, goTo);
  useRowKeys(root, editor, goTo);

  return (
    <EngineLayer
      ref={root}
      goToRef={way}
      editor={editor}
      words={layerWords(t)}
      say={say}
      renderNode={renderNode}
      onOpen={open}
    />
  );
}
