import type { FastifyInstance } from 'fastify';
import type { Clock } from '../ports';

/** How long a copy of the page may be believed; the format wants an end. */
const BELIEVED_MS = 30 * 24 * 60 * 60 * 1000;

/** Tells where this installation's operator takes reports on security, where they have said so (RFC 9116). */
export function securityContact(
  app: FastifyInstance,
  { contact, clock }: { contact: string | null; clock: Clock },
): void {
  if (contact === null) return;
  app.get('/.well-known/security.txt', { schema: { hide: true } }, (_request, reply) => {
    const expires = new Date(clock.now().getTime() + BELIEVED_MS).toISOString();
    return reply
      .type('text/plain; charset=utf-8')
      .send(`Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: ko, en\n`);
  });
}
