import type { Kysely } from 'kysely';
import type { Database } from '../../../server/db';
import { searchWords } from '../../../server/takes/searchWords';

const SUBJECTS = [
  '고양이',
  '강아지',
  '호랑이',
  '등대',
  '물레방아',
  '길고양이',
  'lighthouse',
  'sailing boat',
  'fox',
  '산딸기',
];
const PLACES = ['바닷가', '숲속', '도서관', '시장 골목', 'harbour', 'mountain lake', '지하철역', '옥상'];
const STYLES = ['수채화', '유화', 'watercolour', 'pencil sketch', '흑백 사진', 'cinematic', '판화'];
const ROWS_AT_ONCE = 500;

/** The words of a library after years: some that very many takes have, some that few have, and one of each take's own. */
function recipeOfMany(index: number) {
  const of = (list: readonly string[], step: number): string => list[Math.floor(index / step) % list.length] ?? '';
  const content = `${of(SUBJECTS, 1)} ${of(PLACES, 10)}에서, ${of(STYLES, 80)} 그림 ${index % 1000 === 7 ? '은하수' : '하늘'} seed${index}`;
  return {
    model: 'Gemini-2.5-flash',
    settings: {},
    items: [{ type: 'text_prompt' as const, content }],
  };
}

interface ManyTakes {
  readonly memberId: string;
  readonly projectId: number;
  readonly from: number;
  readonly count: number;
  /** Addresses of their pictures; broken ones when absent. */
  readonly urls?: readonly string[];
}

/** Writes takes with these ids straight into the table, each a second newer than the one before. */
export async function writeManyTakes(
  db: Kysely<Database>,
  { memberId, projectId, from, count, urls = [] }: ManyTakes,
): Promise<void> {
  for (let start = 0; start < count; start += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, count - start) }, (_row, offset) => {
      const index = start + offset;
      const recipe = recipeOfMany(index);
      return {
        id: from + index,
        member_id: memberId,
        project_id: projectId,
        node_id: `image-${index % 100}`,
        job_id: null,
        url: urls[index % urls.length] ?? `/files/${index.toString(16).padStart(64, '0')}.png`,
        take_key: `key ${index}`,
        number: 0,
        cell: null,
        model: index % 3 === 0 ? 'offline-1' : 'gemini-2.5-flash-image',
        cost_micros: 0,
        created_at: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
        rating: index % 500 === 3 ? 5 : null,
        deleted_at: null,
        words: searchWords(recipe),
        recipe: JSON.stringify(recipe),
      };
    });
    await db.insertInto('take').values(rows).execute();
  }
}
