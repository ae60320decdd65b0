import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';

export type PageLanguage = 'ko' | 'en';

/** The visitor's language: `lng` of this address or of the one they come from, else Korean. */
export function pageLanguage(lng: unknown, redirect: string): PageLanguage {
  const kept = typeof lng === 'string' ? lng : new URL(redirect).searchParams.get('lng');
  return kept?.toLowerCase().startsWith('en') ? 'en' : 'ko';
}

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
p{margin:0;color:var(--muted);font-size:.8125rem;word-break:keep-all}
.product{color:var(--ink);font-weight:700}
h1{margin:0;font-size:1.125rem;font-weight:700}
h1+p{color:var(--ink);font-size:.9375rem}
form,.message{padding:24px;display:grid;gap:12px}
label{font-size:.8125rem;font-weight:500}
input{width:100%;min-height:44px;margin-top:4px;padding:0 12px;font:inherit;color:inherit;background:var(--raised);
border:1px solid var(--line);border-radius:6px}
button,.action{min-height:44px;font:inherit;font-weight:700;color:var(--on-action);background:var(--action);border:0;border-radius:6px;cursor:pointer}
a{display:grid;place-items:center;min-height:44px;color:inherit;border-radius:6px}
.action{text-decoration:none}
input:focus-visible,button:focus-visible,a:focus-visible{outline:2px solid var(--text);outline-offset:2px}
.problem{color:var(--danger)}
`;

const PIPES = `<svg viewBox="0 0 420 120" aria-hidden="true"><path class="words" d="M-20 36H150Q165 36 165 51V69Q165 84 180 84H240"/>
<path class="words-core" d="M-20 36H150Q165 36 165 51V69Q165 84 180 84H240"/><path class="pictures" d="M240 84H290Q305 84 305 69V51Q305 36 320 36H440"/>
<path class="pictures-core" d="M240 84H290Q305 84 305 69V51Q305 36 320 36H440"/></svg>`;

/** Allows the page's one style sheet and its form to end where it is said to; nothing else. */
function policy(formTargets: string): string {
  const hash = createHash('sha256').update(STYLE).digest('base64');
  return [
    `default-src 'none'`,
    `style-src 'sha256-${hash}'`,
    `form-action ${formTargets}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

interface Page {
  readonly language: PageLanguage;
  readonly title: string;
  /** HTML, below the drawing. */
  readonly body: string;
  /** The origin where the way of its form ends; null for a page without one. */
  readonly formEndsAt: string | null;
}

/** Answers with one of the small pages that the server shows itself: no script, nothing from elsewhere, kept by nobody. */
export function sendPage(reply: FastifyReply, { language, title, body, formEndsAt }: Page): FastifyReply {
  return reply
    .header('content-security-policy', policy(formEndsAt === null ? `'none'` : `'self' ${formEndsAt}`))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${STYLE}</style></head>
<body><main>${PIPES}
${body}
</main></body></html>
`);
}

export function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
