import { layeredLayout, type LayoutGraph, type LayoutPlaces } from '../../engine';

export type LayoutMessage =
  | { readonly type: 'progress'; readonly share: number }
  | { readonly type: 'places'; readonly places: LayoutPlaces };

/** Lays a graph out in a worker. An abort ends it at once, and the promise is rejected. */
export type LayOut = (
  graph: LayoutGraph,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) => Promise<LayoutPlaces>;

/** Uses a worker for this one layout, so that aborting ends the worker; lays out on the page where there are no workers. */
export const layoutInWorker: LayOut = (graph, onProgress, signal) => {
  if (typeof Worker === 'undefined') return Promise.resolve(layeredLayout(graph));
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
    signal.addEventListener('abort', () => {
      worker.terminate();
      reject(signal.reason as Error);
    });
    worker.addEventListener('message', ({ data }: MessageEvent<LayoutMessage>) => {
      if (data.type === 'progress') {
        onProgress(data.share);
        return;
      }
      worker.terminate();
      resolve(data.places);
    });
    // The worker's script could not be loaded.
    worker.addEventListener('error', () => {
      worker.terminate();
      resolve(layeredLayout(graph));
    });
    worker.postMessage(graph, []);
  });
};
