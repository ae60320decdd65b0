/** Runs as the next task of the page; unlike a timer, it is not delayed while the page is hidden. Returns a function that cancels it. */
export function nextTask(run: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  const close = (): void => port1.close();
  port1.addEventListener('message', () => {
    close();
    run();
  });
  port1.start();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port has one other end
  port2.postMessage(null);
  return close;
}

/** Resolves in the next task; see `nextTask`. */
export const pause = (): Promise<void> =>
  new Promise((resolve) => {
    nextTask(resolve);
  });
