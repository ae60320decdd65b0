import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config';
import { ComfyImages } from './comfyui/ComfyImages';
import { readWorkflows } from './comfyui/Workflow';
import { FalImages } from './fal/FalImages';
import { OfflineImages, OfflineAnalyser } from './preview/offlineEngines';
import { OpenAiImages } from './openai/OpenAiImages';
import { OpenAiWriter } from './openai/OpenAiWriter';
import { ReplicateImages } from './replicate/ReplicateImages';
import type { ImageEngine, TextAnalyser, TextWriter } from './ports';

export interface Engines {
  /** One engine a model; nodes that name none use the first. */
  readonly images: readonly [ImageEngine, ...ImageEngine[]];
  readonly analyser: TextAnalyser;
  /** Null where nothing is set up that writes: no rule of ours could. */
  readonly writer: TextWriter | null;
}

/** All that is set up, side by side; the preview painter and the built-in word lists where nothing is. */
export async function chooseEngines(
  {
    gemini,
    openai,
    compatible,
    text,
    comfyui,
    fal,
    replicate,
  }: Pick<Config, 'gemini' | 'openai' | 'compatible' | 'text' | 'comfyui' | 'fal' | 'replicate'>,
  log: FastifyBaseLogger,
): Promise<Engines> {
  const { apiKey } = gemini;
  // Its client is a fifth of what the server loads at its start, so it is loaded only if it is used.
  const google =
    apiKey === null ? null : (await import('./gemini/geminiEngines')).geminiEngines({ ...gemini, apiKey }, log);
  const [first = new OfflineImages(), ...others] = [
    ...(google?.images ?? []),
    ...(openai ? openai.models.map((model) => new OpenAiImages({ ...openai, model })) : []),
    ...(compatible ? [new OpenAiImages(compatible)] : []),
    ...(comfyui ? await comfyModels(comfyui) : []),
    ...(fal ? fal.models.map((model) => new FalImages({ ...fal, ...model })) : []),
    ...(replicate ? replicate.models.map((model) => new ReplicateImages({ ...replicate, ...model })) : []),
  ];
  return {
    images: [first, ...others],
    analyser: google?.analyser ?? new OfflineAnalyser(),
    // Its own address was set for this alone.
    writer: text ? new OpenAiWriter(text) : (google?.writer ?? null),
  };
}

/** Each workflow of the operator's folder is a model. */
async function comfyModels({ baseUrl, folder }: NonNullable<Config['comfyui']>): Promise<ImageEngine[]> {
  return (await readWorkflows(folder)).map((workflow) => new ComfyImages({ baseUrl, workflow }));
}
