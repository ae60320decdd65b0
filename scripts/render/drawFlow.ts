import { createRequire } from 'node:module';
import { createCanvas, GlobalFonts } from '@napi-rs/canvas';
import { createInstance } from 'i18next';
import { Editor, paintFlow, type FrameCounts, type PaintWords, type Snapshot } from '../../src/engine';
import { en } from '../../src/i18n/en';
import { ko } from '../../src/i18n/ko';
import type { Language } from '../../src/i18n/languages';
import { paintWords } from '../../src/i18n/paintWords';
import { paintTheme } from '../../src/theme/paintTheme';
import { FlowPictures } from './FlowPictures';
import type { RenderOptions } from './options';
import { planPicture, type PicturePlan } from './planPicture';

export interface DrawnFlow extends FrameCounts {
  readonly png: Buffer;
  readonly plan: PicturePlan;
  /** Unreadable pictures, drawn as placeholders. */
  readonly broken: number;
}

/** The weights that painters use; the files ship with the package the app takes its web font from. */
const WEIGHTS = ['Regular', 'Medium'] as const;

function registerFonts(): void {
  const require = createRequire(import.meta.url);
  for (const weight of WEIGHTS) {
    GlobalFonts.registerFromPath(
      require.resolve(`pretendard/dist/public/static/Pretendard-${weight}.otf`),
      'Pretendard',
    );
  }
}

async function wordsIn(language: Language): Promise<PaintWords> {
  const i18n = createInstance();
  await i18n.init({
    lng: language,
    resources: { ko: { translation: ko }, en: { translation: en } },
    interpolation: { escapeValue: false },
  });
  return paintWords(i18n.t);
}

/** A PNG of all nodes and connections, as the editor shows them with nothing selected. */
export async function drawFlow(snapshot: Snapshot, options: RenderOptions): Promise<DrawnFlow> {
  registerFonts();
  const editor = new Editor({ snapshot, uniqueId: () => '' });
  const plan = planPicture(editor.scene.bounds(), options);
  const canvas = createCanvas(plan.size.width, plan.size.height);
  const pictures = new FlowPictures(options.files);
  const how = { ...plan, theme: paintTheme(options.theme), words: await wordsIn(options.lng), pictures };
  const paint = (): FrameCounts => {
    const painting = paintFlow(canvas.getContext('2d'), editor, how);
    let step = painting.next();
    while (!step.done) step = painting.next();
    return step.value;
  };
  paint();
  const broken = await pictures.load();
  const counts = paint();
  return { ...counts, plan, broken, png: await canvas.encode('png') };
}
