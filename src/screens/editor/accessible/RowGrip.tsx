import type { DragEvent } from 'react';
import { ROW_ACTIONS } from '../../../actions';
import type { Box, CategoryItem } from '../../../engine';
import { ariaKeys } from '../../../ui/actionKeys';
import { classNames } from '../../../ui/classNames';
import { forgetDraggedItem, writeDraggedItem } from '../stage/draggedItem';
import { boxStyle } from '../../../engine/konva';
import styles from './RowGrip.module.css';
import type { CardWords } from './cardWords';

/** Delete removes it, as it removes everything that has the focus on the canvas. */
const KEYS = [ariaKeys(ROW_ACTIONS.moveUp), ariaKeys(ROW_ACTIONS.moveDown), 'Delete'].join(' ');

interface RowGripProps {
  readonly box: Box;
  readonly item: CategoryItem;
  readonly words: CardWords;
  readonly isTabStop: boolean;
  readonly isCovered: boolean;
  /** Takes the row out of its category, from the keyboard. */
  readonly onTakeOut: () => void;
}

/** Shows the image that the browser drags. It must be laid out to be drawn, for as long as the browser takes its picture of it. */
function showDragged(data: DataTransfer, name: string): void {
  const image = document.createElement('div');
  image.className = styles.image ?? '';
  image.textContent = name;
  document.body.append(image);
  data.setDragImage?.(image, 0, 0);
  setTimeout(() => image.remove());
}

/**
 * The grip of a category's row. A mouse drags it with the browser's own dragging, so that any other place may take the
 * row; the press of a finger or a pen goes to the canvas, whose tools know how to pull a row; Enter takes it out, and Delete removes it.
 */
export function RowGrip({ box, item, words, isTabStop, isCovered, onTakeOut }: RowGripProps) {
  const onDragStart = (event: DragEvent<HTMLDivElement>): void => {
    writeDraggedItem(event.dataTransfer, item);
    showDragged(event.dataTransfer, words.itemName(item));
  };

  return (
    // This is no <button>: Firefox drags none.
    <div
      role="button"
      className={classNames(styles.grip, isCovered && styles.covered)}
      style={boxStyle(box)}
      tabIndex={isTabStop ? 0 : -1}
      aria-label={words.gripName(item)}
      aria-keyshortcuts={KEYS}
      data-item-id={item.id}
      draggable
      onDragStart={onDragStart}
      onDragEnd={forgetDraggedItem}
      onPointerDown={(event) => {
        // A long press of a finger would start the browser's dragging under the canvas's own.
        event.currentTarget.draggable = event.pointerType === 'mouse';
      }}
      onPointerUp={(event) => {
        event.currentTarget.draggable = true;
      }}
      onPointerCancel={(event) => {
        event.currentTarget.draggable = true;
      }}
      onClick={(event) => {
        if (event.detail === 0) ROW_ACTIONS.takeOut.run(onTakeOut);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        ROW_ACTIONS.takeOut.run(onTakeOut);
      }}
    />
  );
}
