import { decodeFile, type DecodeRequest } from './decodeFile';

self.addEventListener('message', ({ data }: MessageEvent<DecodeRequest>) => {
  void decodeFile(data).then((answer) => self.postMessage(answer, { transfer: [] }));
});
