import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Served {
  /** Such as `http://127.0.0.1:41234`. */
  readonly url: string;
  /** Ends the server with every connection it has. */
  stop(): Promise<void>;
}

/** Has a server listen, for this machine only; port 0 is any free one. */
export async function serve(server: Server, port = 0): Promise<Served> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
