import { COLOURS, FONT_FAMILY, MEASURES, TYPE, type Colours } from './tokens';

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const colourLines = (colours: Colours, indent: string): string =>
  Object.entries(colours)
    .map(([name, value]) => `${indent}--${kebab(name)}: ${value};`)
    .join('\n');

/** A browser's default size of 1 rem; CSS pixels. */
const USUAL_TEXT_SIZE = 16;

const typeLines = (): string =>
  Object.entries(TYPE)
    .map(([name, size]) => `  --type-${name}: ${size / USUAL_TEXT_SIZE}rem;`)
    .join('\n');

const unitOf = (name: string): string => (name.endsWith('Ms') ? 'ms' : 'px');

const measureLines = (): string =>
  Object.entries(MEASURES)
    .map(([name, value]) => `  --${kebab(name)}: ${value}${unitOf(name)};`)
    .join('\n');

/**
 * The content of tokens.css. The file is checked in, because a strict Content-Security-Policy allows no inline styles
 * and a page styled late would flash; a test compares the two.
 */
export const themeCss =
  (): string => `/* Written from tokens.ts, do not edit: npx vitest run tests/ui/theme.test.ts -u */
:root {
  color-scheme: light dark;
  --font:
    ${FONT_FAMILY};
${typeLines()}
${measureLines()}
${colourLines(COLOURS.light, '  ')}
}

@media (prefers-color-scheme: dark) {
  :root:not([data-theme='light']) {
${colourLines(COLOURS.dark, '    ')}
  }
}

/* The theme that a person has chosen overrides the system's. */
:root[data-theme='light'] {
  color-scheme: light;
}

:root[data-theme='dark'] {
  color-scheme: dark;
${colourLines(COLOURS.dark, '  ')}
}
`;
