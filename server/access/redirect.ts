import { z } from 'zod';
import { ApiError } from '../errors';
import type { Origins } from './Origins';

/** The address to lead to after sign-in, and the visitor's language. Any values pass: both are judged by hand. */
export const signInQuery = z.object({ redirect: z.unknown().optional(), lng: z.unknown().optional() });

/**
 * Returns the address to send a person to after sign-in: on the public or an allowed web origin, written the way browsers
 * understand it, so that nobody is led elsewhere. Throws 400 otherwise.
 */
export function checkRedirect(redirect: unknown, origins: Origins): string {
  const url = typeof redirect === 'string' && URL.canParse(redirect) ? new URL(redirect) : null;
  // The origin of a blob: address is that of the page which made it, and it leads to what that page has written.
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url === null || !isWeb || url.username !== '' || url.password !== '' || !origins.isAllowed(url.origin)) {
    throw new ApiError(
      400,
      'foreignRedirect',
      'The redirect must be an address of this app. Start again from the app.',
    );
  }
  return url.href;
}
