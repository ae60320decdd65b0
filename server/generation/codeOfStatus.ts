import type { ProviderErrorCode } from './ports';

/** The code of an engine's HTTP status alone. 'unreachable' where that says nothing; 0 stands for no answer. */
export function codeOfStatus(status: number): ProviderErrorCode {
  switch (status) {
    case 400:
    case 422:
      return 'refused';
    case 401:
    case 403:
      return 'keyRefused';
    case 402:
      return 'noQuota';
    case 413:
      return 'tooLarge';
    case 429:
      return 'quota';
    case 500:
    case 503:
      return 'overloaded';
    case 504:
      return 'timeout';
    default:
      return 'unreachable';
  }
}
