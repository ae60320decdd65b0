import { decodeFile, type DecodeFileRequest } from './decodeFile';

self.addEventListener('message', ({ data }: MessageEvent<DecodeFileRequest>) => {
  void decodeFile(data).then((answer) => self.postMessage(answer, { transfer: [] }));
});
