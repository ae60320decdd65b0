import { z } from 'zod';
import { localSignIn, member } from '../../src/api/contract';
import type { Operation } from '../http/openapi/Operation';

const PAGE = { text: 'A page for people, in their language.' };

/** The form of the sign-in page; programs leave the language out. */
export const localSignInForm = z.object({ ...localSignIn.shape, lng: z.string().optional() });

const signInQuery = z.object({
  redirect: z.string().describe('Where to lead afterwards: an address of this app.'),
  lng: z.string().optional().describe("The visitor's language, `ko` or `en`."),
});

export const SIGN_OUT: Operation = {
  id: 'signOut',
  tag: 'account',
  summary: 'End the session of this browser, or everything that acts as the member',
  description:
    'With `everywhere=1` every session of the member ends and every token is revoked. Visitors may, too, but not everywhere.',
  access: 'everyone',
  answers: { 204: { when: 'There is no session any more.', headers: ['Set-Cookie?'] } },
  failures: {
    401: {
      when: '`signInRequired`, `tokenUnknown`: nobody can tell whose sessions are meant.',
      headers: ['WWW-Authenticate?'],
    },
    403: '`scope`: a token signs nobody out.',
  },
};

export const FORGET: Operation = {
  id: 'forget',
  tag: 'account',
  summary: 'Let the browser drop what it keeps of earlier answers',
  access: 'everyone',
  answers: { 204: { when: 'The browser was told.', headers: ['Clear-Site-Data'] } },
};

export const BEGIN_SIGN_IN: Operation = {
  id: 'beginSignIn',
  tag: 'account',
  summary: 'Begin to sign in, in a browser',
  description: 'Leads to the issuer; where no issuer is set up, answers a page with one field for a name.',
  access: 'everyone',
  query: signInQuery,
  answers: {
    200: { when: 'Without an issuer: the page.', content: { 'text/html': PAGE } },
    302: { when: 'To the page of the issuer.', headers: ['Location', 'Set-Cookie?'] },
  },
  failures: { 400: '`foreignRedirect`: the redirect is no address of this app.' },
  hasPages: true,
};

export const FINISH_SIGN_IN: Operation = {
  id: 'finishSignIn',
  tag: 'account',
  summary: 'Where the issuer leads back to',
  access: 'everyone',
  query: z.object({
    state: z.string().optional().describe('What the sign-in began with.'),
    code: z.string().optional(),
    error: z.string().optional(),
  }),
  answers: {
    302: {
      when: 'To where the sign-in was to lead, or back to the sign-in page.',
      headers: ['Location', 'Set-Cookie?'],
    },
  },
  hasPages: true,
};

export const LOCAL_SIGN_IN: Operation = {
  id: 'signInByName',
  tag: 'account',
  summary: 'Sign in by a name alone, where the server allows it',
  access: 'everyone',
  body: localSignIn,
  bodyTypes: ['application/json', 'application/x-www-form-urlencoded'],
  answers: {
    200: { when: 'To JSON: the member.', content: { 'application/json': member }, headers: ['Set-Cookie'] },
    302: { when: 'To a form: where it said to lead.', headers: ['Location', 'Set-Cookie'] },
  },
  failures: {
    400: '`foreignRedirect`, `invalidName`: what was sent cannot be used.',
    403: '`memberBlocked`, `membersFull`: this person may not come in.',
  },
  hasPages: true,
};
