import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { showRuns, type ShownWork } from './showRuns';

/** Shows the work on the canvas for as long as the component is there; see `showRuns`. */
export function useRuns({ editor, generation, runs, conversion, uploads, isStill }: Omit<ShownWork, 't'>): void {
  const { t } = useTranslation();
  useEffect(
    () => showRuns({ editor, generation, runs, conversion, uploads, isStill, t }),
    [editor, generation, runs, conversion, uploads, isStill, t],
  );
}
