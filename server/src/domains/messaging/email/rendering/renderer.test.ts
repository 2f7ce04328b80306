import { afterAll, expect, test } from 'vitest';
import { defaultBrand } from '@lintel/contract/brand';
import { builtInEvents } from '@lintel/contract/emails/constants';
import { silent } from '../../../../../test/renderer.ts';
import { HelperPool } from '../../../../platform/helper/pool.ts';
import { defaultTemplates } from '../built-in.ts';
import { sampleData } from '../samples.ts';
import { FieldError, MailRenderer } from './renderer.ts';

// Tight limits, so that runaway templates stop soon.
const bounds = { time: 800, memory: 400_000_000, patience: 0 };
const pool = new HelperPool({
  size: 1,
  waiting: 9,
  bounds,
  log: silent,
  later: () => () => undefined,
});
afterAll(() => pool.close());

const publicUrl = 'https://portal.example.com';
const rendererOf = (brand = defaultBrand): MailRenderer =>
  new MailRenderer({ brand, publicUrl, timeZone: 'America/New_York', pool });
const renderer = rendererOf();
const body = (
  source: string,
  data: Record<string, unknown> = {},
  unsubscribeUrl: string | null = null,
) =>
  renderer.body(source, data, {
    subject: 'Subject',
    unsubscribeUrl,
    language: 'en',
    postalAddress: '1 Main Street, Denver, CO 80202',
    keepsLinks: false,
  });

async function problemOf(work: () => Promise<unknown>) {
  try {
    await work();
  } catch (error) {
    if (error instanceof FieldError) return error.problem;
    throw error;
  }
  throw new Error('Nothing was refused');
}

