import { reaction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Box, type Editor, type AddMenu, type Vector, FLOW_NAMES, type NodeKinds } from '../../../engine';
import type { FlowStore } from '../../../stores/flow/FlowStore';
import { classNames } from '../../../ui/classNames';
import menuStyles from '../../../ui/Menu.module.css';
import { walkMenu } from '../../../ui/walkMenu';
import { clamp } from '../../../ui/clamp';
import { nodeName } from '../accessible/nodeName';
import { type PaletteItem, type PaletteModels, panelItems } from '../palette/paletteItems';
import { PanelSign } from '../palette/PaletteEntry';
import styles from './AddMenuPopover.module.css';

/** Entries of the palette that become one of these nodes and may be added now, in the palette's order. */
export const addMenuItems = (
  kinds: NodeKinds,
  types: readonly string[],
  models: PaletteModels,
): readonly PaletteItem[] =>
  FLOW_NAMES.flatMap((panel) => panelItems(kinds, panel, models)).filter(
    (item) => item.isAvailable && types.includes(item.nodeType),
  );

/** Gap from the menu to the pipe's end or to the stage's edge; screen pixels. */
const GAP = 10;

/** Length that one span shares with another. */
const shared = (start: number, length: number, from: number, room: number): number =>
  Math.max(0, Math.min(start + length, from + room) - Math.max(start, from));

/** Box of the card that the pipe comes from, on the screen; empty when the card is gone. */
function sourceBox({ document, scene, view }: Editor, { from }: AddMenu): Box {
  const node = document.node(from.nodeId);
  return node ? view.boxToScreen(scene.boxOf(node)) : { x: 0, y: 0, width: 0, height: 0 };
}

/** Places the menu beside the pipe's end, whole on the stage, and beside the card it comes from if both fit. */
function placeAt(menu: HTMLElement, editor: Editor, addMenu: AddMenu): void {
  const { size } = editor.view;
  const { x, y } = editor.view.toScreen(addMenu.at);
  const source = sourceBox(editor, addMenu);
  const { offsetWidth: width, offsetHeight: height } = menu;
  const onStage = (left: number, top: number): Vector => ({
    x: clamp(left, GAP, Math.max(GAP, size.width - width - GAP)),
    y: clamp(top, GAP, Math.max(GAP, size.height - height - GAP)),
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
  readonly flow: FlowStore;
  readonly addMenu: AddMenu;
  readonly items: readonly PaletteItem[];
  readonly onClosed: (nodeId: string | null, besideId?: string) => void;
}

function OpenMenu({ flow, addMenu, items, onClosed }: OpenMenuProps) {
  const { editor } = flow;
  const { kinds } = editor.document;
  const { t } = useTranslation();
  const root = useRef<HTMLDivElement>(null);
  const decline = (): void => void editor.dispatch({ type: 'cancel' });
  const before = useRef<Element | null>(null);

  useLayoutEffect(() => {
    const menu = root.current;
    if (!menu) return undefined;
    before.current = document.activeElement;
    const follow = (): void => placeAt(menu, editor, addMenu);
    follow();
    menu.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true });
    return reaction(() => [flow.viewport, flow.size], follow);
  }, [flow, editor, addMenu]);

  const choose = ({ nodeType, model }: PaletteItem): void => {
    onClosed(editor.addConnected(addMenu.from, nodeType, model, addMenu.at), addMenu.from.nodeId);
  };
  const leave = (): void => {
    decline();
    // The focus goes back to the handle when the connection was made with keys.
    if (before.current instanceof HTMLElement && before.current !== document.body && before.current.isConnected)
      before.current.focus({ preventScroll: true });
    else onClosed(null);
  };

  return (
    <div
      ref={root}
      role="menu"
      tabIndex={-1}
      aria-label={t('canvas.addMenu')}
      className={classNames(menuStyles.menu, styles.menu)}
      onKeyDown={(event) => {
        // The canvas would write a letter on the card that the pipe comes from.
        if (!walkMenu(event, leave)) event.stopPropagation();
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // A missing target means that the window lost the focus, which declines by itself, or that the menu is closing.
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) decline();
      }}
    >
      {items.map((item) => (
        <button
          key={item.id}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={classNames(menuStyles.item, styles.item)}
          data-add={item.id}
          onClick={() => choose(item)}
        >
          <PanelSign panel={item.panel} isSmall />
          {nodeName(kinds, { id: '', type: item.nodeType, position: addMenu.at, data: { model: item.model } }, '', t)}
        </button>
      ))}
    </div>
  );
}

interface AddMenuPopoverProps {
  readonly flow: FlowStore;
  readonly models: PaletteModels;
  /** Called with the person's choice: the added node gets the focus, or the canvas gets it back. */
  readonly onClosed: (nodeId: string | null, besideId?: string) => void;
}

/** The add menu where a pipe was dropped on the pane; nothing while no connection waits there. */
export const AddMenuPopover = observer(function AddMenuPopover({ flow, models, onClosed }: AddMenuPopoverProps) {
  const { editor, addMenu } = flow;
  const items = addMenu ? addMenuItems(editor.document.kinds, addMenu.types, models) : [];
  const isVain = addMenu !== null && items.length === 0;

  useEffect(() => {
    if (isVain) editor.dispatch({ type: 'cancel' });
  }, [editor, isVain]);

  if (!addMenu || isVain) return null;
  return <OpenMenu flow={flow} addMenu={addMenu} items={items} onClosed={onClosed} />;
});
