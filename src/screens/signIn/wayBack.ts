import { SIGN_IN_NEXT } from '../../api/contract';

/** The screens that a visitor may have come for. */
const SCREEN = /^\/main\/\d{1,16}$/;

/** The sign-in page's address, which remembers the project to return to. */
export const signInFrom = (path: string): string =>
  SCREEN.test(path) ? `/signin?${new URLSearchParams({ [SIGN_IN_NEXT]: path }).toString()}` : '/signin';

/** The address after sign-in: this origin, and on it only a screen of ours. Anybody can write an address into a link. */
export function wayBack(search: string): string {
  const next = new URLSearchParams(search).get(SIGN_IN_NEXT) ?? '';
  return window.location.origin + (SCREEN.test(next) ? next : '');
}
