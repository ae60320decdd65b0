import { useLayoutEffect, useRef, type ReactNode, type Ref, type CSSProperties } from 'react';
import type { Editor } from '../../Editor';
import type { Box } from '../../geometry/box';
import { FULL_DETAIL_FROM_ZOOM } from '../../render/card/levelOfDetail';
import styles from './ViewportLayer.module.css';

const REST_MS = 100;

export interface ViewportLayerProps {
  readonly editor: Editor;
  readonly ref?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

/**
 * Lays its children over the world: their CSS pixels are world pixels. One transform follows the viewport, written straight to the element,
 * so that a pan costs React nothing. `--unscale` undoes the zoom for elements of a fixed size. `data-far` is set while the zoom draws no
 * parts of cards.
 */
export function ViewportLayer({ editor, ref, children }: ViewportLayerProps) {
  const layer = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = layer.current;
    if (!element) return undefined;
    let shown = 0;
    let timer: number | undefined;
    let frame = 0;
    const unscale = (): void => {
      shown = editor.view.viewport.zoom;
      element.style.setProperty('--unscale', String(1 / shown));
    };
    const follow = (): void => {
      frame = 0;
      const { x, y, zoom } = editor.view.viewport;
      element.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`;
      element.toggleAttribute('data-far', zoom < FULL_DETAIL_FROM_ZOOM);
      if (zoom === shown) return;
      // Every element of the layer inherits it and is styled again, so it waits until the zoom has come to rest.
      window.clearTimeout(timer);
      timer = window.setTimeout(unscale, REST_MS);
    };
    follow();
    unscale();
    const unsubscribe = editor.subscribe(({ type }) => {
      // This follows the stage once a frame: the browser would compute the layout before each further mouse event.
      if (type === 'viewport' && frame === 0) frame = window.requestAnimationFrame(follow);
    });
    return () => {
      unsubscribe();
      window.clearTimeout(timer);
      window.cancelAnimationFrame(frame);
    };
  }, [editor]);

  return (
    <div className={styles.clip} ref={ref}>
      <div ref={layer} className={styles.layer} data-viewport-layer="">
        {children}
      </div>
    </div>
  );
}

/** An absolute place in a layer whose pixels are the box's. */
export const boxStyle = ({ x, y, width, height }: Box): CSSProperties => ({ left: x, top: y, width, height });
