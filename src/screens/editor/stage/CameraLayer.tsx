import { useLayoutEffect, useRef, type ReactNode, type Ref } from 'react';
import { FULL_DETAIL_FROM_ZOOM, type Editor } from '../../../engine';
import styles from './CameraLayer.module.css';

const REST_MS = 100;

interface CameraLayerProps {
  readonly editor: Editor;
  readonly ref?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

/**
 * Lays its children over the world: their CSS pixels are world pixels. One transform follows the camera, written
 * straight to the element, so that a pan costs React nothing. `--unscale` undoes the zoom for what keeps its size. `data-far`
 * stands on it while the zoom draws no parts of cards.
 */
export function CameraLayer({ editor, ref, children }: CameraLayerProps) {
  const layer = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = layer.current;
    if (!element) return undefined;
    let shown = 0;
    let timer: number | undefined;
    let frame = 0;
    const unscale = (): void => {
      shown = editor.viewport.camera.zoom;
      element.style.setProperty('--unscale', String(1 / shown));
    };
    const follow = (): void => {
      frame = 0;
      const { x, y, zoom } = editor.viewport.camera;
      element.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`;
      element.toggleAttribute('data-far', zoom < FULL_DETAIL_FROM_ZOOM);
      if (zoom === shown) return;
      // Every element of the layer inherits it and is styled anew, so it waits until the zoom has come to rest.
      window.clearTimeout(timer);
      timer = window.setTimeout(unscale, REST_MS);
    };
    follow();
    unscale();
    const unsubscribe = editor.subscribe((event) => {
      // With the stage, once a frame: the browser would lay out anew before each further report of the mouse.
      if (event.type === 'camera' && frame === 0) frame = window.requestAnimationFrame(follow);
    });
    return () => {
      unsubscribe();
      window.clearTimeout(timer);
      window.cancelAnimationFrame(frame);
    };
  }, [editor]);

  return (
    <div className={styles.clip} ref={ref}>
      <div ref={layer} className={styles.layer} data-camera-layer="">
        {children}
      </div>
    </div>
  );
}
