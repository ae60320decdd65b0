import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { themeCss } from '../../src/theme/cssVariables';
import { paintTheme } from '../../src/theme/paintTheme';
import { COLOURS, type ColourMode } from '../../src/theme/tokens';

/** WCAG 2's relative luminance of a `#rrggbb` colour. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** A style sheet as it is written. */
const styles = (path: string): string => readFileSync(join(import.meta.dirname, '../../src', path), 'utf8');

describe('the tokens', () => {
  it('are what the style sheet says', async () => {
    await expect(themeCss()).toMatchFileSnapshot('../../src/theme/tokens.css');
  });

  it.each<ColourMode>(['light', 'dark'])('let words be read in %s (AA)', (mode) => {
    const colours = COLOURS[mode];
    for (const ground of [colours.page, colours.floor, colours.surface, colours.raised]) {
      expect(contrast(colours.ink, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colours.muted, ground)).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(colours.onFill, colours.action)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colours.onFill, colours.actionHover)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colours.onFill, colours.dangerDeep)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colours.dangerDeep, colours.surface)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colours.textPipe, colours.floor)).toBeGreaterThanOrEqual(3);
  });

  it('let cards stand out from the pane in the dark [DARK-1]', () => {
    const { floor, surface, line } = COLOURS.dark;
    expect(contrast(surface, floor)).toBeGreaterThanOrEqual(1.25);
    expect(contrast(line, floor)).toBeGreaterThanOrEqual(1.25);
  });

  it('lay the dashboard on white and the canvas on #EDEDED [DARK-3]', () => {
    expect([COLOURS.light.page, COLOURS.light.floor]).toEqual(['#ffffff', '#ededed']);
    expect([COLOURS.dark.page, COLOURS.dark.floor]).toEqual(['#1b1d21', '#17181b']);
    expect(styles('theme/base.css')).toMatch(/html \{[^}]*background: var\(--page\)/);
    expect(styles('screens/editor/EditorScreen.module.css')).toContain('background: var(--floor)');
  });

  it('dim the thumbnails of the dashboard in the dark [DARK-2]', () => {
    const [, dark = ''] = styles('screens/dashboard/ProjectCard.module.css').split('(prefers-color-scheme: dark)');
    expect(dark).toMatch(/^ \{\s*\.thumbnail \{\s*filter: brightness\(0\.\d+\)/);
  });

  it('reach the canvas painters in both modes', () => {
    expect(paintTheme('light')).toMatchObject({ pane: '#ededed', textEdge: '#2f6bff', imageEdge: '#f5b301' });
    expect(paintTheme('dark')).toMatchObject({ pane: '#17181b', textEdge: '#5b8cff', imageEdge: '#ffc933' });
    expect(paintTheme('light').fontFamily).toMatch(/^'Pretendard Variable'/);
  });
});
