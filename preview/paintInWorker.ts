import { answerThread } from './answerThread';
import { paintPreview } from './paintPreview';
import type { PreviewRequest } from './paintPreview';

answerThread((wish: PreviewRequest): Promise<Uint8Array> => paintPreview(wish));
