/** More than that says more than where one looks. */
const LONGEST = 500;

/** Whether a patch, which has been read before, says nothing but where one looks. */
export function movesViewOnly(patch: string): boolean {
  if (patch.length > LONGEST || !patch.includes('"/viewport')) return false;
  const steps = JSON.parse(patch) as readonly { readonly path: string; readonly from?: string }[];
  return steps.every(({ path, from }) => /^\/viewport(?:\/|$)/.test(path) && from === undefined);
}
