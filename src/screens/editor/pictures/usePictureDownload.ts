import { useCallback } from 'react';
import { FAILURE_NOTICE_MS } from '../../../stores/Notice';
import { downloadFile } from '../../../ui/downloadFile';
import { notify } from '../../../ui/toasts/notify';
import { useStores } from '../../StoresContext';
import { pictureFileName } from './pictureFileName';

/** Returns a function that saves the bytes of a picture, unchanged, under the first words of its request. */
export function usePictureDownload(): (url: string, words: string) => Promise<void> {
  const { api } = useStores();
  return useCallback(
    async (url, words) => {
      try {
        downloadFile(await api.files.read(url), pictureFileName(words, url));
      } catch (error) {
        console.warn('the picture could not be downloaded', error);
        notify({ variant: 'destructive', titleKey: 'node.notDownloaded', durationMs: FAILURE_NOTICE_MS });
      }
    },
    [api],
  );
}
