import type { flows as english } from '../en/flows';
import type { Words } from './Words';

/** Words of each flow: what its panel, its models and its handles are called. */
export const flows: Words<typeof english> = {
  flows: {
    text: {
      name: '텍스트',
      panel: '패널: 텍스트',
      search: '텍스트 AI 검색',
      models: '텍스트 AI 모델 노드',
      input: '텍스트 입력',
      output: '텍스트 출력',
      inputTip: '텍스트 입력: 텍스트 노드에서 오는 파란 연결을 받아요',
      outputTip: '텍스트 출력: 여기서 끌어 텍스트 입력에 연결해요',
    },
    image: {
      name: '이미지',
      panel: '패널: 이미지',
      search: '이미지 AI 검색',
      models: '이미지 AI 모델 노드',
      input: '이미지 입력',
      output: '이미지 출력',
      inputTip: '이미지 입력: 이미지 노드에서 오는 노란 연결을 받아요',
      outputTip: '이미지 출력: 여기서 끌어 이미지 입력에 연결해요',
    },
    video: {
      name: '비디오',
      panel: '패널: 비디오',
      search: '비디오 AI 검색',
      models: '비디오 AI 모델 노드',
      input: '비디오 입력',
      output: '비디오 출력',
      inputTip: '비디오 입력: 아직 연결할 수 없어요',
      outputTip: '비디오 출력: 아직 연결할 수 없어요',
    },
    audio: {
      name: '오디오',
      panel: '패널: 오디오',
      search: '오디오 AI 검색',
      models: '오디오 AI 모델 노드',
      input: '오디오 입력',
      output: '오디오 출력',
      inputTip: '오디오 입력: 아직 연결할 수 없어요',
      outputTip: '오디오 출력: 아직 연결할 수 없어요',
    },
  },
};
