/** The ports of engines, which make pictures, read prompts and write. The job runner knows no vendor, and a test passes its own engine. */
import type { ImageModel } from '../../src/api/contractModels';
import type { Analysis, TEXT_ENGINES } from '../../src/api/contractWords';
import type { ENGINE_FAILURES } from '../../src/api/contract';
import type { Shortfall } from '../../src/api/contractStream';

/** One piece of a prompt, in the order in which its pipes arrive at the image node. */
export type PromptPart = TextPart | PicturePart;

export interface TextPart {
  kind: 'text';
  text: string;
}

export interface PicturePart {
  kind: 'picture';
  /** The member who asks with it: pictures are decoded in turn by member. */
  memberId: string;
  bytes: Buffer;
  /** An IANA media type such as `image/png`. */
  contentType: string;
}

export interface ImageRequest {
  parts: PromptPart[];
  /** One of the engine's abilities, such as '16:9'; the engine's own choice when absent. */
  aspectRatio?: string | undefined;
  /** How many pictures, within its abilities; one when absent. */
  count?: number | undefined;
  /** Number of this deliberate repetition of the same; the first when absent. Engines that leave nothing to repeat ignore it. */
  number?: number;
  /** Called from time to time with the share that is done, from 0 to 1, where the engine says so. */
  onProgress?: (share: number) => void;
  /** Aborted when the member stops the job or the server closes. */
  signal: AbortSignal;
}

/** Usage of a call, as the engine counted it. */
export interface Usage {
  /** Null where the engine counts no tokens. */
  inputTokens: number | null;
  outputTokens: number | null;
  /** Millionths of a US dollar; null where the price is not known, which is not the same as free. */
  costMicros: number | null;
}

export interface GeneratedPicture {
  /** An encoded picture: PNG, JPEG or WebP. */
  bytes: Buffer;
  /** Pictures after the first, in the engine's order, when several were requested. */
  further?: readonly Buffer[];
  /** Absent when all requested pictures came. */
  shortfall?: Shortfall;
  /** The model that made them, stored with the pictures. */
  model: string;
  /** The usage of all pictures together. Absent when the engine told nothing. */
  usage?: Usage;
}

/** Abilities of a model that a request may make use of. */
export interface ImageAbilities {
  /** Width to height, such as '16:9'. */
  aspectRatios: readonly string[];
  /** How many pictures one request may ask for. */
  countMax: number;
  /** How many pictures it takes in; as many as a request may have when absent. */
  picturesMax?: number;
  /** Approximate cost of one picture, in millionths of a US dollar; absent if unknown. */
  costMicros?: number;
}

/** One model of an engine. Throws EngineError for everything that may be expected to go wrong. */
export interface ImageEngine {
  /** The engine. */
  readonly name: ImageModel['engine'];
  /** The name by which nodes call the model; absent where it is no model's own name. */
  readonly model?: string;
  /** The engine has said that it no longer has it. */
  readonly isGone?: boolean;
  /** The abilities of the model that would be asked now. Absent: one picture, in the engine's own shape. */
  readonly abilities?: ImageAbilities;
  generate(request: ImageRequest): Promise<GeneratedPicture>;
}

export interface ReadText {
  groups: Analysis;
  /** Absent when the engine told nothing. */
  usage?: Usage | undefined;
}

/** Groups a prompt's words under keys. Throws EngineError for everything that may be expected to go wrong. */
export interface TextAnalyser {
  readonly name: 'gemini' | 'offline';
  analyse(content: string, signal: AbortSignal): Promise<ReadText>;
}

/**
 * The web app drops a JSON call after 5000 ms; it should get our reason before that. A text that waits for others that long is dropped,
 * too.
 */
export const ANALYSIS_TIMEOUT_MS = 4_500;

/** A self-hosted model without a graphics card takes this long for a paragraph. */
export const WRITING_TIMEOUT_MS = 60_000;

export interface WritingRequest {
  /** The instruction for the parts, which are material and never instructions themselves. */
  instruction: string;
  parts: PromptPart[];
  /** Told all that is written so far, as often as more comes; of a failure nothing of it counts. */
  onText?: ((soFar: string) => void) | undefined;
  /** Aborted when the answer is no longer wanted. */
  signal: AbortSignal;
}

export interface WrittenText {
  /** Not empty, and whole. */
  text: string;
  /** The model that wrote it; null where the engine does not say. */
  model: string | null;
  /** Absent when the engine told nothing. */
  usage?: Usage | undefined;
}

/** Writes words about words and pictures. Throws EngineError for everything that may be expected to go wrong. */
export interface TextWriter {
  readonly name: (typeof TEXT_ENGINES)[number];
  write(request: WritingRequest): Promise<WrittenText>;
}

/** The codes of ENGINE_FAILURES; `aborted`: our own signal ended it. Each has a sentence in engineFailure.ts. */
export type EngineErrorCode = (typeof ENGINE_FAILURES)[number] | 'aborted';

export interface FailureFacts {
  /** How long to wait before it is worth asking again. */
  retryAfterS?: number | undefined;
  /** Details for the operator: for the log only, free of keys, addresses and prompts. */
  detail?: string | undefined;
  /** Usage that was billed nevertheless. */
  usage?: Usage | undefined;
  model?: string | undefined;
  cause?: unknown;
}

/**
 * An expected failure of an engine. The message is shown to people as it is: one or two sentences that say what
 * happened and what to do, without keys, addresses or the engine's raw text.
 */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;
  readonly retryAfterS: number | undefined;
  readonly detail: string | undefined;
  readonly usage: Usage | undefined;
  readonly model: string | undefined;

  constructor(code: EngineErrorCode, message: string, facts: FailureFacts = {}) {
    super(message, { cause: facts.cause });
    this.code = code;
    this.retryAfterS = facts.retryAfterS;
    this.detail = facts.detail;
    this.usage = facts.usage;
    this.model = facts.model;
  }
}
