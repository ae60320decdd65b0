import type { FastifyReply } from 'fastify';
import { type PageLanguage, LOGO, escapeAttribute, sendPage } from '../page';

/** Reason why a sign-in failed: the person cancelled, the issuer could not be reached, or its answer cannot be trusted. */
export type FailureReason = 'cancelled' | 'unavailable' | 'refused';

/** A sign-in that came to nothing. */
export class SignInFailure extends Error {
  override readonly name = 'SignInFailure';
  readonly reason: FailureReason;
  /** The cause, for the log: without any token or claim. */
  readonly code: string;

  constructor(reason: FailureReason, code: string, cause?: unknown) {
    super(`signing in: ${code}`, { cause });
    this.reason = reason;
    this.code = code;
  }
}

/** The page that a person gets. 'over': this browser no longer expects this answer; 'broken': our own fault. */
export type FailurePage = Exclude<FailureReason, 'cancelled'> | 'over' | 'broken';

const STATUS: Record<FailurePage, number> = { over: 400, refused: 400, unavailable: 503, broken: 500 };

const WORDS = {
  ko: {
    title: '물길 로그인',
    product: '물길',
    heading: '로그인하지 못했어요',
    over: '시간이 지났거나 이미 쓰였거나 다른 브라우저에서 시작한 로그인이에요.',
    refused: '로그인 서비스가 보낸 답을 확인할 수 없었어요.',
    unavailable: '로그인 서비스가 응답하지 않아요. 잠시 후 다시 시도해 주세요.',
    broken: '서버에 문제가 생겼어요. 잠시 후 다시 시도해 주세요.',
    again: '다시 로그인하기',
    back: '물길로 돌아가기',
  },
  en: {
    title: 'Sign in to Mulgil',
    product: 'Mulgil',
    heading: 'You are not signed in',
    over: 'This sign-in took too long, was used already or began in another browser.',
    refused: "The sign-in service's answer could not be confirmed.",
    unavailable: 'The sign-in service does not answer. Please try again in a moment.',
    broken: 'Something went wrong on the server. Please try again in a moment.',
    again: 'Sign in again',
    back: 'Back to Mulgil',
  },
} as const;

/** Sends a sentence, a link to start again and a link back to `redirect`. Says nothing that would help an attacker. */
export function sendFailurePage(
  reply: FastifyReply,
  page: FailurePage,
  { language, redirect, status = STATUS[page] }: { language: PageLanguage; redirect: string; status?: number },
): FastifyReply {
  const words = WORDS[language];
  const again = `/auth/login/google?${new URLSearchParams({ redirect, lng: language }).toString()}`;
  const body = `<div class="message">
<p class="product">${LOGO}${words.product}</p>
<h1>${words.heading}</h1>
<p>${words[page]}</p>
<a class="action" href="${escapeAttribute(again)}">${words.again}</a>
<a href="${escapeAttribute(redirect)}">${words.back}</a>
</div>`;
  return sendPage(reply.code(status), { language, title: words.title, body, formEndsAt: null });
}
