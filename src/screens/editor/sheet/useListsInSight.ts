import { useMemo } from 'react';
import { flushSync } from 'react-dom';
import type { PanelStore, PanelType } from '../../../stores/PanelStore';
import type { LibraryStore } from '../../../stores/takes/LibraryStore';
import { LIBRARY_ID } from '../../library/Library';
import { PANEL_ID } from '../palette/Rail';
import { NARROW, useMediaQuery } from '../view/useMediaQuery';

interface Lists {
  readonly panel: Pick<PanelStore, 'openType' | 'toggle' | 'close'>;
  readonly library: Pick<LibraryStore, 'isOpen' | 'toggle'>;
  readonly isListed: boolean;
  readonly toggleOutline: () => void;
}

/**
 * The side panel, the library and the outline as a person sees them: one that a sheet hides counts as closed. One that is opened has the
 * focus, and behind the sheet its keys would act unseen: the sheet closes.
 */
export function useListsInSight(lists: Lists, isSheetOpen: boolean, closeSheet: () => void): Lists {
  const { panel, library, isListed, toggleOutline } = lists;
  // In a wide window the outline is beside the sheet.
  const isNarrow = useMediaQuery(NARROW);
  return useMemo(() => {
    if (!isSheetOpen) return { panel, library, isListed, toggleOutline };
    const show = (id: string, isOpen: boolean, toggle: () => void): void => {
      // Nothing that the sheet covers can have the focus until it has closed.
      flushSync(closeSheet);
      if (isOpen) document.querySelector<HTMLElement>(`#${id}[data-first], #${id} [data-first]`)?.focus();
      else toggle();
    };
    return {
      panel: {
        openType: null,
        toggle: (type: PanelType) => show(PANEL_ID, panel.openType === type, () => panel.toggle(type)),
        close: () => panel.close(),
      },
      library: { isOpen: false, toggle: () => show(LIBRARY_ID, library.isOpen, () => library.toggle()) },
      isListed: isListed && !isNarrow,
      toggleOutline: isNarrow ? () => show('outline', isListed, toggleOutline) : toggleOutline,
    };
  }, [panel, library, isListed, toggleOutline, isSheetOpen, isNarrow, closeSheet]);
}
