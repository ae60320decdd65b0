import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../ports';
import { DAY_MS } from '../time';

export interface BrowserRules {
  readonly https: boolean;
  /** Whether a browser that has been here by https is to open every subdomain that way. */
  readonly hstsSubdomains: boolean;
  /** Further hosts whose pictures may be shown, as CSP writes them. */
  readonly pictureSources: readonly string[];
}

/**
 * Sets what browsers may do with our pages: scripts, styles and connections from this origin only; pictures also from memory and from
 * members' avatar hosts. Scripts set style attributes. No cache may store an answer unless its route allows it.
 */
export async function securityHeaders(app: FastifyInstance, options: BrowserRules): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", ...options.pictureSources, 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        // Chosen and exported pictures are read back from their own data: and blob: addresses.
        connectSrc: ["'self'", 'data:', 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // no-referrer would make browsers send `Origin: null` along with the sign-in form.
    referrerPolicy: { policy: 'same-origin' },
    // A web app on a sister domain (WEB_ORIGIN) shows pictures too.
    crossOriginResourcePolicy: { policy: 'same-site' },
    hsts: options.https && { includeSubDomains: options.hstsSubdomains },
  });
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.header('cache-control', 'no-store');
    done();
  });
}

/** How long a copy of the page may be believed; the format wants an end. */
const BELIEVED_MS = 30 * DAY_MS;

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
