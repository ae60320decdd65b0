import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { GENERATE_MAX_PICTURES } from '../../../src/api/contract';
import { StartRefused } from '../../errors';
import { parseJson } from '../../parseJson';

/** A workflow as ComfyUI exports it in its API format: nodes by id, an input either a value or `[node, output]`. */
const apiFormat = z.record(
  z.string(),
  z.looseObject({
    class_type: z.string(),
    inputs: z.record(z.string(), z.unknown()),
    _meta: z.looseObject({ title: z.string().optional() }).optional(),
  }),
);
export type ComfyGraph = z.infer<typeof apiFormat>;

/** An input of a node that a request fills. */
interface ComfyInput {
  readonly node: string;
  readonly input: string;
}

/** The parts of a request that are put into a workflow. */
export interface WorkflowInput {
  readonly words: string;
  /** Names of files in ComfyUI's input folder, in the order of the request. */
  readonly pictures: readonly string[];
  readonly aspectRatio?: string | undefined;
  readonly count: number;
  readonly number: number;
}

const RATIOS = ['1:1', '3:2', '2:3', '4:3', '3:4', '16:9', '9:16'];
/** Diffusion models make pictures whose sides are multiples of this. */
const SIDE_STEP = 64;
const WORDS = ['text', 'prompt', 'value', 'string'];
const SEED = ['seed', 'noise_seed', 'value'];
const BATCH = 'batch_size';
const COUNT = [BATCH, 'amount', 'value'];
/** Pictures that the memory of a consumer graphics card can be expected to hold at once. */
const BATCH_MAX = 4;

/** One workflow of the operator's, whose inputs are found by the titles of its nodes: Prompt, Picture 1, Picture 2, Seed, Size, Count, Result. */
export class Workflow {
  readonly name: string;
  readonly graph: ComfyGraph;
  readonly words: ComfyInput;
  readonly pictures: readonly ComfyInput[];
  readonly seed: ComfyInput | null;
  /** The node with a `width` and a `height`; null where the workflow makes one shape. */
  readonly size: string | null;
  /** How many pictures are made at once; null where the workflow does not leave it open. */
  readonly batch: ComfyInput | null;
  /** The node whose picture is taken. When null, the first picture that any node saved is. */
  readonly result: string | null;

  /** Throws StartRefused for what is no workflow in API format, and for one that no words can be put into. */
  constructor(name: string, json: unknown) {
    const graph = apiFormat.safeParse(json);
    if (!graph.success) {
      throw new StartRefused(`${name}.json is no ComfyUI workflow in API format: export it with 'Export (API)'.`);
    }
    this.name = name;
    this.graph = graph.data;
    const words = this.#input('prompt', WORDS);
    if (words === null) {
      throw new StartRefused(`${name}.json has no node with the title Prompt and a text: give that title to it.`);
    }
    this.words = words;
    const pictures = Array.from({ length: GENERATE_MAX_PICTURES }, (_, index) => this.#pictureInput(index + 1));
    this.pictures = pictures.filter((input) => input !== null);
    this.seed = this.#input('seed', SEED);
    const size = this.#titled('size');
    this.size = size !== null && this.#area(size) !== null ? size : null;
    // Most nodes that make a shape also say how many of it.
    this.batch = this.#input('count', COUNT) ?? this.#input('size', [BATCH]);
    this.result = this.#titled('result');
  }

  /** Width to height; empty where it makes one shape. */
  get aspectRatios(): readonly string[] {
    return this.size === null ? [] : RATIOS;
  }

  get countMax(): number {
    return this.batch === null ? 1 : BATCH_MAX;
  }

  /** The graph to queue. Picture inputs beyond those of the request keep what the workflow has there. */
  graphFor({ words, pictures, aspectRatio, count, number }: WorkflowInput): ComfyGraph {
    const graph = structuredClone(this.graph);
    const put = ({ node, input }: ComfyInput, value: unknown): void => {
      const inputs = graph[node]?.inputs;
      if (inputs) inputs[input] = value;
    };
    put(this.words, words);
    for (const [index, file] of pictures.entries()) {
      const input = this.pictures[index];
      if (input) put(input, file);
    }
    if (this.seed) put(this.seed, this.#seedOf(this.seed) + number);
    if (this.batch) put(this.batch, count);
    const area = this.size === null ? null : this.#area(this.size);
    if (this.size !== null && area !== null && aspectRatio !== undefined) {
      const [across = 1, down = 1] = aspectRatio.split(':').map(Number);
      put({ node: this.size, input: 'width' }, side(area * (across / down)));
      put({ node: this.size, input: 'height' }, side(area * (down / across)));
    }
    return graph;
  }

  #pictureInput(number: number): ComfyInput | null {
    return this.#input(`picture ${number}`, ['image']) ?? (number === 1 ? this.#input('picture', ['image']) : null);
  }

  #input(title: string, names: readonly string[]): ComfyInput | null {
    const node = this.#titled(title);
    const inputs = node === null ? {} : (this.graph[node]?.inputs ?? {});
    const input = names.find((name) => name in inputs && !Array.isArray(inputs[name]));
    return node === null || input === undefined ? null : { node, input };
  }

