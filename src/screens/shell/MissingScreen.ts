/** A screen's code could not be loaded: the network is gone, or a newer version has replaced it. Reloading helps with both. */
export class MissingScreen extends Error {
  override readonly name = 'MissingScreen';

  /** Handler for the `catch` of what loads a screen. */
  static because(this: void, cause: unknown): never {
    throw new MissingScreen('the code of the screen did not come', { cause });
  }
}
