import type { AddressInfo } from 'node:net';
import type { Environment } from '../../../../server/config';
import { chooseEngines, type Engines } from '../../../../server/generation';
import type { ImageEngine } from '../../../../server/generation';
import { openApp, type EnginesFor, type OpenApp } from '../../support/openApp';
import { Person, signIn } from '../../support/Person';

/** One model or several, the default one first. */
type Painters = ImageEngine | Engines['images'];

export interface EngineApp extends Omit<OpenApp, 'reopen' | 'beside'> {
  /** A signed-in member with a project. */
  readonly person: Person;
  readonly projectId: number;
  /** Makes the app listen; returns its address. */
  listen(): Promise<string>;
  /** Opens the server again on the same data; the person stays signed in. */
  reopen(images?: Painters): Promise<EngineApp>;
  /** Opens a second server on the same data, where the same person is signed in. */
  beside(images?: Painters): Promise<EngineApp>;
}

/** The real server with an engine of the test's, or the one that its settings choose; `lifetime` as in openApp. */
export async function openEngineApp(
  images?: Painters,
  env: Environment = {},
  lifetime: 'test' | 'file' = 'test',
): Promise<EngineApp> {
  const opened = await openApp(env, { enginesFor: enginesWith(images), lifetime });
  const person = await signIn(opened.app);
  return engineApp(opened, person, await person.create());
}

const enginesWith =
  (images?: Painters): EnginesFor =>
  (config) =>
  async (log) => ({
    ...(await chooseEngines(config, log)),
    ...(images && { images: 'name' in images ? [images] : images }),
  });

function engineApp(opened: OpenApp, person: Person, projectId: number): EngineApp {
  const { app } = opened;
  const at = (other: OpenApp): EngineApp => engineApp(other, new Person(other.app, person.cookie), projectId);
  return {
    ...opened,
    person,
    projectId,
    listen: async () => {
      await app.listen({ port: 0, host: '127.0.0.1' });
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
    },
    reopen: async (images) => at(await opened.reopen(enginesWith(images))),
    beside: async (images) => at(await opened.beside(enginesWith(images))),
  };
}
