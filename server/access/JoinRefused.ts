import type { SignInRefusal } from '../../src/api/contract';
import { ApiError } from '../errors';

const REFUSALS: Readonly<Record<SignInRefusal, { code: string; message: string }>> = {
  blocked: {
    code: 'memberBlocked',
    message: 'This account is blocked here. Ask the person who runs this server.',
  },
  domain: {
    code: 'domainNotAllowed',
    message:
      'Only accounts with a confirmed address of certain domains may join here. Ask the person who runs this server.',
  },
  full: {
    code: 'membersFull',
    message: 'There is no room for another member here. Ask the person who runs this server.',
  },
};

/** The server knows who it is, and lets nobody in. */
export class JoinRefused extends ApiError {
  readonly reason: SignInRefusal;

  constructor(reason: SignInRefusal) {
    const { code, message } = REFUSALS[reason];
    super(403, code, message);
    this.reason = reason;
  }
}
