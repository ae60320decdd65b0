import type {
  PaintEnvironment,
  PaintWords,
  Picture,
  PictureSource,
} from '../../src/engine/render/card/PaintEnvironment';
import { detailAt } from '../../src/engine/render/card/levelOfDetail';
import type { PaintTheme } from '../../src/engine/render/card/PaintTheme';
import type { FlowNode } from '../../src/engine/document/FlowNode';
import { NODE_KINDS } from '../../src/engine/nodes/registry';
import { paintTheme } from '../../src/theme/paintTheme';
import type { ColourMode } from '../../src/theme/tokens';
import { TEST_FAMILY } from './nodeCanvas';

/** The product's own colours, in the family that is registered in Node. */
const themeOf = (mode: ColourMode): PaintTheme => ({ ...paintTheme(mode), fontFamily: `"${TEST_FAMILY}"` });

export const LIGHT = themeOf('light');
export const DARK = themeOf('dark');

export const EN: PaintWords = {
  kinds: {
    textPrompt: 'Text input',
    imageUpload: 'Image input',
    image: 'Image AI model',
    category: 'Category',
    categoryItem: 'Category item',
    text: 'Text',
    model: 'Text AI model',
    video: 'Video AI model',
    audio: 'Audio AI model',
    other: 'Other node',
  },
  textPlaceholder: 'Please enter your text',
  convert: 'Convert to category',
  converting: 'Converting...',
  upload: 'Upload a file',
  loading: 'Loading...',
  uploading: 'Uploading...',
  waiting: 'Waiting its turn...',
  tryAgain: 'Try again',
  unavailable: 'This node is not yet available.',
  brokenPicture: 'The picture cannot be shown',
  untitled: 'Untitled',
  madeWithAi: 'Made with AI',
  offlinePreview: 'Offline preview',
};

export const KO: PaintWords = {
  kinds: {
    textPrompt: '텍스트 입력',
    imageUpload: '이미지 입력',
    image: '이미지 AI 모델',
    category: '카테고리',
    categoryItem: '카테고리 항목',
    text: '텍스트',
    model: '텍스트 AI 모델',
    video: '비디오 AI 모델',
    audio: '오디오 AI 모델',
    other: '다른 노드',
  },
  textPlaceholder: '텍스트를 입력해 주세요',
  convert: '카테고리로 변환',
  converting: '변환 중...',
  upload: '파일 업로드',
  loading: '불러오는 중...',
  uploading: '업로드 중...',
  waiting: '차례를 기다리는 중...',
  tryAgain: '다시 시도',
  unavailable: '아직 사용할 수 없는 노드입니다.',
  brokenPicture: '이미지를 표시할 수 없습니다',
  untitled: '제목 없음',
  madeWithAi: 'AI로 만듦',
  offlinePreview: '오프라인 미리보기',
};

/** Pictures by address; an address that was not given is broken. */
export const picturesOf = (known: Readonly<Record<string, Picture | 'loading'>> = {}): PictureSource => ({
  get: (url) => (Object.hasOwn(known, url) ? known[url] : undefined) ?? 'broken',
});

export interface WorldOptions {
  readonly theme?: PaintTheme;
  readonly words?: PaintWords;
  readonly pictures?: PictureSource;
  /** Decides the detail too. */
  readonly zoom?: number;
}

export const environmentAt = ({ theme, words, pictures, zoom = 1 }: WorldOptions = {}): PaintEnvironment => ({
  kinds: NODE_KINDS,
  theme: theme ?? LIGHT,
  words: words ?? EN,
  pictures: pictures ?? picturesOf(),
  detail: detailAt(zoom),
  scale: zoom,
});

export const nodeOf = (type: string, data: Record<string, unknown> = {}): FlowNode => ({
  id: `${type}_node_1`,
  type,
  position: { x: 0, y: 0 },
  data,
});