  #titled(title: string): string | null {
    const found = Object.entries(this.graph).find(([, { _meta: meta }]) => meta?.title?.trim().toLowerCase() === title);
    return found?.[0] ?? null;
  }

  #area(node: string): number | null {
    const { width, height } = this.graph[node]?.inputs ?? {};
    return typeof width === 'number' && typeof height === 'number' ? width * height : null;
  }

  #seedOf({ node, input }: ComfyInput): number {
    const seed = this.graph[node]?.inputs[input];
    return typeof seed === 'number' ? seed : 0;
  }
}

const side = (square: number): number => Math.max(SIDE_STEP, Math.round(Math.sqrt(square) / SIDE_STEP) * SIDE_STEP);

/** All workflows of a folder, by name; each file is called as nodes call its model. Throws StartRefused. */
export async function readWorkflows(folder: string): Promise<Workflow[]> {
  const files = await readdir(folder).catch(() => {
    throw new StartRefused(`COMFYUI_WORKFLOWS is not valid: the folder ${folder} cannot be read.`);
  });
  const names = files.filter((file) => file.endsWith('.json')).toSorted();
  if (names.length === 0)
    throw new StartRefused(`COMFYUI_WORKFLOWS is not valid: ${folder} holds no workflow (.json).`);
  return Promise.all(
    names.map(
      async (file) =>
        new Workflow(file.slice(0, -'.json'.length), parseJson(await readFile(join(folder, file), 'utf8'))),
    ),
  );
}

/** Tells an operator, in lines, which nodes of a workflow a picture is made with. */
export function describeWorkflow(workflow: Workflow): string {
  const { name, graph, words, pictures, seed, size, batch, countMax, result } = workflow;
  const node = (id: string): string => `node ${id} (${graph[id]?.class_type ?? '?'})`;
  const at = (input: ComfyInput | null, none: string): string => (input ? `${node(input.node)}, ${input.input}` : none);
  return [
    name,
    `  words     ${at(words, '')}`,
    ...(pictures.length === 0
      ? ["  pictures  none: title a Load Image node 'Picture 1'"]
      : pictures.map((input, index) => `  picture ${index + 1} ${at(input, '')}`)),
    `  seed      ${at(seed, "none, so that every run makes the same: title it 'Seed'")}`,
    `  shape     ${size === null ? "its own: title the node with width and height 'Size'" : node(size)}`,
    `  count     ${batch === null ? "one: title the node with batch_size or amount 'Count'" : `${at(batch, '')}, 1 to ${countMax}`}`,
    `  result    ${result === null ? 'the first picture that is saved' : node(result)}`,
  ].join('\n');
}
