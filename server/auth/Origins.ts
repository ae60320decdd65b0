import type { Config } from '../config';

/** The web origins that may act on a member's behalf. */
export interface Origins {
  /** Tells where the server really listens, once it does. */
  listening(port: number): void;
  isAllowed(origin: string): boolean;
  /** All of them, for a page that names them. */
  list(): string[];
  /** Whether people reach the server by https. */
  readonly https: boolean;
}

export function createOrigins(config: Pick<Config, 'port' | 'publicOrigin' | 'webOrigins'>): Origins {
  let allowed = new Set<string>();
  const listening = (port: number): void => {
    const own = config.publicOrigin === null ? loopbackOrigins(port) : [config.publicOrigin];
    allowed = new Set([...own, ...config.webOrigins]);
  };
  listening(config.port);
  return {
    listening,
    isAllowed: (origin) => allowed.has(origin),
    list: () => [...allowed],
    https: config.publicOrigin?.startsWith('https:') ?? false,
  };
}

/** Without PUBLIC_URL the server listens on this machine only, under the three names people type for it. */
function loopbackOrigins(port: number): string[] {
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => new URL(`http://${host}:${port}`).origin);
}
