import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { nodeSize, type Box, type Editor, type AddMenu, type Vector } from '../../../engine';
import { nodeName } from '../accessible/nodeName';
import type { PaletteItem } from '../palette/paletteItems';
import { PanelSign } from '../palette/PanelSign';
import { useEditorValue } from '../useEditorValue';
import { addMenuItems } from './addMenuItems';
import styles from './AddMenuPopover.module.css';

/** Between the pipe's end or the stage's edge and the menu; screen pixels. */
const GAP = 10;

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(value, high));

/** How much of one span lies in another. */
const shared = (start: number, length: number, from: number, room: number): number =>
  Math.max(0, Math.min(start + length, from + room) - Math.max(start, from));

/** Where the card that the pipe comes from stands on the screen; nowhere when it is gone. */
function sourceBox({ document, scene, viewport }: Editor, { from }: AddMenu): Box {
  const node = document.node(from.nodeId);
  if (!node) return { x: 0, y: 0, width: 0, height: 0 };
  const { zoom } = viewport.camera;
  const { width, height } = nodeSize(node);
  return { ...viewport.toScreen(scene.positionOf(node)), width: width * zoom, height: height * zoom };
}

/** Beside the pipe's end, whole on the stage, and beside the card it comes from where there is room for both. */
function placeAt(menu: HTMLElement, editor: Editor, offer: AddMenu): void {
  const { size } = editor.viewport;
  const { x, y } = editor.viewport.toScreen(offer.at);
  const source = sourceBox(editor, offer);
  const { offsetWidth: width, offsetHeight: height } = menu;
  const onStage = (left: number, top: number): Vector => ({
    x: between(GAP, left, Math.max(GAP, size.width - width - GAP)),
    y: between(GAP, top, Math.max(GAP, size.height - height - GAP)),
  });
  const covered = (at: Vector): number =>
    shared(at.x, width, source.x, source.width) * shared(at.y, height, source.y, source.height);
  const places = [
    onStage(x + GAP, y + GAP),
    onStage(x + GAP, y - height - GAP),
    onStage(x - width - GAP, y + GAP),
    onStage(x + GAP, source.y + source.height + GAP),
    onStage(x + GAP, source.y - height - GAP),
  ];
  const best = places.reduce((found, place) => (covered(place) < covered(found) ? place : found));
  menu.style.transform = `translate(${best.x}px, ${best.y}px)`;
}

interface OpenMenuProps {
  readonly editor: Editor;
  readonly offer: AddMenu;
  readonly items: readonly PaletteItem[];
  readonly onClosed: (nodeId: string | null, besideId?: string) => void;
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
    const follow = (): void => placeAt(menu, editor, offer);
    follow();
    menu.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true });
    return editor.subscribe((event) => {
      if (event.type === 'camera' || (event.type === 'invalidate' && event.reason === 'size')) follow();
    });
  }, [editor, offer]);

  const choose = ({ nodeType, model }: PaletteItem): void => {
    onClosed(editor.addConnected(offer.from, nodeType, model, offer.at), offer.from.nodeId);
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
  /** The person has answered: the node that was added beside another one has the focus now, or the canvas again. */
  readonly onClosed: (nodeId: string | null, besideId?: string) => void;
}

/** What may be added where a pipe was let go over the floor; nothing while none waits there. */
export function AddMenuPopover({ editor, onClosed }: OfferMenuProps) {
  const offer = useEditorValue(editor, 'preview', ({ preview }) => preview.addMenu);
  const items = offer ? addMenuItems(offer.types) : [];
  const isVain = offer !== null && items.length === 0;

  useEffect(() => {
    if (isVain) editor.dispatch({ type: 'cancel' });
  }, [editor, isVain]);

  if (!offer || isVain) return null;
  return <OpenMenu editor={editor} offer={offer} items={items} onClosed={onClosed} />;
}
