/**
 * What generation needs from whoever makes pictures and reads prompts. An engine is a port: the job runner knows no
 * vendor, and a test puts a small engine of its own here.
 */
import type { Analysis } from '../../src/api/contract';

/** One piece of a prompt, in the order in which its pipes arrive at the image node. */
export type PromptPart = TextPart | PicturePart;

export interface TextPart {
  kind: 'text';
  text: string;
}

export interface PicturePart {
  kind: 'picture';
  bytes: Buffer;
  /** An IANA media type such as `image/png`. */
  contentType: string;
}

export interface ImageRequest {
  parts: PromptPart[];
  /** Aborted when the member stops the job or the server closes. */
  signal: AbortSignal;
}

export interface GeneratedPicture {
  /** An encoded picture: PNG, JPEG or WebP. */
  bytes: Buffer;
  /** The model that really made it, kept with the picture. */
  model: string;
}

/** Makes one picture. Throws ProviderError for everything that may be expected to go wrong. */
export interface ImageProvider {
  readonly name: 'gemini' | 'openai' | 'offline';
  generate(request: ImageRequest): Promise<GeneratedPicture>;
}

/** Groups a prompt's words under keys. Throws ProviderError for everything that may be expected to go wrong. */
export interface TextAnalyser {
  readonly name: 'gemini' | 'offline';
  analyse(content: string, signal: AbortSignal): Promise<Analysis>;
}

/**
 * - refused: the engine looked at the prompt and will not draw it.
 * - unreachable: no answer, or the engine itself is broken.
 * - keyRefused: the operator's key is missing, wrong or may not use this model.
 * - quota: too much was asked of the engine for now; `retryAfterS` says how long, when the engine did.
 * - timeout: the engine took longer than we wait.
 * - empty: an answer without a picture or without groups.
 * - tooLarge: the prompt or its pictures are more than the engine takes.
 * - aborted: our own signal ended it.
 */
export type ProviderErrorCode =
  'refused' | 'unreachable' | 'keyRefused' | 'quota' | 'timeout' | 'empty' | 'tooLarge' | 'aborted';

/**
 * An expected failure of an engine. The message is shown to people as it is: one or two sentences that say what
 * happened and what to do, without keys, addresses or the engine's raw text. What the operator needs is in `detail`,
 * which goes to the log only.
 */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly code: ProviderErrorCode;
  readonly retryAfterS: number | undefined;
  readonly detail: string | undefined;

  constructor(
    code: ProviderErrorCode,
    message: string,
    more: { retryAfterS?: number | undefined; detail?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause });
    this.code = code;
    this.retryAfterS = more.retryAfterS;
    this.detail = more.detail;
  }
}
