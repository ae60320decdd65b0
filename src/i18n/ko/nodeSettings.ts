import type { nodeSettings as english } from '../en/nodeSettings';
import type { Words } from './Words';

/** Words of a node's model and its settings. */
export const nodeSettings: Words<typeof english> = {
  nodeSettings: {
    title: '설정',
    model: '모델',
    aspectRatio: '비율',
    ownRatio: '자동',
    ownRatioHint: '모델이 알아서 정하는 비율',
    count: '장수',
    countHint: '한 번 실행할 때 만드는 이미지 수',
    gone: '‘{{name}}’ 모델은 이제 쓸 수 없어요.',
    takeNearest: '{{name}} 쓰기',
    notMade: '이 모델은 {{value}} 비율로 만들지 못해요. 다른 비율을 골라 주세요.',
    noPictures: '글만 받아요',
    pictures_one: '글과 이미지 한 장을 받아요',
    pictures_other: '글과 이미지를 {{count}}장까지 받아요',
    cost: '한 장에 약 {{cost}}',
    free: '무료',
    costUnknown: '비용은 알 수 없어요',
    unread: '이 서버의 모델을 아직 불러오지 못했어요.',
    references: '함께 보내는 이미지',
    reference: '이미지 {{number}}: {{name}}',
    leftOut: '{{name}}, 이 모델은 쓰지 않아요',
    tooMany_one: '이 모델은 이미지를 한 장만 받아요. 나머지 연결을 끊거나 다른 모델을 골라 주세요.',
    tooMany_other: '이 모델은 이미지를 {{count}}장까지만 받아요. 나머지 연결을 끊거나 다른 모델을 골라 주세요.',
    order: '글에서 이 번호로 가리킬 수 있어요. ‘이미지 2의 고양이’처럼 써 보세요. 끌면 순서가 바뀌어요.',
    orderKeys: 'Alt와 화살표 키로도 바꿀 수 있어요.',
    saidMoved: '이제 {{count}}장 중 {{place}}번째예요.',
    saidModel: '이제 {{name}} 모델로 만들어요.',
  },
};
