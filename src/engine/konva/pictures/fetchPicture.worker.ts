import { fetchPicture } from './fetchPicture';
import type { DecodeAnswer, DecodeRequest } from './WorkerDecoder';

const answer = (message: DecodeAnswer, transfer: Transferable[] = []): void => self.postMessage(message, { transfer });

self.addEventListener('message', ({ data: { id, urls, maxSide, credentials } }: MessageEvent<DecodeRequest>) => {
  void fetchPicture(urls, maxSide, credentials).then(
    (picture) => answer({ id, picture }, picture === 'unanswered' ? [] : [picture]),
    () => answer({ id, picture: null }),
  );
});
