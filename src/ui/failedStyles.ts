/** Style sheets of the page that did not come. The build's loader never asks for one of them again. */
const failed = new Set<HTMLLinkElement>();

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
  },
  { capture: true },
);

/** Requests them once more, so that no part of the page is shown without its looks. Rejects when one still does not come. */
export async function reloadFailedStyles(): Promise<void> {
  await Promise.all(
    Array.from(failed, async (link) => {
      const again = document.createElement('link');
      again.rel = link.rel;
      again.href = link.href;
      const came = new Promise<void>((resolve, reject) => {
        again.addEventListener('load', () => resolve());
        again.addEventListener('error', () => reject(new Error(`${again.href} did not come`)));
      });
      failed.delete(link);
      link.replaceWith(again);
      await came;
    }),
  );
}
