import type { ColourMode } from './tokens';

export const THEME_CHOICES = ['system', 'light', 'dark'] as const;
/** Light or dark, or what the system asks for. */
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** The browser storage key that keeps the person's choice; public/theme.js reads it before the first paint. */
const THEME_KEY = 'theme';

const listeners = new Set<() => void>();
const systemDark = (): MediaQueryList => window.matchMedia('(prefers-color-scheme: dark)');

const isMode = (value: string | null | undefined): value is ColourMode => value === 'light' || value === 'dark';

/** The theme that the page shows at present. */
export function themeChoice(): ThemeChoice {
  const { theme } = document.documentElement.dataset;
  return isMode(theme) ? theme : 'system';
}

export function colourMode(): ColourMode {
  const choice = themeChoice();
  if (choice !== 'system') return choice;
  return systemDark().matches ? 'dark' : 'light';
}

function show(choice: ThemeChoice): void {
  const { dataset } = document.documentElement;
  if (choice === 'system') delete dataset.theme;
  else dataset.theme = choice;
  const scheme = document.querySelector<HTMLMetaElement>('meta[name="color-scheme"]');
  if (scheme) scheme.content = choice === 'system' ? 'light dark' : choice;
  for (const listener of listeners) listener();
}

/** Shows this theme on the whole page, and keeps it on this device for later visits. */
export function chooseTheme(choice: ThemeChoice): void {
  show(choice);
  try {
    if (choice === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, choice);
  } catch {
    // The choice then lasts as long as the page.
  }
}

const followOtherTabs = ({ key, newValue }: StorageEvent): void => {
  if (key === THEME_KEY) show(isMode(newValue) ? newValue : 'system');
};

/** Subscribes to changes of the choice, here or in another tab, and of the system's. Returns a function that stops it. */
export function onThemeChange(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTabs);
  listeners.add(listener);
  const query = systemDark();
  query.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    query.removeEventListener('change', listener);
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs);
  };
}
