import type { CSSProperties } from 'react';
import type { PaintTheme } from '../../render/card/PaintTheme';

/** The painters' colours and face as CSS properties, so that the elements over a stage look like its cards. */
export const themeProperties = (theme: PaintTheme): CSSProperties =>
  ({
    '--stage-surface': theme.surface,
    '--stage-ink': theme.ink,
    '--stage-muted': theme.muted,
    '--stage-line': theme.line,
    '--stage-focus': theme.focus,
    '--stage-font': theme.fontFamily,
  }) as CSSProperties;
