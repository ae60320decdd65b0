import { useMemo } from 'react';
import type { Take } from '../../../api/contractTakes';
import { FAILURE_NOTICE_MS } from '../../../stores/Notice';
import { downloadFile } from '../../../ui/downloadFile';
import { announce } from '../../../ui/live/announce';
import { drawPng } from '../../../ui/pictures/drawPng';
import { notify } from '../../../ui/toasts/notify';
import { useStores } from '../../StoresContext';
import { pictureFileName } from '../pictures/pictureFileName';
import { usePictureDownload } from '../pictures/usePictureDownload';
import { wordsOfTake } from './takeWords';

/** The one form of a picture that every browser lets a page copy. */
const PNG = 'image/png';

async function asPng(picture: Blob): Promise<Blob> {
  if (picture.type === PNG) return picture;
  const bitmap = await createImageBitmap(picture);
  try {
    return await drawPng(bitmap, bitmap.width, bitmap.height);
  } finally {
    bitmap.close();
  }
}

interface TakeFiles {
  readonly copy: (take: Take) => Promise<void>;
  /** The stored bytes, unchanged, under the first words of the request. */
  readonly download: (take: Take) => Promise<void>;
}

/** Gives a take's picture or words to the clipboard or to a file. */
export function useTakeFiles(): TakeFiles {
  const { api } = useStores();
  const downloadPicture = usePictureDownload();
  return useMemo(
    () => ({
      copy: async ({ url, text }) => {
        try {
          if (text !== undefined) {
            await navigator.clipboard.writeText(text);
            announce('takes.saidCopiedText');
            return;
          }
          // Safari takes it only in the task of the press: what is not there yet as a promise.
          await navigator.clipboard.write([new ClipboardItem({ [PNG]: api.files.read(url).then(asPng) })]);
          announce('takes.saidCopied');
        } catch (error) {
          console.warn('the take could not be copied', error);
          notify({
            variant: 'destructive',
            titleKey: text === undefined ? 'takes.notCopied' : 'takes.notCopiedText',
            durationMs: FAILURE_NOTICE_MS,
          });
        }
      },
      download: async (take) => {
        if (take.text !== undefined) {
          downloadFile(new Blob([take.text], { type: 'text/plain' }), pictureFileName(wordsOfTake(take), 'text.txt'));
          return;
        }
        await downloadPicture(take.url, wordsOfTake(take));
      },
    }),
    [api, downloadPicture],
  );
}
