import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { MissingScreen } from './PageLoading';

type EditorScreen = ComponentType<{ readonly pid: number }>;
type Load = () => Promise<{ readonly default: EditorScreen }>;

/** The editor's screen. Its code is loaded when a project is opened: the dashboard does without it. */
export class EditorCode {
  readonly Screen: LazyExoticComponent<EditorScreen>;
  readonly #load: Load;

  constructor(load: Load) {
    this.#load = load;
    this.Screen = lazy(() => load().catch(MissingScreen.because));
  }

  /** Requests the code ahead of its screen, which says so when it cannot be loaded. */
  expect(): void {
    void this.#load().catch(() => undefined);
  }
}
