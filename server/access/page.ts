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
:root{color-scheme:light dark;--page:#ffffff;--surface:#ffffff;--raised:#fafaf8;--ink:#1a1a1e;--muted:#62626c;--line:#dcdce0;--text-pipe:#2f6bff;--text-pipe-core:#8fb2ff;--image-pipe:#f5b301;--image-pipe-core:#ffe08a;--danger-deep:#c9353a;--action:#2560f0;--on-fill:#ffffff}
@media (prefers-color-scheme:dark){:root{--page:#1b1d21;--surface:#282b31;--raised:#30343b;--ink:#f2f2f4;--muted:#a6a6b0;--line:#34373e;--text-pipe:#5b8cff;--text-pipe-core:#b9ceff;--image-pipe:#ffc933;--image-pipe-core:#ffedb8;--danger-deep:#ff7a80;--action:#7ba3ff;--on-fill:#101114}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--page);color:var(--ink);
font:.9375rem/1.5 'Pretendard Variable',Pretendard,'Apple SD Gothic Neo','Malgun Gothic','Noto Sans KR',system-ui,sans-serif}
main{width:100%;max-width:420px;background:var(--surface);border:1px solid var(--line);border-radius:16px;overflow:hidden}
svg{display:block;width:100%;height:auto;background:var(--raised)}
svg path{fill:none;stroke-linecap:round;stroke-width:16}
.words{stroke:var(--text-pipe)}.words-core{stroke:var(--text-pipe-core);stroke-width:4!important}
.pictures{stroke:var(--image-pipe)}.pictures-core{stroke:var(--image-pipe-core);stroke-width:4!important}
p{margin:0;color:var(--muted);font-size:.8125rem;word-break:keep-all}
.product{display:flex;align-items:center;gap:10px;color:var(--ink);font-size:1.125rem;font-weight:700;letter-spacing:-.02em}
.logo{width:28px;height:28px;background:none}.logo path{stroke-width:6}.logo .words-core,.logo .pictures-core{stroke-width:1.6!important}
h1{margin:0;font-size:1.125rem;font-weight:700}
h1+p{color:var(--ink);font-size:.9375rem}
form,.message{padding:24px;display:grid;gap:12px}
label{font-size:.8125rem;font-weight:500}
input{width:100%;min-height:44px;margin-top:4px;padding:0 12px;font:inherit;color:inherit;background:var(--raised);
border:1px solid var(--line);border-radius:6px}
button,.action{min-height:44px;font:inherit;font-weight:700;color:var(--on-fill);background:var(--action);border:0;border-radius:6px;cursor:pointer}
a{display:grid;place-items:center;min-height:44px;color:inherit;border-radius:6px}
.action{text-decoration:none}
input:focus-visible,button:focus-visible,a:focus-visible{outline:2px solid var(--text-pipe);outline-offset:2px}
.problem{color:var(--danger-deep)}
`;

/** The logo of the app's top bar: two pipes that make an m. */
export const LOGO = `<svg class="logo" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><g fill="none" stroke-linecap="round">
<path class="pictures" d="M16 27V11.5a5.5 5.5 0 0 1 11 0V27"/><path class="pictures-core" d="M27 12v15"/>
<path class="words" d="M5 27V11.5a5.5 5.5 0 0 1 11 0V27"/><path class="words-core" d="M5 27V11.5A5.5 5.5 0 0 1 10.5 6"/></g></svg>`;

const PIPES = `<svg viewBox="0 0 420 120" aria-hidden="true"><path class="words" d="M-20 36H150Q165 36 165 51V69Q165 84 180 84H240"/>
<path class="words-core" d="M-20 36H150Q165 36 165 51V69Q165 84 180 84H240"/><path class="pictures" d="M240 84H290Q305 84 305 69V51Q305 36 320 36H440"/>
<path class="pictures-core" d="M240 84H290Q305 84 305 69V51Q305 36 320 36H440"/></svg>`;

/** Allows the page its style, the app's font and its form to end where it is said to; nothing else. */
function policy(formTargets: string, isWithFont: boolean): string {
  const hash = createHash('sha256').update(STYLE).digest('base64');
  return [
    `default-src 'none'`,
    isWithFont ? `style-src 'self' 'sha256-${hash}'; font-src 'self'` : `style-src 'sha256-${hash}'`,
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

/** Sends a small page of the server's own. It has no script and loads only the app's font; no cache may store it. */
export function sendPage(reply: FastifyReply, { language, title, body, formEndsAt }: Page): FastifyReply {
  const font = reply.server.webFont();
  const face = font === null ? '' : `<link rel="stylesheet" href="${font}">`;
  return reply
    .header('content-security-policy', policy(formEndsAt === null ? `'none'` : `'self' ${formEndsAt}`, font !== null))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${face}<style>${STYLE}</style></head>
<body><main>${PIPES}
${body}
</main></body></html>
`);
}

export function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
