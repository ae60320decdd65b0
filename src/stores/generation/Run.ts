import type { NoticeKey } from '../Notice';

/** What is happening on a node, or went wrong there. */
export type Run =
  | {
      readonly state: 'running';
      /** Milliseconds since 1970. */
      readonly startedAt: number;
    }
  | {
      readonly state: 'failed';
      readonly messageKey: NoticeKey;
      /** The server's own sentence, for the key's blank. */
      readonly message?: string;
    };

/** How following one generation ended. */
export type Outcome =
  | { readonly kind: 'done' }
  /** By the person, here or elsewhere: nothing is shown. */
  | { readonly kind: 'aborted' }
  /** The stream's own `error` event. */
  | { readonly kind: 'refused'; readonly message: string | undefined; readonly code: string | undefined }
  /** The call itself failed. */
  | { readonly kind: 'failed'; readonly message: string | undefined; readonly code: string | undefined };
