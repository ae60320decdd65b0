import i18next from 'i18next';
import { describe, expect, it } from 'vitest';
import { FLOW_NAMES, FLOWS, PAINT_THEMES, PAINT_WORDS } from '../../src/engine';
import { FIELD_WORDS, LAYER_WORDS } from '../../src/engine/konva';
import { en } from '../../src/i18n/en';
import { fieldWords } from '../../src/i18n/fieldWords';
import { ko } from '../../src/i18n/ko';
import { layerWords } from '../../src/i18n/layerWords';
import { paintWords } from '../../src/i18n/paintWords';
import { paintTheme } from '../../src/theme/paintTheme';

/** Words with each function called in place, for comparing. */
const spoken = (words: object): unknown =>
  Object.fromEntries(
    Object.entries(words).map(([name, word]) => [name, typeof word === 'function' ? String(word('one', 'two')) : word]),
  );

describe('what the engine draws with by itself', () => {
  it.each(['light', 'dark'] as const)('has the colours of the application (%s) [PACKAGE-12]', (mode) => {
    expect({ ...paintTheme(mode), fontFamily: 'sans-serif' }).toEqual(PAINT_THEMES[mode]);
  });

  it.each(['ko', 'en'] as const)('has the words of the application (%s) [PACKAGE-12]', async (lng) => {
    const t = await i18next
      .createInstance()
      .init({ lng, resources: { ko: { translation: ko }, en: { translation: en } } });
    expect(paintWords(t)).toEqual(PAINT_WORDS[lng]);
    expect(spoken(fieldWords(t))).toEqual(spoken(FIELD_WORDS[lng]));
    expect(spoken(layerWords(t))).toEqual(spoken(LAYER_WORDS[lng]));
    for (const flow of FLOW_NAMES) expect(FLOWS[flow].label[lng]).toBe(t(`flows.${flow}.name`).toLowerCase());
    // A kind of one's own may give out video, and take it.
    const handles = Object.values(LAYER_WORDS[lng].handles);
    expect(new Set(handles).size).toBe(handles.length);
  });
});
