import type { wiring as english } from '../en/wiring';
import type { Words } from './Words';

/** Words of muted, bypassed and frozen nodes, and of what flows through them. */
export const wiring: Words<typeof english> = {
  mode: {
    mute: '끄기',
    bypass: '건너뛰기',
    freeze: '고정하기',
    muted: '꺼 둠',
    bypassed: '건너뜀',
    frozen: '고정됨',
    named: '{{name}}, {{mode}}',
    noneMutes: '선택한 항목에는 끌 수 있는 노드가 없어요.',
    noneBypasses: '이미지를 받아 이미지를 내는 노드만 건너뛸 수 있어요.',
    noneFreezes: '이미지를 만드는 노드만 고정할 수 있어요.',
    runMuted: '꺼 둔 노드예요. 켜면 실행할 수 있어요.',
    runBypassed: '건너뛰기로 한 노드예요. 건너뛰기를 풀면 실행할 수 있어요.',
    runFrozen: '고정한 노드예요. 고정을 풀면 실행할 수 있어요.',
    noneRuns: '선택한 노드는 꺼 두었거나 건너뛰거나 고정한 상태예요.',
  },
  wired: {
    mute: '{{count}}개를 껐어요',
    bypass: '{{count}}개를 건너뛰어요',
    freeze: '{{count}}개를 고정했어요',
    modeEnded: '{{count}}개가 다시 작동해요',
    cut_one: '연결 {{count}}개를 끊었어요',
    cut_other: '연결 {{count}}개를 끊었어요',
    inserted: '연결 사이에 넣었어요: {{name}}',
    joined: '{{count}}개를 연결했어요: {{name}}',
    feeders: '앞에 연결된 카드까지 선택',
    fed: '뒤에 연결된 카드까지 선택',
    reroute: '연결에 점 넣기',
    needsEdge: '먼저 연결 하나를 선택해 주세요.',
    someRefused: '일부는 연결하지 못했어요',
    refused_one: '카드 {{count}}개에는 그곳에 맞는 핸들이 없어요.',
    refused_other: '카드 {{count}}개에는 그곳에 맞는 핸들이 없어요.',
  },
};
