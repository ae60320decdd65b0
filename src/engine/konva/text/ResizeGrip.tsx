import type { FocusEvent, KeyboardEvent, PointerEvent, Ref } from 'react';
import type { Vector } from '../../geometry/vector';
import type { Size } from '../../geometry/viewport';
import { ARROWS } from '../../shortcuts';
import { trackPointer } from '../input/trackPointer';
import { boxStyle } from '../stage/ViewportLayer';
import type { FieldWords } from './fieldWords';
import { sizeBounds } from './largeSize';
import styles from './ResizeGrip.module.css';

/** Change by an arrow, and by an arrow with shift; CSS pixels. */
const STEP = 20;
const LONG_STEP = 100;

interface ResizeGripProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly words: FieldWords;
  /** Corner of the field, in the world. */
  readonly corner: Vector;
  /** Size of the field, in CSS pixels. */
  readonly size: Size;
  readonly onSize: (size: Size) => void;
  /** Called for a key that is no arrow. */
  readonly onKey: (event: KeyboardEvent<HTMLElement>) => void;
  readonly onLeave: (event: FocusEvent) => void;
}

/** The corner by which the large field is resized: by mouse, finger and pen, and by the arrow keys when it has the focus. */
export function ResizeGrip({ ref, words, corner, size, onSize, onKey, onLeave }: ResizeGripProps) {
  const { least, most } = sizeBounds();
  const { width, height } = size;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    event.stopPropagation();
    const arrow = ARROWS[event.key];
    if (!arrow) {
      onKey(event);
      return;
    }
    event.preventDefault();
    const step = event.shiftKey ? LONG_STEP : STEP;
    onSize({ width: width + arrow.x * step, height: height + arrow.y * step });
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    // The field keeps the focus, and the composition in it.
    event.preventDefault();
    event.stopPropagation();
    const { clientX, clientY } = event;
    trackPointer(event.nativeEvent, {
      captor: event.currentTarget,
      onMove: (now) => onSize({ width: width + now.clientX - clientX, height: height + now.clientY - clientY }),
    });
  };

  return (
    <div
      ref={ref}
      className={styles.grip}
      style={{ ...boxStyle({ ...corner, ...size }) }}
      role="slider"
      tabIndex={0}
      aria-label={words.size}
      aria-valuemin={least.width}
      aria-valuemax={Math.round(most.width)}
      aria-valuenow={Math.round(width)}
      aria-valuetext={words.sizeValue(Math.round(width), Math.round(height))}
      onKeyDown={onKeyDown}
      onBlur={onLeave}
      onPointerDown={onPointerDown}
    />
  );
}
