import { useLayoutEffect, useRef, type ReactNode, type Ref } from 'react';
import type { Editor } from '../../../engine';
import styles from './CameraLayer.module.css';

interface CameraLayerProps {
  readonly editor: Editor;
  readonly ref?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

/**
 * Lays its children over the world: their CSS pixels are world pixels. One transform follows the camera, written
 * straight to the element, so that a pan costs React nothing. `--unscale` undoes the zoom for what keeps its size.
 */
export function CameraLayer({ editor, ref, children }: CameraLayerProps) {
  const layer = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    let shown = 0;
    const follow = (): void => {
      if (!layer.current) return;
      const { x, y, zoom } = editor.camera;
      layer.current.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`;
      if (zoom === shown) return;
      shown = zoom;
      layer.current.style.setProperty('--unscale', String(1 / zoom));
    };
    follow();
    return editor.subscribe((event) => {
      if (event.type === 'camera') follow();
    });
  }, [editor]);

  return (
    <div className={styles.clip} ref={ref}>
      <div ref={layer} className={styles.layer} data-camera-layer="">
        {children}
      </div>
    </div>
  );
}
