import { parseArgs } from 'node:util';
import { z } from 'zod';
import { DEFAULT_LANGUAGE, LANGUAGES } from '../../src/i18n/languages';
import { SIDE_MAX } from './planPicture';
import { RenderError } from './RenderError';

const USAGE =
  'npm run render -- FLOW.json OUT.png [--theme light|dark] [--lng ko|en] [--scale N | --width PIXELS] [--files FOLDER]';
/** Largest scale: it suffices for print, and the picture's own bounds hold in any case. */
const SCALE_MAX = 10;

const SCALE = `must be a number over 0, at most ${SCALE_MAX}`;
const WIDTH = `must be a whole number of pixels from 1 to ${SIDE_MAX}`;

const settings = z.object({
  theme: z.enum(['light', 'dark'], { error: 'must be light or dark' }).default('light'),
  lng: z.enum(LANGUAGES, { error: 'must be ko or en' }).default(DEFAULT_LANGUAGE),
  /** Pixels per world pixel. */
  scale: z.coerce.number({ error: SCALE }).gt(0, SCALE).max(SCALE_MAX, SCALE).optional(),
  /** Width of the whole picture; pixels. */
  width: z.coerce.number({ error: WIDTH }).int(WIDTH).min(1, WIDTH).max(SIDE_MAX, WIDTH).optional(),
  /** The folder in which a server keeps its pictures. */
  files: z.string().optional(),
});

export interface RenderOptions extends z.infer<typeof settings> {
  readonly flow: string;
  readonly out: string;
}

const NAMES = ['theme', 'lng', 'scale', 'width', 'files'] as const;

/** Reads the arguments of the command line. Throws RenderError for an unknown one. */
export function readOptions(args: readonly string[]): RenderOptions {
  const { values, positionals } = split(args);
  const [flow, out, ...more] = positionals;
  if (flow === undefined || out === undefined || more.length > 0) throw new RenderError(`usage: ${USAGE}`);
  if (!out.toLowerCase().endsWith('.png')) throw new RenderError(`${out} must end in .png`);
  const { success, data, error } = settings.safeParse(values);
  if (!success)
    throw new RenderError(error.issues.map(({ path, message }) => `--${path.join('.')} ${message}`).join('; '));
  if (data.scale !== undefined && data.width !== undefined) {
    throw new RenderError('--scale and --width both say how large the picture is: give one of them');
  }
  return { ...data, flow, out };
}

function split(args: readonly string[]) {
  try {
    const options = Object.fromEntries(NAMES.map((name) => [name, { type: 'string' as const }]));
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    throw new RenderError(`usage: ${USAGE}`);
  }
}
