import leven from 'leven';
import type { Environment } from './config';

/** Every setting. docs/SETTINGS.md has their table; what each may be is in `config.ts`. */
export const SETTING_NAMES = [
  'HOST',
  'PORT',
  'DATA_DIR',
  'DATABASE_URL',
  'STORAGE_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_REGION',
  'PUBLIC_URL',
  'WEB_ORIGIN',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'OIDC_ISSUER',
  'LOCAL_SIGN_IN',
  'ALLOWED_DOMAINS',
  'MEMBERS_MAX',
  'AVATAR_HOSTS',
  'HSTS_SUBDOMAINS',
  'GEMINI_API_KEY',
  'GEMINI_BASE_URL',
  'GEMINI_IMAGE_MODELS',
  'GEMINI_TEXT_MODELS',
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'OPENAI_IMAGE_MODELS',
  'IMAGE_BASE_URL',
  'IMAGE_API_KEY',
  'IMAGE_MODEL',
  'TEXT_BASE_URL',
  'TEXT_API_KEY',
  'TEXT_MODEL',
  'COMFYUI_URL',
  'COMFYUI_WORKFLOWS',
  'FAL_KEY',
  'FAL_BASE_URL',
  'FAL_MODELS',
  'REPLICATE_API_TOKEN',
  'REPLICATE_BASE_URL',
  'REPLICATE_MODELS',
  'GENERATE_PER_MINUTE',
  'GENERATE_CONCURRENT',
  'GENERATE_PER_DAY',
  'GENERATE_PER_DAY_ALL',
  'BUDGET_PER_DAY_USD',
  'COST_ESTIMATE_USD',
  'REQUESTS_PER_SECOND',
  'SIGN_INS_PER_MINUTE',
  'UPLOADS_PER_MINUTE',
  'CANVASES_PER_MINUTE',
  'TRUST_PROXY',
  'METRICS_TOKEN',
  'SECURITY_CONTACT',
  'CACHE_BYTES',
  'IN_FLIGHT_BYTES',
  'TRASH_DAYS',
  'STORAGE_PER_MEMBER',
  'PROJECTS_PER_MEMBER',
  'LOG_LEVEL',
] as const;

/** A shorter one is like too many names that others use. */
const LETTERS = 8;
const SLIPS = 2;
/** Names of others that are like ours by chance. */
const OTHERS = new Set(['DATABASE_SSL', 'IMAGE_MODE', 'JAVA_DIR', 'META_DIR', 'PATH_DIR']);

const OURS: ReadonlySet<string> = new Set(SETTING_NAMES);
const LONG = SETTING_NAMES.filter((name) => name.length >= LETTERS);

/** The first variable whose name is one of ours but for one or two letters, and ours. Null when there is none. */
export function findMisspelt(env: Environment): { readonly name: string; readonly meant: string } | null {
  for (const name of Object.keys(env)) {
    if (OURS.has(name) || OTHERS.has(name)) continue;
    const meant = LONG.find((one) => leven(name, one, { maxDistance: SLIPS + 1 }) <= SLIPS);
    if (meant !== undefined && env[name]?.trim()) return { name, meant };
  }
  return null;
}
