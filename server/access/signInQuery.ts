import { z } from 'zod';

/** Where to lead after sign-in, and the visitor's language. Taken as they come: both are judged by hand. */
export const signInQuery = z.object({ redirect: z.unknown().optional(), lng: z.unknown().optional() });
