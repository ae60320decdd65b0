import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { themeCss } from '../../src/theme/cssVariables';
import { paintTheme } from '../../src/theme/paintTheme';
import { COLOURS, type ColourMode } from '../../src/theme/tokens';
import { contrast } from '../support/contrast';

/** The source of a style sheet. */
const styles = (path: string): string => readFileSync(join(import.meta.dirname, '../../src', path), 'utf8');

describe('the tokens', () => {
  it('are what the style sheet says', async () => {
    await expect(themeCss()).toMatchFileSnapshot('../../src/theme/tokens.css');
  });

  it.each<ColourMode>(['light', 'dark'])('let words be read in %s (AA)', (mode) => {
    const colours = COLOURS[mode];
    for (const ground of [colours.page, colours.pane, colours.surface, colours.raised]) {
      expect(contrast(colours.ink, ground)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(colours.muted, ground)).toBeGreaterThanOrEqual(4.5);
    }
    expect(contrast(colours.onFill, colours.action)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colours.onFill, colours.actionHover)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colours.onFill, colours.dangerDeep)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colours.dangerDeep, colours.surface)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colours.textEdge, colours.pane)).toBeGreaterThanOrEqual(3);
  });

  it('let cards stand out from the pane in the dark [DARK-1]', () => {
    const { pane, surface, line } = COLOURS.dark;
    expect(contrast(surface, pane)).toBeGreaterThanOrEqual(1.25);
    expect(contrast(line, pane)).toBeGreaterThanOrEqual(1.25);
  });

  it('lay the dashboard on white and the canvas on #EDEDED [DARK-3]', () => {
    expect([COLOURS.light.page, COLOURS.light.pane]).toEqual(['#ffffff', '#ededed']);
    expect([COLOURS.dark.page, COLOURS.dark.pane]).toEqual(['#1b1d21', '#17181b']);
    expect(styles('theme/base.css')).toMatch(/html \{[^}]*background: var\(--page\)/);
    expect(styles('screens/editor/EditorScreen.module.css')).toContain('background: var(--pane)');
  });

  it('define every variable that a style sheet reads without another value', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.(css|tsx?)$/.test(path),
    );
    const read = files.map((path) => [path, styles(path)] as const);
    const defined = new Set(
      read.flatMap(([, text]) => [...text.matchAll(/(--[\w-]+)['"]?\s*[:,]/g)].map(([, name]) => name)),
    );
    const lacking = read
      .filter(([path]) => path.endsWith('.css'))
      .flatMap(([path, text]) => [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => `${path} ${name}`));
    expect(lacking.length).toBeGreaterThan(100);
    expect(lacking.filter((each) => !defined.has(each.split(' ')[1]))).toEqual([]);
  });

  it('define the colours of pipes that are drawn outside the canvas', () => {
    const drawn = [...styles('ui/PipeDrawing.tsx').matchAll(/var\((--\$\{flow\}[\w-]*)\)/g)].map(([, name]) => name);
    expect(drawn).toHaveLength(2);
    const names = drawn.flatMap((name) => ['text', 'image'].map((flow) => name?.replace('${flow}', flow)));
    expect(names.filter((name) => !themeCss().includes(`${name}:`))).toEqual([]);
  });

  it('dim the thumbnails of the dashboard in the dark [DARK-2]', () => {
    expect(styles('screens/dashboard/ProjectCard.module.css')).toMatch(
      /\.thumbnail \{[^}]*filter: var\(--light-picture\)/,
    );
    expect([COLOURS.light.lightPicture, COLOURS.dark.lightPicture]).toEqual([
      'none',
      expect.stringMatching(/^brightness\(0\.\d+\)$/),
    ]);
  });

  it('reach the canvas painters in both modes', () => {
    expect(paintTheme('light')).toMatchObject({ pane: '#ededed', textEdge: '#2f6bff', imageEdge: '#f5b301' });
    expect(paintTheme('dark')).toMatchObject({ pane: '#17181b', textEdge: '#5b8cff', imageEdge: '#ffc933' });
    expect(paintTheme('light').fontFamily).toMatch(/^'Pretendard Variable'/);
  });
});
