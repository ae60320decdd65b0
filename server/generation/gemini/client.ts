import { GoogleGenAI } from '@google/genai';
import type { Config } from '../../config';

const GOOGLE = 'https://generativelanguage.googleapis.com';

/** The official SDK with this server's key and nothing taken from other variables of the environment. */
export function geminiClient({
  apiKey,
  baseUrl,
}: {
  apiKey: string;
  baseUrl: Config['gemini']['baseUrl'];
}): GoogleGenAI {
  return new GoogleGenAI({ apiKey, vertexai: false, httpOptions: { baseUrl: baseUrl ?? GOOGLE } });
}
