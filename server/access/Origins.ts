import type { Config } from '../config';

/** The web origins that may act on a member's behalf. */
export interface Origins {
  /** Tells where the server really listens, once it does. */
  listening(port: number): void;
  isAllowed(origin: string): boolean;
  /** The origin by which a request with this Host header reached us. */
  reachedBy(host: string): string;
  /** Whether people reach the server by https. */
  readonly https: boolean;
}

export function createOrigins(config: Pick<Config, 'port' | 'publicOrigin' | 'webOrigins'>): Origins {
  const ownAt = (port: number): OwnOrigins =>
    config.publicOrigin === null ? loopbackOrigins(port) : [config.publicOrigin];
  let own = ownAt(config.port);
  return {
    listening: (port) => {
      own = ownAt(port);
    },
    isAllowed: (origin) => own.includes(origin) || config.webOrigins.includes(origin),
    reachedBy: (host) => own.find((origin) => origin === `http://${host}`) ?? own[0],
    https: config.publicOrigin?.startsWith('https:') ?? false,
  };
}

type OwnOrigins = readonly [string, ...string[]];

/** The server's own origins without PUBLIC_URL: it listens on this machine only, under the three names people type for it. */
function loopbackOrigins(port: number): OwnOrigins {
  const at = (host: string): string => new URL(`http://${host}:${port}`).origin;
  return [at('127.0.0.1'), at('localhost'), at('[::1]')];
}
