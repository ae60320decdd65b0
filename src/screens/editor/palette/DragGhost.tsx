import { useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import { createPortal } from 'react-dom';
import type { Size } from '../../../engine';
import { classNames } from '../../../ui/classNames';
import styles from './DragGhost.module.css';
import type { DragView } from './followDrag';

interface DragGhostProps<Item> {
  readonly ref: Ref<DragView<Item>>;
  /** Size of the node that it becomes on the canvas. */
  readonly sizeOf: (item: Item) => Size;
  readonly zoom: () => number;
  readonly onDragging: (isDragging: boolean) => void;
  /** Content of the card. */
  readonly children: (item: Item) => ReactNode;
}

/** The card as it will be placed, its top left corner at the pointer: the drop point is the node's corner. */
export function DragGhost<Item extends object>(props: DragGhostProps<Item>) {
  const { ref, sizeOf, zoom, onDragging, children } = props;
  const [item, setItem] = useState<Item | null>(null);
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
  const size = sizeOf(item);
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
        {children(item)}
      </div>
    </div>,
    document.body,
  );
}
