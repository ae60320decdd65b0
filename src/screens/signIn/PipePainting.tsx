import { useEffect, useRef } from 'react';
import { paintEdge, type EdgeEnvironment, type Vector } from '../../engine';
import { paintTheme } from '../../theme/paintTheme';
import { useColourMode } from '../../theme/useColourMode';
import { SCENE_CARD, SCENE_PIPES, SCENE_SIZE, type ScenePipe } from './pipeScene';

const HANDLE = 20;
const RIM = 3;
const CORE = 8;

/** Paints a handle like the canvas: a circle for words, a rounded square for pictures, each with a rim and a core. */
function paintHandle(
  context: CanvasRenderingContext2D,
  at: Vector,
  flow: ScenePipe['flow'],
  { theme }: EdgeEnvironment,
): void {
  const isText = flow === 'text';
  const fill = (size: number, colour: string): void => {
    context.beginPath();
    context.roundRect(at.x - size / 2, at.y - size / 2, size, size, size * (isText ? 0.5 : 0.3));
    context.fillStyle = colour;
    context.fill();
  };
  fill(HANDLE + 2 * RIM, theme.surface);
  fill(HANDLE, isText ? theme.textEdge : theme.imageEdge);
  fill(CORE, isText ? theme.textEdgeCore : theme.imageEdgeCore);
}

function paintScene(context: CanvasRenderingContext2D, environment: EdgeEnvironment): void {
  const { theme } = environment;
  for (const pipe of SCENE_PIPES) paintEdge(context, pipe.corners, pipe.flow, environment);

  const { x, y, width, height } = SCENE_CARD;
  context.beginPath();
  context.roundRect(x, y, width, height, 10);
  context.fillStyle = theme.surface;
  context.fill();
  context.strokeStyle = theme.line;
  context.lineWidth = 1;
  context.stroke();
  // The generated picture: a sun over two hills.
  context.save();
  context.beginPath();
  context.roundRect(x + 10, y + 10, width - 20, height - 20, 6);
  context.clip();
  context.fillStyle = theme.textEdgeCore;
  context.fillRect(x, y, width, height);
  context.fillStyle = theme.imageEdge;
  context.beginPath();
  context.arc(x + width * 0.66, y + height * 0.4, 24, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = theme.textEdge;
  context.beginPath();
  context.arc(x + width * 0.3, y + height * 1.08, height * 0.55, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = theme.imageEdgeCore;
  context.beginPath();
  context.arc(x + width * 0.82, y + height * 1.2, height * 0.5, 0, 2 * Math.PI);
  context.fill();
  context.restore();

  for (const { flow, handles } of SCENE_PIPES) {
    for (const handle of handles) paintHandle(context, handle, flow, environment);
  }
}

/** The decoration of the sign-in page, by the same painter as the pipes of the canvas. */
export function PipePainting() {
  const mode = useColourMode();
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;

    const draw = (): void => {
      const ratio = window.devicePixelRatio || 1;
      const { clientWidth: width, clientHeight: height } = element;
      element.width = Math.round(width * ratio);
      element.height = Math.round(height * ratio);
      const zoom = Math.max(0.6, Math.min(1.6, Math.min(width / SCENE_SIZE.width, height / SCENE_SIZE.height) * 1.1));
      const scale = zoom * ratio;
      context.setTransform(
        scale,
        0,
        0,
        scale,
        (element.width - SCENE_SIZE.width * scale) / 2,
        (element.height - SCENE_SIZE.height * scale) / 2,
      );
      paintScene(context, {
        theme: paintTheme(mode),
        detail: 'full',
        scale,
      });
    };

    const observer = new ResizeObserver(draw);
    observer.observe(element);
    return () => observer.disconnect();
  }, [mode]);

  return <canvas ref={canvas} aria-hidden="true" />;
}
