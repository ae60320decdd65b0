/** A toast as the stores ask for it; the screens know its words and its looks. */
export interface Notice {
  readonly variant: 'default' | 'destructive' | 'info' | 'login';
  readonly titleKey: string;
  readonly descriptionKey?: string;
  /** Words that are nobody's key, such as the server's message; wins over `descriptionKey`. */
  readonly description?: string;
  /** product.md section 9's time for the variant when absent. */
  readonly durationMs?: number;
}

export type Notify = (notice: Notice) => void;

/** product.md section 9, errors and failures. */
export const FAILURE_NOTICE_MS = 3000;
