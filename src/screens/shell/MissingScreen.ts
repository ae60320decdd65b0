/** A screen's code did not come: the network is gone, or a newer version has taken its place. Reloading helps with both. */
export class MissingScreen extends Error {
  override readonly name = 'MissingScreen';

  /** For the `catch` of what loads a screen. */
  static because(this: void, cause: unknown): never {
    throw new MissingScreen('the code of the screen did not come', { cause });
  }
}
