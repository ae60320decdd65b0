import type { FastifyReply } from 'fastify';
import { NAME_MAX } from '../../src/api/contract';
import type { SignInRefusal } from '../../src/api/contract';
import type { PageLanguage } from './page';
import { LOGO, escapeAttribute, sendPage } from './page';

const WORDS = {
  ko: {
    title: '물길 로그인',
    product: '물길',
    heading: '어떤 이름으로 시작할까요?',
    hint: '이 컴퓨터에서 쓰는 이름이에요. 비밀번호는 없고, 같은 이름으로 다시 들어오면 프로젝트가 그대로 있어요.',
    name: '이름',
    button: '시작하기',
    problems: {
      name: '이름을 1자 이상 200자 이하로 입력해 주세요.',
      blocked: '이 이름은 사용이 중지되었어요. 운영자에게 문의해 주세요.',
      domain: '정해진 도메인의 계정으로만 시작할 수 있어요. 운영자에게 문의해 주세요.',
      full: '회원 정원이 다 차서 가입할 수 없어요. 운영자에게 문의해 주세요.',
    },
  },
  en: {
    title: 'Sign in to Mulgil',
    product: 'Mulgil',
    heading: 'What name would you like to start with?',
    hint: 'A name on this computer, without a password. Come back with the same name and your projects are here.',
    name: 'Name',
    button: 'Start',
    problems: {
      name: 'Please enter a name of 1 to 200 characters.',
      blocked: 'This name is blocked here. Please ask the person who runs this server.',
      domain: 'Only accounts of certain domains may join here. Please ask the person who runs this server.',
      full: 'There is no room for another member here. Please ask the person who runs this server.',
    },
  },
} as const;

/** Why a name was not taken. */
type SignInProblem = 'name' | SignInRefusal;

interface LocalSignIn {
  readonly language: PageLanguage;
  readonly redirect: string;
  readonly problem?: SignInProblem;
}

/** Sends the page of local accounts: one field, one button. */
export function sendLocalSignIn(reply: FastifyReply, { language, redirect, problem }: LocalSignIn): FastifyReply {
  const words = WORDS[language];
  const said = problem ? `<p class="problem" id="problem" role="alert">${words.problems[problem]}</p>` : '';
  const field = problem ? ' aria-invalid="true" aria-describedby="problem"' : '';
  const body = `<form method="post" action="/auth/login/local">
<p class="product">${LOGO}${words.product}</p>
<h1>${words.heading}</h1>
<label>${words.name}<input name="name" required maxlength="${NAME_MAX}" autocomplete="username" autofocus${field}></label>
${said}
<input type="hidden" name="redirect" value="${escapeAttribute(redirect)}">
<input type="hidden" name="lng" value="${language}">
<button>${words.button}</button>
<p>${words.hint}</p>
</form>`;
  return sendPage(reply, { language, title: words.title, body, formEndsAt: new URL(redirect).origin });
}
