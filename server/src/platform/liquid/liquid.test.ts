import { expect, test } from 'vitest';
import { testHelpers } from '../../../test/edges.ts';
import { processorSeconds } from '../../../test/processor-time.ts';
import { TemplateEngine, toText } from './liquid.ts';
import { TemplateError } from './problem.ts';
import { renderTemplate } from './in-helper.ts';

const escapeHtml = (value: unknown): string =>
  toText(value).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
const engine = new TemplateEngine({ escape: escapeHtml, rawAllowed: true }, 'America/New_York');

function problemOf(source: string, data: Record<string, unknown> = {}) {
  try {
    engine.render(source, data);
  } catch (error) {
    if (error instanceof TemplateError) return error.problem;
    throw error;
  }
  throw new Error('It rendered');
}

test('a template contains a text in both languages, and its data select one', () => {
  const source = "{{ 'Up to [sum]' | es: 'Hasta [sum]' | replace: '[sum]', sum }}{{ 'only' | es }}";
  expect(engine.render(source, { sum: '<5', language: 'en' })).toBe('Up to &#60;5only');
  expect(engine.render(source, { sum: '<5', language: 'es' })).toBe('Hasta &#60;5only');
  expect(engine.render(source, { sum: '<5' })).toBe('Up to &#60;5only');
});

test('a template escapes values, except where its author marks them raw', () => {
  const data = { name: '<b>Ann & Co</b>', list: [1, 2], day: '2026-03-05T17:00:00Z' };
  expect(
    engine.render('Hi {{ name }} {{ name | raw }} {% for i in (1..3) %}{{ i }}{% endfor %}', data),
  ).toBe('Hi &#60;b&#62;Ann &#38; Co&#60;/b&#62; <b>Ann & Co</b> 123');
  expect(engine.render('{{ day | date: "%B %-d, %H:%M" }}{{ nothing.at.all }}', data)).toBe(
    'March 5, 12:00',
  );
});

test("a template can't access inherited properties", () => {
  expect(
    engine.render('{{ name.constructor }}{{ constructor }}{{ list.push }}{{ __proto__ }}', {
      name: 'a',
      list: [],
    }),
  ).toBe('');
});

test.each([
  ['{% include "a" %}', '"include" is not available: a template cannot use other templates'],
  ['{% render "a" %}', '"render" is not available: a template cannot use other templates'],
  ['{% layout "a" %}', '"layout" is not available: a template cannot use other templates'],
  ['{{ a | where_exp: "x", "x" }}', 'Undefined filter: where_exp'],
  ['{{ a | no_such }}', 'Undefined filter: no_such'],
  ['{% nothing %}', 'Tag "nothing" not found'],
  ['{% if a %}', 'Tag {% if a %} not closed'],
])('rejects %s: %s', (source, message) => {
  expect(problemOf(`one\n two ${source}`)).toEqual({ line: 2, column: 6, message });
});

const loops = (inner: string, depth: number): string =>
  Array.from({ length: depth }, (_, at) => `{% for i${at} in (1..1000) %}`).join('') +
  inner +
  '{% endfor %}'.repeat(depth);

test.each<[string, string, RegExp]>([
  ['a range of a milliard', '{% for i in (1..1000000000) %}x{% endfor %}', /is too large/],
  [
    'a range of many that fit',
    '{% for i in (1..999999) %}{% for j in (1..999999) %}x{% endfor %}{% endfor %}',
    /more than|too long/,
  ],
  [
    'a range that counting never ends',
    '{{ (9007199254740992..9007199254740996) | size }}',
    /is too large/,
  ],
  [
    'the same by texts',
    '{% assign a = "9007199254740" | append: "992" %}{% for i in (a..9007199254740996) %}{% endfor %}',
    /is too large/,
  ],
  ['the same inside an index', '{{ a[(9007199254740992..9007199254740996)] }}', /is too large/],
  ['nested loops', loops('', 8), /more than|too long/],
  ['nested loops that write', loops('some text', 3), /more than|too long/],
  [
    'a text doubled by append',
    '{% assign a = "x" %}{% for i in (1..64) %}{% assign a = a | append: a %}{% endfor %}{{ a }}',
    /more than|too long/,
  ],
  [
    'a text doubled by capture',
    '{% assign a = "x" %}{% for i in (1..64) %}{% capture a %}{{ a | raw }}{{ a | raw }}{% endcapture %}{% endfor %}',
    /more than|too long/,
  ],
  [
    'a list doubled by concat',
    '{% assign a = "a,b" | split: "," %}{% for i in (1..64) %}{% assign a = a | concat: a %}{% endfor %}',
    /more than|too long/,
  ],
  [
    'nesting without end',
    '{% if true %}'.repeat(9_000) + '{% endif %}'.repeat(9_000),
    /nested too deeply|too long/,
  ],
  [
    'a deep property',
    `{{ ${'a['.repeat(50_000)}1${']'.repeat(50_000)} }}`,
    /nested too deeply|too long/,
  ],
  ['a padded date', '{{ "now" | date: "%1000000000d" }}', /more than|too long/],
  ['more than may be read', 'x'.repeat(260_000), /too long/],
])('%s is stopped within two seconds of work', (_name, source, message) => {
  const before = process.memoryUsage().heapUsed;
  expect(
    processorSeconds(() => expect(problemOf(source, { a: 1 }).message).toMatch(message)),
  ).toBeLessThan(2);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(300e6);
});

test.each([
  [
    'replace',
    '{{ a | replace: "a", "bbbbbbbbbb" | replace: "b", "cccccccccc" | replace: "c", "dddddddddd" }}',
  ],
  [
    'split and join',
    '{% for i in (1..100) %}{% assign b = a | split: "" | join: "," %}{% endfor %}',
  ],
  ['strip_html', '{% for i in (1..100) %}{% assign b = a | strip_html %}{% endfor %}'],
  [
    'sort',
    '{% assign b = a | split: "" %}{% for i in (1..100) %}{% assign c = b | sort | uniq | reverse %}{% endfor %}',
  ],
  [
    'truncatewords',
    '{% for i in (1..100) %}{% assign b = a | truncatewords: 9999999 %}{% endfor %}',
  ],
  [
    'date in a loop',
    '{% for i in (1..900000) %}{% assign b = "now" | date: "%A %B %c" %}{% endfor %}',
  ],
])(
  '%s over a huge text, which no limit of the engine sees, is ended with the process that does it',
  async (_name, source) => {
    const data = { a: 'a<'.repeat(100_000) };
    const input = { source, data, escaping: 'html', timeZone: 'America/New_York' } as const;
    await expect(renderTemplate(testHelpers.templates, input)).rejects.toThrow(
      /Line \d+: .*(more than|too long)/,
    );
    await expect(
      renderTemplate(testHelpers.templates, { ...input, source: '{{ b }}fine' }),
    ).resolves.toBe('fine');
  },
);

test('an error inside a loop has its own line number', () => {
  expect(
    problemOf(
      'one\n{% for i in (1..3) %}\n  {{ i | append: i | date: "%1000000000d" }}\n{% endfor %}',
    ),
  ).toMatchObject({
    line: 3,
  });
  expect(problemOf('a\nb\n{{ 1 | nope }}')).toMatchObject({ line: 3, column: 1 });
});

test('an interrupted engine renders the next template', () => {
  problemOf(loops('', 8));
  expect(engine.render('{{ a }}', { a: 'fine' })).toBe('fine');
});
