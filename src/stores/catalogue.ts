import type { PanelType } from './PanelStore';

/** One model of the catalogue (GALLERY-5, PANEL-5). */
export interface CatalogueEntry {
  readonly name: string;
  readonly type: PanelType;
  /** The vendor's site. */
  readonly url: string;
  /** True when its nodes can be dropped and run; setting this flag makes a model go live. */
  readonly available: boolean;
}

const entry = (type: PanelType, name: string, url: string, available = false): CatalogueEntry => ({
  name,
  type,
  url,
  available,
});

/** The entries of the editor's side panel, in its order. */
const CATALOGUE: readonly CatalogueEntry[] = [
  entry('text', 'Gemini 2.5 Flash', 'https://deepmind.google/models/gemini/flash/'),
  entry('text', 'GPT-5', 'https://openai.com/gpt-5/'),
  entry('text', 'Claude 3.5 Sonnet', 'https://www.anthropic.com/claude/sonnet'),
  entry('text', 'Llama 3 100B', 'https://www.llama.com/'),
  entry('text', 'Mistral Large', 'https://mistral.ai/models'),

  entry('image', 'Gemini-2.5-flash', 'https://deepmind.google/models/gemini-image/', true),
  entry('image', 'DALL-E 4', 'https://openai.com/index/dall-e-3/'),
  entry('image', 'Midjourney v7', 'https://www.midjourney.com/'),
  entry('image', 'Stable Diffusion XL', 'https://stability.ai/stable-image'),
  entry('image', 'Adobe Firefly 2.0', 'https://www.adobe.com/products/firefly.html'),

  entry('video', 'Runway ML', 'https://runwayml.com/'),
  entry('video', 'Synthesia', 'https://www.synthesia.io/'),
  entry('video', 'SkyReels', 'https://www.skyreels.ai/'),
  entry('video', 'Descript', 'https://www.descript.com/'),
  entry('video', 'Kaiber', 'https://www.kaiber.ai/'),

  entry('audio', 'ElevenLabs', 'https://elevenlabs.io/'),
  entry('audio', 'Murf AI', 'https://murf.ai/'),
  entry('audio', 'Resemble AI', 'https://www.resemble.ai/'),
  entry('audio', 'Descript', 'https://www.descript.com/'),
  entry('audio', 'Play.ht', 'https://play.ht/'),
];

/** The galleries of the dashboard: the catalogue, and Sonantic, which only the dashboard shows. */
export const GALLERIES: readonly CatalogueEntry[] = [
  ...CATALOGUE,
  entry('audio', 'Sonantic', 'https://www.sonantic.io/'),
];

export const modelsOf = (type: PanelType, entries: readonly CatalogueEntry[] = CATALOGUE): readonly CatalogueEntry[] =>
  entries.filter((each) => each.type === type);
