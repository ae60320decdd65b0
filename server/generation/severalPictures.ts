import { engineFailure, withFacts } from './engineFailure';
import type { FailureFacts, GeneratedPicture, EngineErrorCode } from './ports';
import { EngineError } from './ports';

/** One place of an engine's answer: a picture, or why there is none. */
export type PicturePlace = Buffer | EngineError;

interface CallFacts extends Pick<FailureFacts, 'usage'> {
  readonly model: string;
}

interface PicturesRequest {
  readonly count: number;
  /** Why a picture has no place in the answer, where the engine leaves those out that it does not give. */
  readonly leftOut?: EngineErrorCode;
}

/**
 * The pictures of one call in the order of its answer, and why others did not come. If an answer has more pictures than were requested, the
 * first ones are used. Throws the first failure, with the billed usage, if no picture came at all.
 */
export function severalPictures(
  places: readonly PicturePlace[],
  { model, usage }: CallFacts,
  { count, leftOut = 'empty' }: PicturesRequest,
): GeneratedPicture {
  const taken = places.slice(0, count);
  const [bytes, ...further] = taken.filter((place): place is Buffer => !(place instanceof EngineError));
  const why =
    taken.find((place) => place instanceof EngineError) ??
    engineFailure('picture', leftOut, { detail: `${taken.length} of ${count} pictures` });
  const made = { model, ...(usage && { usage }) };
  if (bytes === undefined) throw withFacts(why, made);
  const missing = count - 1 - further.length;
  return {
    bytes,
    ...(further.length > 0 && { further }),
    ...(missing > 0 && { shortfall: { missing, code: why.code, message: why.message } }),
    ...made,
  };
}
