import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Editor, Offer, Viewport } from '../../../engine';
import { nodeName } from '../accessible/nodeName';
import type { PaletteItem } from '../palette/paletteItems';
import { PanelSign } from '../palette/PanelSign';
import { useEditorValue } from '../useEditorValue';
import { offeredItems } from './offeredItems';
import styles from './OfferMenu.module.css';

/** Between the pipe's end or the stage's edge and the menu; screen pixels. */
const GAP = 10;

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high));

/** Beside the pipe's end, and whole on the stage. */
function placeAt(menu: HTMLElement, viewport: Viewport, offer: Offer): void {
  const { x, y } = viewport.toScreen(offer.at);
  const left = between(GAP, x + GAP, viewport.size.width - menu.offsetWidth - GAP);
  const top = between(GAP, y + GAP, viewport.size.height - menu.offsetHeight - GAP);
  menu.style.transform = `translate(${left}px, ${top}px)`;
}

interface OpenMenuProps {
  readonly editor: Editor;
  readonly offer: Offer;
  readonly items: readonly PaletteItem[];
  readonly onClosed: (nodeId: string | null) => void;
}

function OpenMenu({ editor, offer, items, onClosed }: OpenMenuProps) {
  const { t } = useTranslation();
  const root = useRef<HTMLDivElement>(null);
  const decline = (): void => void editor.dispatch({ type: 'cancel' });
  const before = useRef<Element | null>(null);

  useLayoutEffect(() => {
    const menu = root.current;
    if (!menu) return undefined;
    before.current = document.activeElement;
    const follow = (): void => placeAt(menu, editor.viewport, offer);
    follow();
    menu.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true });
    return editor.subscribe((event) => {
      if (event.type === 'camera' || (event.type === 'stale' && event.reason === 'size')) follow();
    });
  }, [editor, offer]);

  const choose = ({ nodeType, model }: PaletteItem): void => {
    onClosed(editor.addConnected(offer.from, nodeType, model, offer.at));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const entries = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]'));
    const at = entries.findIndex((entry) => entry === document.activeElement);
    const next: Readonly<Record<string, HTMLElement | undefined>> = {
      ArrowDown: entries[(at + 1) % entries.length],
      ArrowUp: entries.at(at - 1),
      Home: entries[0],
      End: entries.at(-1),
    };
    if (event.key in next) next[event.key]?.focus();
    else if (event.key === 'Escape' || event.key === 'Tab') {
      decline();
      // To the handle, when the pipe was led by keys.
      if (before.current instanceof HTMLElement && before.current !== document.body && before.current.isConnected)
        before.current.focus({ preventScroll: true });
      else onClosed(null);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={root}
      role="menu"
      tabIndex={-1}
      aria-label={t('canvas.offer')}
      className={styles.menu}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Without a target the window lost the focus, which declines by itself, or the menu is going.
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) decline();
      }}
    >
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles.item}
          data-offer={item.id}
          onClick={() => choose(item)}
        >
          <PanelSign panel={item.panel} isSmall />
          {nodeName({ id: '', type: item.nodeType, position: offer.at, data: { model: item.model } }, '', t)}
        </button>
      ))}
    </div>
  );
}

interface OfferMenuProps {
  readonly editor: Editor;
  /** The person has answered: the node that was added has the focus now, or the canvas again. */
  readonly onClosed: (nodeId: string | null) => void;
}

/** What may be added where a pipe was let go over the floor; nothing while none waits there. */
export function OfferMenu({ editor, onClosed }: OfferMenuProps) {
  const offer = useEditorValue(editor, 'preview', ({ preview }) => preview.offer);
  const items = offer ? offeredItems(offer.types) : [];
  const isVain = offer !== null && items.length === 0;

  useEffect(() => {
    if (isVain) editor.dispatch({ type: 'cancel' });
  }, [editor, isVain]);

  if (!offer || isVain) return null;
  return <OpenMenu editor={editor} offer={offer} items={items} onClosed={onClosed} />;
}
