import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { nanoid } from 'nanoid';

/** Header in which an answer names its request, as the lines of the log do. */
export const REQUEST_ID_HEADER = 'x-request-id';

const GIVEN_ID = /^[\w.-]{1,64}$/;

/** Makes the ids of requests. One that comes from outside counts only from a proxy we trust, and only as a plain word. */
export function requestIds(
  trustProxy: readonly string[],
): (raw: Pick<IncomingMessage, 'headers' | 'socket'>) => string {
  const proxies = listOf(trustProxy);
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID_HEADER];
    const { remoteAddress = '' } = socket;
    const isTrusted =
      typeof given === 'string' && GIVEN_ID.test(given) && proxies.check(remoteAddress, family(remoteAddress));
    return isTrusted ? given : nanoid(12);
  };
}

/** Every answer names its request, whatever becomes of it. */
export function nameRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header(REQUEST_ID_HEADER, request.id);
    done();
  });
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, family(address));
    else list.addSubnet(address, Number(bits), family(address));
  }
  return list;
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');
