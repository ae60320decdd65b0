import type { mentions as english } from '../en/mentions';
import type { Words } from './Words';

/** Sentences in Korean about what texts mention. */
export const mentions: Words<typeof english> = {
  mention: {
    gone: '삭제됨',
    list: '언급하기',
    none: '이 글과 함께 연결된 것이 아직 없어요. 같은 이미지 노드에 그림이나 다른 글을 연결해 보세요.',
  },
};
