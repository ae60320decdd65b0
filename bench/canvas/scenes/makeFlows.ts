import type { APIRequestContext } from 'playwright-core';
import sharp from 'sharp';
import { seededRandom } from '../../../preview/scene/seededRandom';
import type { FlowNode } from '../../../src/engine/document/FlowNode';
import type { Snapshot } from '../../../src/engine/document/Snapshot';
import { koreanText, placeOnGrid, viewOver } from '../generateFlow';
import { STAGE } from '../stage';

const PICTURES = 2000;
const PICTURE_SIDE = 1024;
/** A picture is a grid of this many random colours in each direction, scaled up: all different, cheap to make, expensive to decode. */
const SPOTS = 8;
const UPLOADS_AT_ONCE = 4;
const PROMPTS = 5000;
const CHARACTERS = 2000;

function flowOf(type: string, values: readonly string[]): Snapshot {
  const nodes = values.map((value, index): FlowNode => ({
    id: `${type}_node_${index}`,
    type,
    position: placeOnGrid(index, values.length),
    data: type === 'image' ? { model: 'Gemini-2.5-flash', value } : { value },
  }));
  return { nodes, edges: [], viewport: viewOver(values.length, STAGE, 0.75) };
}

/** 5,000 prompts of 2,000 Korean characters, each its own. */
export function makeTextFlow(): Snapshot {
  const random = seededRandom(CHARACTERS);
  return flowOf(
    'textPrompt',
    Array.from({ length: PROMPTS }, () => koreanText(random, CHARACTERS)),
  );
}

/** 2,000 image nodes with a picture of 1024x1024 each, uploaded as a person's are. `request` is signed in. */
export async function makePictureFlow(serverUrl: string, request: APIRequestContext): Promise<Snapshot> {
  const random = seededRandom(PICTURES);
  const urls: string[] = [];
  const upload = async (index: number): Promise<void> => {
    const colours = Uint8Array.from({ length: SPOTS * SPOTS * 3 }, () => random() * 256);
    const buffer = await sharp(colours, { raw: { width: SPOTS, height: SPOTS, channels: 3 } })
      .resize(PICTURE_SIDE, PICTURE_SIDE)
      .jpeg({ quality: 80 })
      .toBuffer();
    const answer = await request.post(`${serverUrl}/files`, {
      multipart: { file: { name: `${index}.jpg`, mimeType: 'image/jpeg', buffer } },
    });
    if (!answer.ok()) throw new Error(`uploading picture ${index} answered ${answer.status()}`);
    urls[index] = ((await answer.json()) as { url: string }).url;
  };
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < PICTURES) await upload(next++);
  };
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, work));
  return flowOf('image', urls);
}
