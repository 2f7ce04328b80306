import type { Brand } from '@lintel/contract/brand';
import { textOn } from '@lintel/contract/core/color';
import { escapeHtml } from '../platform/escape-html.ts';

/**
 * The page that the portal's service worker shows when a page can't be fetched. It contains no
 * personal data, and its script reloads the page when the connection is back.
 */
export const offlinePage = ({ name, primaryColor, accentColor }: Brand): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>No connection · ${escapeHtml(name)}</title>
<style>
:root { color-scheme: light dark; --page: #f6f7f9; --card: #fff; --text: #1c2430; --soft: #5d6778; --line: #e4e7ec; }
@media (prefers-color-scheme: dark) { :root { --page: #10141c; --card: #171d27; --text: #e6e9ee; --soft: #9aa5b5; --line: #2c3543; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px 16px; background: var(--page); color: var(--text); font: 15px/24px 'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif; }
main { width: 100%; max-width: 480px; padding: 24px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
.brand { display: flex; align-items: center; gap: 12px; font-weight: 600; }
h1 { margin: 24px 0 8px; font-size: 24px; line-height: 32px; font-weight: 600; }
h2 { margin: 20px 0 4px; font-size: 15px; line-height: 24px; }
p, ul { margin: 0 0 8px; color: var(--soft); }
ul { padding-left: 20px; }
button { width: 100%; min-height: 44px; margin-top: 16px; border: 0; border-radius: 8px; background: ${primaryColor}; color: ${textOn(primaryColor)}; font: inherit; font-weight: 600; cursor: pointer; }
button:focus-visible { outline: 3px solid ${accentColor}; outline-offset: 2px; }
</style>
</head>
<body>
<main>
<div class="brand">
<svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="${primaryColor}"/><path d="M7 9.5h18v4H7z" fill="${accentColor}"/><path d="M9.5 15.5h4V24h-4zM18.5 15.5h4V24h-4z" fill="#fff"/></svg>
${escapeHtml(name)}
</div>
<h1>No connection</h1>
<p id="state" role="status">This page opens automatically when you're back online.</p>
<h2>Not available offline</h2>
<ul><li>Opening pages: applications, customers, documents</li><li>Sending links, documents, and messages</li><li>Saving changes</li></ul>
<h2>Available offline</h2>
<ul><li>Pages open in another window, including anything you typed there</li><li>Estimates and invoices you were writing: your changes are saved on this device</li><li>Calling a customer from your phone</li></ul>
<button type="button" id="again">Try again</button>
</main>
<script src="/offline.js"></script>
</body>
</html>
`;
