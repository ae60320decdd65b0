import { useEffect, useRef } from 'react';
import type { Editor } from '../../../engine';
import { notify } from '../../../ui/toasts/notify';

/** Name in the fragment of a project's address of the node to go to. */
const NAME = 'node';

/** The address of a node in a project that may not be open. */
export const hrefOfNode = (pid: number, nodeId: string): string =>
  `/main/${pid}#${new URLSearchParams({ [NAME]: nodeId }).toString()}`;

/** Goes once to the node in the address, or says that it is gone; then the address is the project's again. */
export function useAskedNode(editor: Editor, goTo: (nodeId: string) => void): void {
  const go = useRef(goTo);
  useEffect(() => {
    const { hash, pathname, search } = window.location;
    const nodeId = new URLSearchParams(hash.slice(1)).get(NAME);
    if (nodeId === null) return;
    window.history.replaceState(window.history.state, '', pathname + search);
    if (editor.document.node(nodeId)) go.current(nodeId);
    else notify({ variant: 'info', titleKey: 'madeOf.nodeGone' });
  }, [editor]);
}
