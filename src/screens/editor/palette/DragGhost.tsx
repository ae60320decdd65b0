import { useImperativeHandle, useRef, useState, type Ref } from 'react';
import { createPortal } from 'react-dom';
import { nodeSize } from '../../../engine';
import { classNames } from '../../../ui/classNames';
import { Icon } from '../../../ui/Icon';
import styles from './DragGhost.module.css';
import type { DragView } from './followPaletteDrag';
import type { PaletteItem } from './paletteItems';

interface DragGhostProps {
  readonly ref: Ref<DragView>;
  readonly nameOf: (item: PaletteItem) => string;
  readonly zoom: () => number;
  readonly onDragging: (isDragging: boolean) => void;
}

/** The card as it will lie, its top left corner at the pointer: the drop point is the node's corner. */
export function DragGhost({ ref, nameOf, zoom, onDragging }: DragGhostProps) {
  const [item, setItem] = useState<PaletteItem | null>(null);
  const [isOver, setIsOver] = useState(false);
  const place = useRef<HTMLDivElement | null>(null);
  const at = useRef('');

  useImperativeHandle(
    ref,
    () => ({
      start: (dragged) => {
        setItem(dragged);
        onDragging(true);
      },
      move: (clientX, clientY, over) => {
        at.current = `translate(${clientX}px, ${clientY}px)`;
        if (place.current) place.current.style.transform = at.current;
        setIsOver(over);
      },
      end: () => {
        setItem(null);
        setIsOver(false);
        onDragging(false);
      },
    }),
    [onDragging],
  );

  if (!item) return null;
  const size = nodeSize({ id: '', type: item.nodeType, position: { x: 0, y: 0 }, data: {} });
  return createPortal(
    <div
      ref={(element) => {
        place.current = element;
        if (element) element.style.transform = at.current;
      }}
      className={styles.place}
      aria-hidden="true"
    >
      <div
        className={classNames(styles.card, isOver && styles.over)}
        style={{ width: size.width, height: size.height, transform: `scale(${zoom()})` }}
      >
        <span className={styles.header}>
          <Icon name={item.panel} size={16} />
          {nameOf(item)}
        </span>
      </div>
    </div>,
    document.body,
  );
}
