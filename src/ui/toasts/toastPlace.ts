/** Holds the toasts. An open dialog covers what is outside it, and makes that inert: the toasts are in the topmost one. */
export const toastPlace: HTMLElement = document.createElement('div');
// No box of its own, which a dialog would lay out.
toastPlace.style.display = 'contents';

/** The page and the open dialogs over it, the topmost last. */
const holders: Element[] = [];

/** A node that is moved, and not taken out and put in again, keeps its focus and the clock of a toast. Not every browser has it. */
function put(holder: Element): void {
  if ('moveBefore' in holder && toastPlace.isConnected && holder.isConnected) holder.moveBefore(toastPlace, null);
  else holder.append(toastPlace);
}

/** Takes the toasts into an element that lies over the earlier ones. Returns a function that gives them back. */
export function takeToasts(holder: Element): () => void {
  holders.push(holder);
  put(holder);
  return () => {
    // The outer one of nested dialogs may leave first.
    holders.splice(holders.indexOf(holder), 1);
    const last = holders.at(-1);
    if (last) put(last);
  };
}
