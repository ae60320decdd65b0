import { answerThread } from './answerThread';
import { paintPreview } from './paintPreview';
import type { PreviewWish } from './paintPreview';

answerThread((wish: PreviewWish): Promise<Uint8Array> => paintPreview(wish));
