import type { mentions as english } from '../en/mentions';
import type { Words } from './Words';

/** Sentences in Korean about what texts mention. */
export const mentions: Words<typeof english> = {
  mention: {
    gone: '삭제됨',
  },
};
