import { createHash } from 'node:crypto';
import { NAME_MAX } from '../../src/api/contract';

export type PageLanguage = 'ko' | 'en';

/** The visitor's language: `lng` of this address or of the one they come from, else Korean. */
export function pageLanguage(lng: unknown, redirect: string): PageLanguage {
  const kept = typeof lng === 'string' ? lng : new URL(redirect).searchParams.get('lng');
  return kept?.toLowerCase().startsWith('en') ? 'en' : 'ko';
}

const WORDS = {
  ko: {
    title: '물길 로그인',
    product: '물길',
    heading: '어떤 이름으로 시작할까요?',
    hint: '비밀번호 없이 이름만으로 쓰는 계정이에요. 같은 이름으로 다시 들어오면 프로젝트가 그대로 있어요.',
    name: '이름',
    button: '시작하기',
    problem: '이름을 1자 이상 200자 이하로 입력해 주세요.',
  },
  en: {
    title: 'Sign in to Mulgil',
    product: 'Mulgil',
    heading: 'What name would you like to start with?',
    hint: 'An account by name alone, without a password. Come back with the same name and your projects are here.',
    name: 'Name',
    button: 'Start',
    problem: 'Please enter a name of 1 to 200 characters.',
  },
} as const;

/** The colours, radii and sizes of the app's own look; a pipe of words flows into a pipe of pictures. */
const STYLE = `
:root{color-scheme:light dark;--floor:#EDEDED;--surface:#FFFFFF;--raised:#FAFAF8;--ink:#1A1A1E;--muted:#62626C;--line:#DCDCE0;
--text:#2F6BFF;--text-core:#8FB2FF;--image:#F5B301;--image-core:#FFE08A;--danger:#C9252B;--action:#2560F0;--on-action:#FFFFFF}
@media (prefers-color-scheme:dark){:root{--floor:#17181B;--surface:#212328;--raised:#2A2D33;--ink:#F2F2F4;--muted:#A6A6B0;
--line:#34373E;--text:#5B8CFF;--text-core:#B9CEFF;--image:#FFC933;--image-core:#FFEDB8;--danger:#FF6369;--action:#7BA3FF;--on-action:#17181B}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--floor);color:var(--ink);
font:.9375rem/1.5 Pretendard,'Pretendard Variable','Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR',system-ui,sans-serif}
main{width:100%;max-width:420px;background:var(--surface);border:1px solid var(--line);border-radius:16px;overflow:hidden}
svg{display:block;width:100%;height:auto;background:var(--raised)}
svg path{fill:none;stroke-linecap:round;stroke-width:16}
.words{stroke:var(--text)}.words-core{stroke:var(--text-core);stroke-width:4!important}
.pictures{stroke:var(--image)}.pictures-core{stroke:var(--image-core);stroke-width:4!important}
form{padding:24px;display:grid;gap:12px}
p{margin:0;color:var(--muted);font-size:.8125rem;word-break:keep-all}
.product{color:var(--ink);font-weight:700}
h1{margin:0;font-size:1.125rem;font-weight:700}
label{font-size:.8125rem;font-weight:500}
input{width:100%;min-height:44px;margin-top:4px;padding:0 12px;font:inherit;color:inherit;background:var(--raised);
border:1px solid var(--line);border-radius:6px}
button{min-height:44px;font:inherit;font-weight:700;color:var(--on-action);background:var(--action);border:0;border-radius:6px;cursor:pointer}
input:focus-visible,button:focus-visible{outline:2px solid var(--text);outline-offset:2px}
.problem{color:var(--danger)}
`;

const PIPES = `<svg viewBox="0 0 420 120" aria-hidden="true"><path class="words" d="M-20 36H150Q165 36 165 51V69Q165 84 180 84H240"/>
<path class="words-core" d="M-20 36H150Q165 36 165 51V69Q165 84 180 84H240"/><path class="pictures" d="M240 84H290Q305 84 305 69V51Q305 36 320 36H440"/>
<path class="pictures-core" d="M240 84H290Q305 84 305 69V51Q305 36 320 36H440"/></svg>`;

/** Allows the page's one style sheet, and its form to end at `redirectOrigin`; nothing else. */
export function localSignInPolicy(redirectOrigin: string): string {
  const hash = createHash('sha256').update(STYLE).digest('base64');
  return [
    `default-src 'none'`,
    `style-src 'sha256-${hash}'`,
    `form-action 'self' ${redirectOrigin}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

/** The page of local accounts: one field, one button. */
export function localSignInPage(page: { language: PageLanguage; redirect: string; hasProblem?: boolean }): string {
  const words = WORDS[page.language];
  const problem = page.hasProblem ? `<p class="problem" id="problem" role="alert">${words.problem}</p>` : '';
  const field = page.hasProblem ? ' aria-invalid="true" aria-describedby="problem"' : '';
  return `<!doctype html>
<html lang="${page.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${words.title}</title><style>${STYLE}</style></head>
<body><main>${PIPES}
<form method="post" action="/auth/login/local">
<p class="product">${words.product}</p>
<h1>${words.heading}</h1>
<label>${words.name}<input name="name" required maxlength="${NAME_MAX}" autocomplete="username" autofocus${field}></label>
${problem}
<input type="hidden" name="redirect" value="${escapeAttribute(page.redirect)}">
<input type="hidden" name="lng" value="${page.language}">
<button>${words.button}</button>
<p>${words.hint}</p>
</form></main></body></html>
`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
