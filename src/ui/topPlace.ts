/** Holds the toasts and the live region. An open dialog covers what is outside it, and makes that inert and silent: they are in the topmost one. */
export const topPlace: HTMLElement = document.createElement('div');
// No box of its own, which a dialog would lay out.
topPlace.style.display = 'contents';

/** The page and the open dialogs over it, the topmost last. */
const holders: Element[] = [];

/** A node that is moved, and not taken out and put in again, keeps its focus and the clock of a toast. Not every browser has it. */
function put(holder: Element): void {
  if ('moveBefore' in holder && topPlace.isConnected && holder.isConnected) holder.moveBefore(topPlace, null);
  else holder.append(topPlace);
}

/** Takes the place into an element that lies over the earlier ones. Returns a function that gives it back. */
export function takeTop(holder: Element): () => void {
  holders.push(holder);
  put(holder);
  return () => {
    // The outer one of nested dialogs may leave first.
    holders.splice(holders.indexOf(holder), 1);
    const last = holders.at(-1);
    if (last) put(last);
  };
}
