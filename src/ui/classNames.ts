/** Joins the class names that apply; a module's missing name or a false condition leaves nothing behind. */
export const classNames = (...names: readonly (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ');
