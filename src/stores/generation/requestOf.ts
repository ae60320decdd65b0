import type { GenerateImage, GenerateItem } from '../../api/contract';
import { DEFAULT_IMAGE_MODEL } from '../../api/contractModels';
import { modelAndSettings, type FlowNode } from '../../engine';

/** Model, aspect ratio and count for a request; defaults are left out. */
export function wishOf(node: FlowNode | undefined): Pick<GenerateImage, 'model' | 'aspectRatio' | 'count'> {
  if (!node) return {};
  const { model, settings } = modelAndSettings(node);
  return { ...(model !== undefined && model !== DEFAULT_IMAGE_MODEL && { model }), ...settings };
}

/** Resolves as the work does; rejects as soon as the signal is aborted, though the work goes on. */
async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const aborted = new Promise<never>((_resolve, reject) => {
    const leave = (): void => reject(signal.reason);
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
  });
  return Promise.race([work, aborted]);
}

/** The items with their pictures as the server takes them. */
export const withPictures = (
  items: readonly GenerateItem[],
  pictureFor: (value: string) => Promise<string>,
  signal: AbortSignal,
): Promise<GenerateItem[]> =>
  // An upload is left to its end: another request may need the same picture.
  unlessAborted(
    Promise.all(
      items.map(async (item) =>
        item.type === 'image_prompt' ? { ...item, content: await pictureFor(item.content) } : item,
      ),
    ),
    signal,
  );
