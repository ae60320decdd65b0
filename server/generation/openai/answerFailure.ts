import { z } from 'zod';
import { ProviderError } from '../ports';

const ENGINE = 'The picture engine';
const errorBody = z.object({
  error: z.object({ code: z.string().nullish(), message: z.string().nullish(), param: z.string().nullish() }),
});
const REFUSALS: ReadonlySet<string> = new Set(['content_policy_violation', 'moderation_blocked', 'content_filter']);
/** What engines answer at an address they do not have. */
const NO_SUCH_CALL: ReadonlySet<number> = new Set([404, 405, 501]);

export interface AnsweredFailure {
  error: ProviderError;
  /** The engine does not know the wish for a base64 answer. */
  refusesBase64: boolean;
}

/** An error answer as people are told it; the engine's own text stays behind. */
export async function answerFailure(answer: Response, hasPictures: boolean): Promise<AnsweredFailure> {
  const body = errorBody.safeParse(await answer.json().catch(() => null)).data?.error;
  const { status } = answer;
  const code = body?.code ?? '';
  const said = `${body?.param ?? ''} ${body?.message ?? ''}`;
  return {
    error: toProviderError(answer, code, hasPictures),
    refusesBase64: status === 400 && said.includes('response_format'),
  };
}

function toProviderError({ status, headers }: Response, code: string, hasPictures: boolean): ProviderError {
  const detail = `${status} ${code}`.trim();
  if (REFUSALS.has(code)) {
    return new ProviderError(
      'refused',
      `${ENGINE} declined this because of its safety rules. Change the words or the pictures and run it again.`,
      { detail },
    );
  }
  if (hasPictures && NO_SUCH_CALL.has(status)) {
    return new ProviderError(
      'refused',
      `${ENGINE} of this server takes no pictures. Disconnect the picture and run it again.`,
      {
        detail,
      },
    );
  }
  if (status === 401 || status === 403) {
    const message = `${ENGINE} does not accept this server's key. Whoever runs the server must check IMAGE_API_KEY.`;
    return new ProviderError('keyRefused', message, { detail });
  }
  if (status === 429) {
    const seconds = Number.parseInt(headers.get('retry-after') ?? '', 10);
    const retryAfterS = Number.isFinite(seconds) ? seconds : undefined;
    const wait = retryAfterS === undefined ? 'in a minute' : `in ${retryAfterS} s`;
    return new ProviderError('quota', `${ENGINE} has been asked too much for now. Try again ${wait}.`, {
      retryAfterS,
      detail,
    });
  }
  if (status === 413) {
    return new ProviderError('tooLarge', 'This is more than the picture engine takes. Use fewer or smaller pictures.', {
      detail,
    });
  }
  if (status === 400 || status === 422) {
    return new ProviderError(
      'refused',
      `${ENGINE} could not use this. Change the words or the pictures and run it again.`,
      {
        detail,
      },
    );
  }
  return new ProviderError('unreachable', `${ENGINE} cannot be reached right now. Try again in a few minutes.`, {
    detail,
  });
}
