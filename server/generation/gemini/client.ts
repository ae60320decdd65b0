import { GoogleGenAI } from '@google/genai';
import { askEngine, streamEngine } from '../askEngine';
import type { Bounds } from '../askEngine';

const GOOGLE = 'https://generativelanguage.googleapis.com';

interface ClientSettings {
  apiKey: string;
  /** Google's when null. */
  baseUrl: string | null;
  bounds?: Bounds;
}

/**
 * The official SDK with this server's key and nothing taken from other variables of the environment. Its calls go
 * through askEngine, which says what is tried again; the SDK's own retries stay off, as they repeat 408, 429, 502 and 504 too.
 */
export function geminiClient({ apiKey, baseUrl, bounds }: ClientSettings): GoogleGenAI {
  return new GoogleGenAI({
    apiKey,
    vertexai: false,
    httpOptions: {
      baseUrl: baseUrl ?? GOOGLE,
      fetch: (url, init) => (isStream(url) ? streamEngine : askEngine)(url, init, bounds),
    },
  });
}

/** Whether the SDK reads this answer little by little. */
const isStream = (url: string | URL | Request): boolean =>
  (url instanceof Request ? url.url : String(url)).includes(':streamGenerateContent');
