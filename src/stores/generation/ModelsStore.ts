import { DEFAULT_IMAGE_MODEL, type ImageModel } from '../../api/contractModels';
import { autorun, computed, makeObservable } from 'mobx';
import type { Capabilities } from '../../api/contract';
import type { Resource } from '../resources/Resource';
import type { Editor } from '../../engine';
import type { Cancel } from '../ports';

/** The models that the server makes pictures with. */
export class ModelsStore {
  readonly #capabilities: Pick<Resource<Capabilities>, 'data'>;

  constructor(capabilities: Pick<Resource<Capabilities>, 'data'>) {
    this.#capabilities = capabilities;
    makeObservable(this, { names: computed, canWrite: computed });
  }

  /** The default model first; empty until the server has answered. */
  get all(): readonly ImageModel[] {
    return this.#capabilities.data?.models ?? [];
  }

  /** Whether the server has a text model; null while it has not said. */
  get canWrite(): boolean | null {
    const { data } = this.#capabilities;
    return data ? typeof data.write === 'string' : null;
  }

  /** Null while the server has not said. */
  get names(): ReadonlySet<string> | null {
    return this.all.length === 0 ? null : new Set(this.all.map(({ name }) => name));
  }

  /** The model that a node names, or means when it names none; null for one that is not here, and while nothing is known. */
  of(model: unknown): ImageModel | null {
    const wanted = typeof model === 'string' && model !== '' ? model : DEFAULT_IMAGE_MODEL;
    return this.all.find(({ name }) => name === wanted) ?? null;
  }

  /** Whichever has most words of its name in common, the first of several; null while nothing is known. */
  nearestTo(model: string): ImageModel | null {
    const wanted = wordsIn(model);
    const shared = ({ name }: ImageModel): number => wordsIn(name).filter((word) => wanted.includes(word)).length;
    const [first = null, ...others] = this.all;
    return others.reduce((best, each) => (best && shared(each) > shared(best) ? each : best), first);
  }
}

const wordsIn = (name: string): readonly string[] => name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** The editor's cards say whose model is gone or was never there, until the returned function is called. */
export const showModels = (editor: Editor, models: Pick<ModelsStore, 'names' | 'canWrite'>): Cancel =>
  autorun(() => {
    const { names, canWrite } = models;
    editor.models = names && { names, canWrite: canWrite === true };
    editor.repaint('models');
  });
