import { useEffect, useRef, type PointerEvent } from 'react';
import type { Editor } from '../Editor';
import { toWorld } from '../geometry/camera';
import { nodeKind } from '../model/nodeKinds';
import { minimapTransform } from '../paint/minimapTransform';
import { MINIMAP_SIZE, paintMinimap, type MinimapNode } from '../paint/paintMinimap';
import type { PaintTheme } from '../paint/PaintTheme';

export interface MinimapCanvasProps {
  readonly editor: Editor;
  readonly theme: PaintTheme;
  readonly label: string;
}

/** The whole canvas on 200x150; a press or a drag on it moves the view there. */
export function MinimapCanvas({ editor, theme, label }: MinimapCanvasProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const canvas = canvasRef.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return undefined;
    let nodes: readonly MinimapNode[] | null = null;
    let frame = 0;
    const draw = () => {
      frame = 0;
      const ratio = window.devicePixelRatio || 1;
      canvas.width = MINIMAP_SIZE.width * ratio;
      canvas.height = MINIMAP_SIZE.height * ratio;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      nodes ??= editor.document.nodes.map((node) => ({
        box: editor.scene.boxOf(node),
        colour: nodeKind(node.type)?.colour ?? 'none',
      }));
      paintMinimap(context, { bounds: editor.scene.bounds(), nodes, view: editor.visibleBox() }, MINIMAP_SIZE, theme);
    };
    const ask = () => {
      if (frame === 0) frame = requestAnimationFrame(draw);
    };
    const unsubscribe = editor.subscribe((event) => {
      if (event.type === 'document') nodes = null;
      if (event.type === 'document' || event.type === 'camera' || (event.type === 'stale' && event.reason === 'size'))
        ask();
    });
    ask();
    return () => {
      unsubscribe();
      cancelAnimationFrame(frame);
    };
  }, [editor, theme]);

  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const camera = minimapTransform(editor.scene.bounds(), editor.visibleBox(), MINIMAP_SIZE);
    editor.centreOn(toWorld(camera, { x: event.clientX - box.left, y: event.clientY - box.top }));
  };

  return (
    <canvas
      ref={canvasRef}
      role="img"
      aria-label={label}
      style={{ ...MINIMAP_SIZE, display: 'block', touchAction: 'none', cursor: 'pointer' }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) go(event);
      }}
    />
  );
}
