import type { writing as english } from '../en/writing';
import type { Words } from './Words';

/** Sentences in Korean about the text model's offers. */
export const writing: Words<typeof english> = {
  writing: {
    improve: '글 다듬기',
    describe: '이미지를 글로 설명하기',
    noModel: '이 서버에는 글을 쓰는 모델이 없어요. 운영자에게 문의해 주세요.',
    needsText: '글이 있는 텍스트 입력을 하나 골라 주세요.',
    asked: '글을 쓰고 있어요. 30초쯤 걸릴 수 있어요.',
    before: '지금 글',
    after: '새 글',
    same: '더 다듬을 곳이 없어요.',
    use: '새 글 쓰기',
    addText: '텍스트 입력으로 넣기',
    addLists: '카테고리로 넣기',
    again: '다시 쓰기',
    leave: '그대로 두기',
    failed: '글을 받지 못했어요. 네트워크를 확인하고 다시 시도해 주세요.',
    changed: '그사이에 글이 바뀌었어요. 다시 쓰면 지금 글에서 시작해요.',
    gone: '캔버스에 이 글이나 이미지가 더는 없어서 다시 쓸 수 없어요.',
    saidUsed: '텍스트 입력에 새 글을 넣었어요. 되돌리면 이전 글로 돌아가요.',
    saidAdded: '이미지를 설명한 텍스트 입력을 캔버스에 넣었어요.',
    begun: '글을 쓰고 있어요.',
    done: '글을 다 썼어요.',
    errorTitle: '글을 쓰지 못했어요',
    error: '글을 쓰는 중 오류가 발생했어요.',
  },
};
