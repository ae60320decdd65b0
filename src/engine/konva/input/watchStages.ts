/** The areas of the stages on the page; the one used last is at the end. */
const areas = new Set<Element>();

/** A canvas may lie in a dialog itself, and hears nothing of one over it. */
const hasDialogOver = (area: Element): boolean =>
  Array.from(document.querySelectorAll('dialog[open]')).some((dialog) => !dialog.contains(area));

/** Whether nothing has the focus, or something on a stage or over one has. */
export const isOnStage = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof Node && Array.from(areas).some((area) => area.contains(target)));

/**
 * Returns what tells whether a key is for this stage: of several on a page the one around its target hears it, else the
 * one used last of those that are shown; where nothing has the focus, of those that no dialog is over.
 */
export function watchStages(area: Element, signal: AbortSignal): (target: EventTarget | null) => boolean {
  const note = (): void => {
    areas.delete(area);
    areas.add(area);
  };
  note();
  area.addEventListener('pointerdown', note, { signal, capture: true });
  area.addEventListener('focusin', note, { signal });
  signal.addEventListener('abort', () => areas.delete(area));
  return (target) => {
    const all = Array.from(areas);
    const around = target instanceof Node ? all.find((other) => other.contains(target)) : undefined;
    const isReached = (other: Element): boolean =>
      other.checkVisibility({ visibilityProperty: true, checkVisibilityCSS: true }) &&
      (target !== document.body || !hasDialogOver(other));
    return (around ?? all.findLast(isReached)) === area;
  };
}
