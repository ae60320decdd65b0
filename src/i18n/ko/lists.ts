import type { lists as english } from '../en/lists';
import type { Words } from './Words';

/** Sentences in Korean about lists whose words go one by one. */
export const lists: Words<typeof english> = {
  list: {
    together: '함께',
    oneByOne: '하나씩',
    each: '이미지마다 낱말 하나씩',
    pair: '다른 목록과 짝짓기',
    pictureCount: '{count}장',
    results_one: '결과 {{count}}개',
    results_other: '결과 {{count}}개',
    count: '{{counts}} = {{results}}',
    axes: '하나씩 쓰는 목록',
    leftOut_one: '짝이 없는 낱말 {{count}}개는 빠져요.',
    leftOut_other: '짝이 없는 낱말 {{count}}개는 빠져요.',
    which: '어떤 결과를 만들까요',
    all: '모두',
    pairs: '조금만: 두 낱말이 한 번씩은 만나게',
    random: '골고루 뽑기',
    howMany: '몇 개',
    seed: '다시 뽑기',
    only: '이것만: {{words}}',
  },
};
