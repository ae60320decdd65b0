import { observer } from 'mobx-react-lite';
import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandleRef } from '../../../engine';
import { ViewportLayer } from '../../../engine/konva';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { classNames } from '../../../ui/classNames';
import styles from './HandleTip.module.css';

interface HandleTipProps {
  readonly flow: FlowStore;
  /** The element that holds the stage and its accessible layer. */
  readonly area: RefObject<HTMLElement | null>;
}

/** Gap between a tip and the edge of the area; screen pixels. */
const EDGE = 8;

/** A mouse that only leads an edge from a handle to another opens no tip: each would make the browser lay the page out. */
const DELAY_MS = 400;

/** Distance that a span has to move to lie within another one. */
const wayInto = (from: number, to: number, least: number, most: number): number =>
  Math.max(least + EDGE - from, Math.min(0, most - EDGE - to));

/** The handle that has the keyboard's focus, and whether a mouse is over the area. */
function useWhereabouts(area: RefObject<HTMLElement | null>) {
  const [focused, setFocused] = useState<HandleRef | null>(null);
  const [isOver, setIsOver] = useState(false);

  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const follow = ({ target }: FocusEvent): void => {
      const button = target instanceof HTMLElement && target.matches('[data-handle]') ? target : null;
      const nodeId = button?.closest<HTMLElement>('[data-node-id]')?.dataset.nodeId;
      const handleId = button?.dataset.handle;
      setFocused(nodeId !== undefined && handleId !== undefined ? { nodeId, handleId } : null);
    };
    element.addEventListener('focusin', follow, { signal });
    element.addEventListener('focusout', () => setFocused(null), { signal });
    element.addEventListener('pointerover', ({ pointerType }) => setIsOver(pointerType === 'mouse'), { signal });
    element.addEventListener('pointerleave', () => setIsOver(false), { signal });
    return () => controller.abort();
  }, [area]);

  return { focused, isOver };
}

/** The key once it has been the same for the delay; null before. */
function useDelayed(key: string | null): string | null {
  const [delayed, setDelayed] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(key), key === null ? 0 : DELAY_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return delayed === key ? key : null;
}

/** Says what the handle under the mouse or the focus is for; nothing during a gesture. */
export const HandleTip = observer(function HandleTip({ flow, area }: HandleTipProps) {
  const { t } = useTranslation();
  const { document, scene } = flow.editor;
  const { focused, isOver } = useWhereabouts(area);
  const shown = flow.state === 'select.idle' ? ((isOver ? flow.hoverHandle : null) ?? focused) : null;
  const node = shown && flow.node(shown.nodeId);
  const handle = node && document.kinds.handleOf(node, shown.handleId);
  const key = useDelayed(node && handle ? `${node.id} ${handle.id}` : null);
  const tip = useRef<HTMLDivElement>(null);

  // The tip would be cut off on a narrow stage.
  useLayoutEffect(() => {
    const [element, stage] = [tip.current, area.current?.getBoundingClientRect()];
    if (key === null || !element || !stage) return;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    element.style.setProperty('--aside', `${wayInto(left, right, stage.left, stage.right)}px`);
    element.style.setProperty('--down', `${wayInto(top, bottom, stage.top, stage.bottom)}px`);
  }, [key, area]);

  if (!handle || key === null) return null;
  const { x, y } = scene.handlePosition(node, handle);
  return (
    <ViewportLayer editor={flow.editor}>
      <div
        key={key}
        ref={tip}
        role="tooltip"
        className={classNames(styles.tip, handle.side === 'output' && styles.output)}
        style={{ left: x, top: y }}
      >
        {t(`flows.${handle.flow}.${handle.side}Tip`)}
      </div>
    </ViewportLayer>
  );
});
