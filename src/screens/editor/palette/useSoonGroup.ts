import { useState, type KeyboardEvent } from 'react';
import type { PaletteItem } from './paletteItems';

export interface SoonGroup {
  /** Tab index of an entry; undefined leaves it a tab stop like any button. */
  readonly tabIndexOf: (item: PaletteItem) => number | undefined;
  readonly onFocus: (item: PaletteItem) => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

const walk = (event: KeyboardEvent<HTMLElement>): void => {
  const entries = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('[data-soon]'));
  const at = entries.findIndex((entry) => entry === document.activeElement);
  if (at < 0) return;
  const next: Readonly<Record<string, HTMLElement | undefined>> = {
    ArrowDown: entries[Math.min(at + 1, entries.length - 1)],
    ArrowUp: entries[Math.max(at - 1, 0)],
    Home: entries[0],
    End: entries.at(-1),
  };
  if (!(event.key in next)) return;
  event.preventDefault();
  next[event.key]?.focus();
};

/** The entries that cannot be used yet are one stop for Tab: the arrows up and down, Home and End walk them. */
export function useSoonGroup(items: readonly PaletteItem[]): SoonGroup {
  const soon = items.filter(({ isAvailable }) => !isAvailable);
  const [lastId, setLastId] = useState<string | null>(null);
  const stop = soon.find(({ id }) => id === lastId) ?? soon[0];

  return {
    tabIndexOf: (item) => (item.isAvailable ? undefined : item.id === stop?.id ? 0 : -1),
    onFocus: ({ id, isAvailable }) => {
      if (!isAvailable) setLastId(id);
    },
    onKeyDown: walk,
  };
}
