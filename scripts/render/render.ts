import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { drawFlow } from './drawFlow';
import { readOptions } from './options';
import { readFlow } from './readFlow';
import { reasonOf, RenderError } from './RenderError';

/** Exit code and lines of the command. */
interface RenderOutcome {
  readonly code: 0 | 1;
  readonly lines: readonly string[];
}

/** Draws what the arguments of the command line ask for. When it cannot, it says why in one line and writes nothing. */
export async function render(args: readonly string[]): Promise<RenderOutcome> {
  try {
    return { code: 0, lines: await draw(args) };
  } catch (error) {
    if (error instanceof RenderError) return { code: 1, lines: [error.message] };
    throw error;
  }
}

async function draw(args: readonly string[]): Promise<string[]> {
  const options = readOptions(args);
  if (options.files !== undefined) await mustBeFolder(options.files);
  const { png, plan, nodes, edges, broken } = await drawFlow(await readFlow(options.flow), options);
  await write(options.out, png);

  const { size, viewport, isReduced } = plan;
  const { width, height } = size;
  const scale = viewport.zoom.toPrecision(2);
  const lines = [
    `${options.out}: ${width} x ${height} pixels, ${amount(nodes, 'node')}, ${amount(edges, 'connection')}`,
  ];
  if (isReduced) {
    lines.push(`Drawn at scale ${scale}, the largest at which a picture of this flow is held in memory`);
  }
  if (broken > 0) {
    const hint = options.files === undefined ? '; --files FOLDER says where a server keeps its own' : '';
    const stand = broken === 1 ? 'is a placeholder' : 'are placeholders';
    lines.push(`${amount(broken, 'picture')} could not be read and ${stand}${hint}`);
  }
  return lines;
}

const amount = (count: number, one: string): string => `${count.toLocaleString('en')} ${one}${count === 1 ? '' : 's'}`;

async function mustBeFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) throw new RenderError(`--files ${path} is not a folder`);
}

/** Whole or not at all. */
async function write(path: string, bytes: Buffer): Promise<void> {
  const draft = `${path}.${process.pid}.part`;
  try {
    await writeFile(draft, bytes, { flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw new RenderError(`${path} cannot be written: ${reasonOf(error)}`);
  }
}
