import type { frames as english } from '../en/frames';
import type { Words } from './Words';

/** Words of frames, notes and bookmarks. */
export const frames: Words<typeof english> = {
  frames: {
    frame: '선택한 노드를 프레임으로 묶기',
    fold: '프레임 접기 또는 펼치기',
    unfolded: '프레임을 펼쳤어요.',
    folded: '프레임을 카드 하나로 접었어요.',
    work: '안에서 {{underWay}}개가 진행 중이고 {{failed}}개가 실패했어요.',
    note: '메모 추가',
    wider: '너비 늘리기',
    narrower: '너비 줄이기',
    taller: '높이 늘리기',
    shorter: '높이 줄이기',
    tools: '프레임',
    colour: '색',
    grey: '회색 프레임',
    blue: '파란색 프레임',
    green: '초록색 프레임',
    yellow: '노란색 프레임',
    red: '빨간색 프레임',
    violet: '보라색 프레임',
    noNode: '먼저 프레임에 담을 노드를 선택해 주세요.',
    noFrame: '먼저 프레임을 선택해 주세요.',
    noSize: '먼저 프레임이나 메모 하나를 선택해 주세요.',
  },
  bookmarks: {
    keep: '이 자리 기억하기',
    keepAs: '이 자리를 {{count}}번으로 기억하기',
    goTo: '기억한 자리로 가기',
    goToNumber: '{{count}}번 자리로 가기',
    kept: '이 자리를 {{place}}번으로 기억했어요.',
    replaced: '{{place}}번은 이제 이 자리예요.',
    visited: '{{place}}번 자리예요.',
    missing: '이 번호로 기억한 자리가 없어요.',
    replacedTitle: '기억한 자리를 바꿨어요',
    takeBack: '이전 자리로 되돌리기',
    back: '전에 기억한 자리로 되돌렸어요.',
  },
};
