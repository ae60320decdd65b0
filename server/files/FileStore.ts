/** Where bytes are kept under a name that says what they are. Names are `SHA256.EXT`, so nothing is ever rewritten. */
export interface FileStore {
  /** Resolves when the bytes would survive a power cut. The same name again is the same bytes: nothing to do. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** Null when there is no such file. */
  get(name: string): Promise<Buffer | null>;
  /** Nothing happens when there is no such file. */
  remove(name: string): Promise<void>;
  has(name: string): Promise<boolean>;
  /** Throws when the store could not take a file now. */
  probe(): Promise<void>;
}
