import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { z } from 'zod';

// The kinds of values that settings have: each is a schema, beside the words that say what it may be.

export const ADDRESS = 'an http or https address';
export const ORIGIN = 'an http or https origin such as https://flows.example.com, without a path';
export const ISSUER = 'the https address of an OpenID Connect issuer (http on this machine only), without a query';
export const NAMES = 'a comma-separated list of model names';
export const TOKEN = '16 to 1000 letters, digits and signs, without spaces';

export const name = z.string().regex(/^[\w./:-]+$/);
export const MONEY = 'an amount of US dollars such as 12.50, at most 1000000';
export const money = z
  .string()
  .regex(/^\d{1,7}(\.\d{1,6})?$/)
  .transform((amount) => Math.round(Number(amount) * 1e6))
  .pipe(z.number().max(1e12));
export const SIZE = 'a whole number of bytes, or of KiB, MiB or GiB such as 10GiB, at most 1048576GiB';
const UNITS: Readonly<Record<string, number>> = { '': 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };
export const size = z
  .string()
  .regex(/^\d{1,16} ?(?:[KMG]iB)?$/)
  .transform((value) => Number.parseInt(value, 10) * (UNITS[value.replace(/^\d+ ?/, '')] ?? 1))
  .pipe(
    z
      .number()
      .min(1)
      .max(1024 ** 5),
  );
export const CONTACT = 'an e-mail address or an https address';
export const contact = z
  .email()
  .transform((mail) => `mailto:${mail}`)
  .or(z.httpUrl().startsWith('https:'));
export const network = z.string().refine((value) => {
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(value) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128);
});
export const address = z.string().refine((value) => parseHttp(value) !== null);
export const issuer = z.string().refine((value) => {
  const url = parseHttp(value);
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return false;
  // Only https: nobody on the way may change the answer that says whom the issuer vouches for.
  return url.protocol === 'https:' || isLoopback(url.hostname.replace(/^\[|\]$/g, ''));
});
export const origin = z
  .string()
  .refine((value) => {
    const url = parseHttp(value);
    return url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  })
  .transform((value) => new URL(value).origin);

export const HOSTS = 'a comma-separated list of hosts such as pictures.example.com or *.example.com';
export const pictureHost = z
  .string()
  .regex(/^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)+(:\d{1,5})?$/i)
  .transform((host) => `https://${host.toLowerCase()}`);

export const DOMAINS = 'a comma-separated list of domains such as example.com';
export const domain = z
  .string()
  .transform((value) => domainToASCII(value))
  .pipe(z.string().regex(/^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)+$/));

/** Values with commas between them. */
export function list<T>(item: z.ZodType<T, string>): z.ZodType<T[]> {
  const parts = z.string().transform((value) => value.split(',').map((part) => part.trim()));
  return parts.pipe(z.array(item).min(1));
}

function parseHttp(value: string): URL | null {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return null;
  return new URL(value);
}

/** Whether only this machine can reach a listener on this host. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