test.each(builtInEvents)('the built-in text for %s renders with its sample data', async (event) => {
  const template = defaultTemplates.find((one) => one.event === event);
  const sample = sampleData(event, publicUrl);
  expect(await renderer.addresses('to', template?.to ?? '', sample)).toHaveLength(1);
  const subject = await renderer.subject(template?.subject ?? '', sample);
  const { html, text } = await renderer.body(template?.body ?? '', sample, {
    subject,
    unsubscribeUrl: null,
    language: 'en',
    postalAddress: '',
    keepsLinks: true,
  });
  expect(subject).toMatch(/^\S.{8,80}\S$/);
  for (const part of [html, text])
    expect(part).not.toMatch(/undefined|null|\[object|\{\{|\{%|ending in \.|<td[^>]*><\/td>/);
  if (typeof sample['link'] === 'string')
    for (const part of [html, text]) expect(part).toContain(sample['link']);
});

test('the frame has the brand, its colors, and its contact, and no other address', async () => {
  const brand = {
    ...defaultBrand,
    name: 'Acme & Co',
    primaryColor: '#FFDD00',
    logoUrl: 'https://acme.example/logo.png',
  };
  const { html, text } = await rendererOf(brand).body(
    '<p><a class="button" href="https://x.example">Go</a></p>',
    {},
    { subject: 'S', unsubscribeUrl: null, language: 'en', postalAddress: '', keepsLinks: false },
  );
  expect(html).toContain(
    '<img src="https://acme.example/logo.png" alt="Acme &amp; Co" height="36"',
  );
  expect(html).toMatch(/class="button"[^>]*color: #16202E/);
  expect(html).toContain('mailto:support@lintel.example');
  expect(text).toContain('-- \nAcme & Co\nsupport@lintel.example\n(800) 555-0142');
  expect([...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url)).toEqual([
    'https://acme.example/logo.png',
    'https://x.example',
    'mailto:support@lintel.example',
  ]);
});

test("inlines an author's styles and keeps media queries", async () => {
  const { html } = await body(
    '<style>.red { color: red } @media print { .red { color: black } }</style><p class="red">Hi</p>',
  );
  expect(html).toMatch(/<p class="red" style="[^"]*color: red/);
  expect(html).toContain('@media print');
});

test('a whole document keeps its own layout and gets the unsubscribe link', async () => {
  const { html, text } = await body(
    '<html><body bgcolor="pink"><p>Mine</p></body></html>',
    {},
    'https://portal.example.com/unsubscribe?m=x',
  );
  expect(html).toMatch(
    /^<html><body bgcolor="pink"><p>Mine<\/p><p [^>]*>1 Main Street, Denver, CO 80202<br>.*Unsubscribe<\/a><\/p><\/body><\/html>/,
  );
  expect(text).toContain('Mine');
  expect(text).toContain(
    '1 Main Street, Denver, CO 80202\n\nUnsubscribe: https://portal.example.com/unsubscribe?m=x',
  );
});

test('the inbox preview is the start of the text without the heading', async () => {
  const { html } = await body(
    '<h1>Title</h1><p>First <a href="https://x.example">words</a> &amp; more</p>',
  );
  expect(html).toMatch(/<div class="preheader"[^>]*>First words &amp; more/);
});

test('the text part keeps links whole and tables and lists readable', async () => {
  const link = `https://portal.example.com/np?m=${'a'.repeat(300)}`;
  const { text } = await body(
    `<ol><li>One</li><li>Two</li></ol><a href="${link}">Go</a><table class="facts"><tr><td>Amount</td><td>$1</td></tr></table>`,
  );
  expect(text).toMatch(new RegExp(`Go\\s<${link.replace('?', '\\?')}>`));
  expect(text).toMatch(/1\. One\n\s*2\. Two/);
  expect(text).toMatch(/Amount\s+\$1/);
});

test('data never become markup, headers, or more recipients', async () => {
  const evil = {
    name: '<img src=x onerror=alert(1)>',
    line: 'a\r\nBcc: evil@example.com',
    list: 'a@example.com, evil@example.com',
  };
  expect((await body('<p title="{{ name }}">{{ name }}</p>', evil)).html).not.toContain('<img');
  expect(await renderer.subject('Hi {{ line }}', evil)).toBe('Hi a Bcc: evil@example.com');
  expect(await renderer.subject('x'.repeat(300), {})).toHaveLength(255);
  expect(await renderer.addresses('to', '{{ ok }}, {{ ok }}', { ok: 'a+b@example.com' })).toEqual([
    { name: '', address: 'a+b@example.com' },
  ]);
  expect(await problemOf(() => renderer.addresses('to', '{{ list }}', evil))).toMatchObject({
    field: 'to',
  });
  expect(await problemOf(() => renderer.addresses('to', '{{ list | raw }}', evil))).toMatchObject({
    message: 'Undefined filter: raw',
  });
  expect(await renderer.addresses('to', '{{ line }} <a@example.com>', evil)).toEqual([
    { name: 'a Bcc evil example.com', address: 'a@example.com' },
  ]);
});

const wide = `<style>${Array.from({ length: 3000 }, (_, at) => `.a${at} .b${at} * { color: red }`).join('')}</style>`;
test.each([
  [
    'styles for each of thousands of elements',
    `${wide}{% for i in (1..20000) %}<p class="a1"><b class="b1">x</b></p>{% endfor %}`,
  ],
  ['deeply nested elements', '{% for i in (1..90000) %}<b>{% endfor %}'],
  ['deeply nested tables', '{% for i in (1..20000) %}<table><tr><td>{% endfor %}'],
  ['an oversized message', '{% for i in (1..90000) %}0123456789{% endfor %}'],
])('stops %s without harm to the main process', async (_name, source) => {
  const start = process.cpuUsage();
  const outcome = await body(source).then(
    ({ html }) => html.length,
    (error: unknown) => (error as FieldError).problem.field,
  );
  expect(outcome).toBeDefined();
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(1);
});

test("names stay with their addresses and can't start another", async () => {
  const data = { name: 'Zoë "Z" <x@evil.example>, y@evil.example', email: 'zoe@example.com' };
  const list =
    '"Doe, Ann" <ann@example.com>, {{ name }} <{{ email }}>, bob@example.com, Bob <bob@example.com>';
  expect(await renderer.addresses('to', list, data)).toEqual([
    { name: 'Doe, Ann', address: 'ann@example.com' },
    { name: 'Zoë Z x evil.example y evil.example', address: 'zoe@example.com' },
    { name: '', address: 'bob@example.com' },
  ]);
});

test.each([
  ['<p>Hi</p>\n<script>alert(1)</script>', 2, '<script> is not allowed in an e-mail'],
  [
    '<p>\n\n<a href="x" ONCLICK="y()">x</a></p>',
    3,
    '"onclick" is not allowed: e-mails can\'t run scripts',
  ],
  ['\n<img src=x onerror=alert(1)>', 2, '"onerror" is not allowed: e-mails can\'t run scripts'],
  [
    '<a href="java&#9;script:alert(1)">x</a>',
    1,
    /is not allowed: links must use http, https, mailto, or tel/,
  ],
  [
    '<a href="{{ link }}">fine</a>\n<a href=" JavaScript:x">x</a>',
    2,
    /^" JavaScript:x" is not allowed/,
  ],
  ['<a href="data:text/html,<b>">x</a>', 1, /^"data:text\/html,<b>" is not allowed/],
  [
    '{% if link %}\n<form action="https://x.example"><input></form>{% endif %}',
    2,
    '<form> is not allowed in an e-mail',
  ],
  ['<iframe src="https://x.example"></iframe>', 1, '<iframe> is not allowed in an e-mail'],
  [
    '<meta http-equiv="refresh" content="0;url=https://x.example">',
    1,
    '<meta http-equiv="refresh"> is not allowed in an e-mail',
  ],
  ...['svg', 'math', 'noscript', 'noembed', 'noframes', 'xmp', 'plaintext', 'template'].map(
    (name): [string, number, string] => [
      `<p>Hi</p>\n<${name}><style>p { color: red }</style></${name}>`,
      2,
      `<${name}> is not allowed in an e-mail`,
    ],
  ),
])('finds forbidden content in %j and reports its line', async (source, line, message) => {
  const problem = await renderer.problemIn(source);
  expect(problem?.line).toBe(line);
  expect(problem?.message).toMatch(message);
  const { html, removed } = await body(source, { link: 'https://x.example' });
  expect(removed).toMatch(message);
  expect(html).not.toMatch(
    /<script|<form|<iframe|<input|<svg|<math|<no|<xmp|<plain|<template|onclick|onerror|javascript:|data:text|refresh/i,
  );
});

test('removes forbidden content that only Liquid produces, and keeps a harmless body unchanged', async () => {
  const hidden = await body(
    "{% assign s = 'scr' | append: 'ipt' %}<p>Hi</p><{{ s }}>alert(1)</{{ s }}>",
  );
  expect(hidden.html).not.toContain('<script');
  expect(hidden.html).toContain('Hi');
  const odd =
    '<p>Hi<!--[if mso]><b>Outlook</b><![endif]--><br><TD>x</TD>{{ brand.name }} a<b and &nbsp; "on"</p>';
  const plain = await body(odd);
  expect(plain.removed).toBeNull();
  expect(plain.html).toContain('<!--[if mso]><b>Outlook</b><![endif]-->');
});
