import type { account as english } from '../en/account';
import type { Words } from './Words';

/** Sentences in Korean of the dialogs behind the account menu. */
export const account: Words<typeof english> = {
  unsavedWork: {
    title: '아직 저장하지 못한 작업이 있어요',
    text: '다음 프로젝트의 최근 작업은 아직 서버에 없어요.',
    choices:
      '저장될 때까지 기다리거나, 파일로 받거나, 이 기기에 남겨 둘 수 있어요. 남겨 둔 작업은 여기서 다시 로그인하면 저장돼요.',
    onPage:
      '‘{{name}}’의 최근 작업은 이 기기에 보관하지 못해 이 페이지에만 있어요. 로그아웃하면 사라지니, 저장될 때까지 기다리거나 먼저 파일로 받아 주세요.',
    waiting: '서버를 기다리고 있어요. 모두 저장되면 바로 로그아웃돼요.',
    fileTaken: '작업을 파일로 받았어요. 이제 이 기기에서는 지워도 돼요.',
    wait: '저장되면 로그아웃',
    file: '파일로 받기',
    leave: '이 기기에 남겨 두고 로그아웃',
    drop: '이 기기에서 지우고 로그아웃',
  },
  signOutEverywhere: {
    title: '모든 기기에서 로그아웃할까요?',
    text: '이 계정으로 로그인한 모든 브라우저와 기기에서 로그아웃되고, API 토큰도 모두 폐기돼요.',
    unsaved: '다른 기기에서 아직 저장하지 못한 작업은 그 기기에 남아 있고, 다시 로그인하면 이어서 저장돼요.',
    signedOutHere: '여기서는 이미 로그아웃되어 있어요. 다시 로그인한 다음 시도해 주세요.',
  },
  tokens: {
    title: 'API 토큰',
    text: '스크립트는 로그인 대신 토큰을 써요. 꼭 필요한 권한만 주고, 쓰지 않게 되면 폐기하세요.',
    name: '새 토큰의 이름',
    namePlaceholder: '어디에 쓰나요?',
    scopes: '허용할 권한',
    scope: { read: '읽기', write: '쓰기', generate: '생성' },
    scopeMeans: {
      read: '프로젝트와 이미지 보기',
      write: '프로젝트 수정과 삭제, 이미지 업로드',
      generate: '이미지 생성과 분석, 비용이 들 수 있어요',
    },
    ends: '유효 기간',
    end: { month: '30일', quarter: '90일', year: '1년', never: '폐기할 때까지' },
    make: '토큰 만들기',
    made: '‘{{name}}’ 토큰을 만들었어요.',
    onlyNow: '지금 복사해 두세요. 다시 볼 수 없어요.',
    token: '새 토큰',
    copy: '복사',
    copied: '복사했어요.',
    copyByHand: '토큰을 선택해 두었어요. 키보드나 길게 누르기로 복사해 주세요.',
    yours: '내 토큰',
    none: '아직 토큰이 없어요.',
    until: '{{day}}까지',
    over: '만료됨',
    endless: '기한 없음',
    used: '마지막 사용 {{when}}',
    unused: '사용한 적 없음',
    revoke: '폐기',
    revokeOne: '‘{{name}}’ 폐기',
    revokeNow: '지금 폐기',
    revoked: '‘{{name}}’ 토큰을 폐기했어요.',
    failed: '처리하지 못했어요. 다시 시도해 주세요.',
    full: '토큰은 50개까지 만들 수 있어요. 하나를 폐기한 다음 만들어 주세요.',
  },
};
