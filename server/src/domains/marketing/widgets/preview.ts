import { escapeHtml } from '../../../platform/escape-html.ts';
import type { FileAnswer } from '../../../platform/http/route.ts';

/** A website with nothing but this code on it, for the contractor's eyes. */
export const previewOf = (companyName: string, code: string): FileAnswer => ({
  content: Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Preview | ${escapeHtml(companyName)}</title>
<style>body { margin: 0; }</style>
</head>
<body>
${code}
</body>
</html>
`),
  headers: { 'cache-control': 'no-store' },
});
