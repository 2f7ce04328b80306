import { expect, test } from 'vitest';
import { defaultBrand } from '@lintel/contract/brand';
import { builtInEvents } from '@lintel/contract/emails-constants';
import { processorSeconds } from '../../../../test/processor-time.ts';
import { defaultTemplates } from '../defaults/index.ts';
import { sampleOf } from '../samples.ts';
import { FieldError, MailRenderer } from './renderer.ts';

const publicUrl = 'https://portal.example.com';
const rendererOf = (brand = defaultBrand): MailRenderer => new MailRenderer({ brand, publicUrl, timeZone: 'America/New_York' });
const renderer = rendererOf();
const body = (source: string, data: Record<string, unknown> = {}, unsubscribeUrl: string | null = null) =>
  renderer.body(source, data, { subject: 'Subject', unsubscribeUrl });

function problemOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof FieldError) return error.problem;
    throw error;
  }
  throw new Error('Nothing was refused');
}

test.each(builtInEvents)('the own text for %s says all of it with its sample data', (event) => {
  const template = defaultTemplates.find((one) => one.event === event);
  const sample = sampleOf(event, publicUrl);
  expect(renderer.addresses('to', template?.to ?? '', sample)).toHaveLength(1);
  const subject = renderer.subject(template?.subject ?? '', sample);
  const { html, text } = renderer.body(template?.body ?? '', sample, { subject, unsubscribeUrl: null });
  expect(subject).toMatch(/^\S.{8,80}\S$/);
  for (const part of [html, text]) expect(part).not.toMatch(/undefined|null|\[object|\{\{|\{%|ending in \.|<td[^>]*><\/td>/);
  if (typeof sample['link'] === 'string') for (const part of [html, text]) expect(part).toContain(sample['link']);
});

test('the frame bears the brand, its colors and contact, and names no other address', () => {
  const brand = { ...defaultBrand, name: 'Acme & Co', primaryColor: '#FFDD00', logoUrl: 'https://acme.example/logo.png' };
  const { html, text } = rendererOf(brand).body(
    '<p><a class="button" href="https://x.example">Go</a></p>',
    {},
    { subject: 'S', unsubscribeUrl: null },
  );
  expect(html).toContain('<img src="https://acme.example/logo.png" alt="Acme &amp; Co" height="36"');
  expect(html).toMatch(/class="button"[^>]*color: #16202E/);
  expect(html).toContain('mailto:support@lintel.example');
  expect(text).toContain('-- \nAcme & Co\nsupport@lintel.example\n(800) 555-0142');
  expect([...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, url]) => url)).toEqual([
    'https://acme.example/logo.png',
    'https://x.example',
    'mailto:support@lintel.example',
  ]);
});

test("an author's own styles are inlined, and rules for devices stay", () => {
  const { html } = body('<style>.red { color: red } @media print { .red { color: black } }</style><p class="red">Hi</p>');
  expect(html).toMatch(/<p class="red" style="[^"]*color: red/);
  expect(html).toContain('@media print');
});

test('a whole document keeps its own looks and gets the way to unsubscribe', () => {
  const { html, text } = body(
    '<html><body bgcolor="pink"><p>Mine</p></body></html>',
    {},
    'https://portal.example.com/unsubscribe?m=x',
  );
  expect(html).toMatch(/^<html><body bgcolor="pink"><p>Mine<\/p><p [^>]*>.*Unsubscribe<\/a><\/p><\/body><\/html>/);
  expect(text).toContain('Mine');
  expect(text).toContain('Unsubscribe: https://portal.example.com/unsubscribe?m=x');
});

test('the inbox shows the beginning of the text after the subject, without the heading', () => {
  const { html } = body('<h1>Title</h1><p>First <a href="https://x.example">words</a> &amp; more</p>');
  expect(html).toMatch(/<div class="preheader"[^>]*>First words &amp; more/);
});

test('the text part keeps links whole, and tables and lists readable', () => {
  const link = `https://portal.example.com/np?m=${'a'.repeat(300)}`;
  const { text } = body(
    `<ol><li>One</li><li>Two</li></ol><a href="${link}">Go</a><table class="facts"><tr><td>Amount</td><td>$1</td></tr></table>`,
  );
  expect(text).toMatch(new RegExp(`Go\\s<${link.replace('?', '\\?')}>`));
  expect(text).toMatch(/1\. One\n\s*2\. Two/);
  expect(text).toMatch(/Amount\s+\$1/);
});

test('data never become markup, headers or further addresses', () => {
  const evil = {
    name: '<img src=x onerror=alert(1)>',
    line: 'a\r\nBcc: evil@example.com',
    list: 'a@example.com, evil@example.com',
  };
  expect(body('<p title="{{ name }}">{{ name }}</p>', evil).html).not.toContain('<img');
  expect(renderer.subject('Hi {{ line }}', evil)).toBe('Hi a Bcc: evil@example.com');
  expect(renderer.subject('x'.repeat(300), {})).toHaveLength(255);
  expect(renderer.addresses('to', '{{ ok }}, {{ ok }}', { ok: 'a+b@example.com' })).toEqual(['a+b@example.com']);
  expect(problemOf(() => renderer.addresses('to', '{{ list }}', evil))).toMatchObject({ field: 'to' });
  expect(problemOf(() => renderer.addresses('to', '{{ list | raw }}', evil))).toMatchObject({ message: 'Undefined filter: raw' });
  expect(renderer.addresses('to', '{{ line }} <a@example.com>', evil)).toEqual(['a@example.com']);
});

const wide = `<style>${Array.from({ length: 3000 }, (_, at) => `.a${at} .b${at} * { color: red }`).join('')}</style>`;
test.each([
  [
    'styles for every one of very many elements',
    `${wide}{% for i in (1..20000) %}<p class="a1"><b class="b1">x</b></p>{% endfor %}`,
  ],
  ['elements inside each other without end', '{% for i in (1..90000) %}<b>{% endfor %}'],
  ['tables inside each other without end', '{% for i in (1..20000) %}<table><tr><td>{% endfor %}'],
  ['more than a message can hold', '{% for i in (1..90000) %}0123456789{% endfor %}'],
])('%s: stopped within two seconds', (_name, source) => {
  const before = process.memoryUsage().heapUsed;
  let outcome: number | string | undefined;
  const seconds = processorSeconds(() => {
    try {
      outcome = body(source).html.length;
    } catch (error) {
      outcome = (error as FieldError).problem.field;
    }
  });
  expect(seconds).toBeLessThan(2);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(400e6);
  expect(outcome).toBeDefined();
});
