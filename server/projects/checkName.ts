import { NAME_MAX } from '../../src/api/contract';
import { cleanName } from '../cleanName';
import { countCharacters } from '../countCharacters';
import { ApiError } from '../errors';

/** The trimmed name. Throws 413 when it is over the limit. */
export function checkName(name: string): string {
  const trimmed = cleanName(name);
  if (countCharacters(trimmed) > NAME_MAX) {
    throw new ApiError(413, 'nameTooLong', `The name has more than ${NAME_MAX} characters. Choose a shorter one.`);
  }
  return trimmed;
}
