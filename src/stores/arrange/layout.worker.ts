import { layeredLayout, type LayoutGraph } from '../../engine';
import type { LayoutMessage } from './layoutInWorker';

const tell = (message: LayoutMessage): void => self.postMessage(message, { transfer: [] });

self.addEventListener('message', ({ data }: MessageEvent<LayoutGraph>) => {
  tell({ type: 'places', places: layeredLayout(data, (share) => tell({ type: 'progress', share })) });
});
