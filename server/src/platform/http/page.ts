import { textOn } from '@lintel/contract/core/color';
import { randomBytes } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Brand } from '@lintel/contract/brand';
import { locales, type Language } from '@lintel/contract/core/language';
import { escapeHtml } from '../escape-html.ts';

const styles = ({ primaryColor }: Brand): string => `
:root { color-scheme: light dark; --page: #f3f5f8; --card: #fff; --text: #1f2733; --soft: #5b6675; --line: #dfe4ea; }
@media (prefers-color-scheme: dark) { :root { --page: #14181e; --card: #1e242c; --text: #eef1f5; --soft: #aab4c0; --line: #38414d; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; overflow-wrap: break-word; }
main { max-width: 480px; margin: 10vh auto; padding: 32px; background: var(--card); border-top: 4px solid ${primaryColor}; border-radius: 8px; }
main.wide { max-width: 960px; margin: 32px auto; }
@media (max-width: 520px) { main, main.wide { margin: 0; border-radius: 0; min-height: 100vh; padding: 24px 16px; } }
h1 { margin: 0 0 16px; font-size: 24px; line-height: 1.25; }
p { margin: 0 0 16px; }
.brand { font-weight: 700; color: var(--soft); }
.soft { color: var(--soft); font-size: 14px; }
form { margin: 0 0 16px; }
form.choice { display: grid; gap: 12px; margin: 24px 0; }
button { font: inherit; font-weight: 600; padding: 12px 24px; border: 0; border-radius: 6px; background: ${primaryColor}; color: ${textOn(primaryColor)}; cursor: pointer; }
button.plain { background: none; color: inherit; border: 1px solid var(--line); }
button:focus-visible, a:focus-visible, input:focus-visible { outline: 3px solid ${primaryColor}; outline-offset: 2px; }
a { color: inherit; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 8px 16px 8px 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
@media (max-width: 900px) { thead { display: none; } tr { display: block; padding: 8px 0; border-bottom: 1px solid var(--line); } td { display: block; padding: 0; border: 0; } }
input { font: inherit; padding: 8px 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--page); color: inherit; max-width: 100%; }
iframe { width: 100%; height: 640px; border: 1px solid var(--line); border-radius: 6px; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 16px; border: 1px solid var(--line); border-radius: 6px; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 4px 16px; }
dt { color: var(--soft); } dd { margin: 0; }
`;

export interface Page {
  title: string;
  /** HTML below the heading. */
  content: string;
  /** Wider, for tables. */
  wide?: boolean;
  /** An additional directive for the content security policy. */
  policy?: string;
  /** Defaults to English. */
  language?: Language;
  /** The page's Referrer-Policy; none by default. */
  referrer?: 'same-origin';
}

/**
 * Sends one of the product's own pages: without scripts or external resources, and not cacheable.
 */
export function sendPage(reply: FastifyReply, brand: Brand, page: Page): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(page.policy === undefined ? [] : [page.policy]),
  ].join('; ');
  void reply.headers({
    'content-security-policy': policy,
    'cache-control': 'no-store',
    'referrer-policy': page.referrer ?? 'no-referrer',
    'x-robots-tag': 'noindex',
  });
  return reply.type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="${locales[page.language ?? 'en']}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} | ${escapeHtml(brand.name)}</title>
<style nonce="${nonce}">${styles(brand)}</style>
</head>
<body>
<main${page.wide ? ' class="wide"' : ''}>
<p class="brand">${escapeHtml(brand.name)}</p>
<h1>${escapeHtml(page.title)}</h1>
${page.content}
</main>
</body>
</html>
`);
}
