// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { Snippets } from './snippets.ts';

const snippets = new Snippets('https://pay.example');
const page = { id: 7, pageName: 'summit', companyName: 'Summit Roofing LLC' };
const nasty = { ...page, companyName: `"><script>alert(1)</script> & 'Sons' <!--` };
const colors = { color1: '#FFD200', color2: '#472152', coBrandedColor: '#293033' };
const button = {
  color1: '#FFD200',
  color2: '#522762',
  color3: '#293033',
  widthbtn: 400,
  textButton: '',
  hideLink: '0' as const,
};

const banner = { id: 3, width: 930, height: 180, hideLink: '0', lang: 'en' } as const;

/** The code as parsed by a browser. */
function read(code: string) {
  const { body } = new DOMParser().parseFromString(code, 'text/html');
  return {
    body,
    place: body.querySelector<HTMLElement>('[data-lintel]'),
    link: body.querySelector('a'),
  };
}

test('a code is a container with its options, a plain link for browsers without scripts, and one async script', () => {
  const { html, script } = snippets.calculator(page, { ...colors, border: '0', hideLink: '1' });
  const { place, link } = read(html);
  expect(Object.fromEntries(Object.entries(place?.dataset ?? {}))).toEqual({
    lintel: 'calculator',
    page: '7',
    color1: 'FFD200',
    color2: '472152',
    color3: '293033',
    hidelink: '1',
    border: '0',
    es: 'Calculadora de pagos mensuales de Summit Roofing LLC',
  });
  expect(link?.href).toBe('https://pay.example/p/summit?source=calculator');
  expect(link?.textContent).toBe('Monthly payment calculator of Summit Roofing LLC');
  expect(script).toBe('<script async src="https://pay.example/embeds/v1.js"></script>');
});

test('a code has no event handlers, and no styles except the one that shrinks a banner with its page', () => {
  const codes = [
    snippets.calculator(page, { ...colors, border: '1', hideLink: '0' }).html,
    snippets.fullPage(page, { ...colors, hideLink: '0' }).html,
    snippets.button(page, button).html,
  ];
  const refused = (code: string): string[] =>
    [...read(code).body.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames().filter((name) => name === 'style' || name.startsWith('on')),
    );
  for (const code of codes) expect(refused(code)).toEqual([]);
  const picture = snippets.banner(page, { ...banner, id: 1, width: 728, height: 90 });
  expect(refused(picture)).toEqual(['style']);
  expect(picture).toContain(' width="728" height="90" ');
  expect(picture).toContain(' style="max-width:100%;height:auto" ');
});

test('escapes company names and button texts', () => {
  const text = `</a></div><img src=x onerror=alert(1)> "quoted"`;
  const codes = [
    snippets.calculator(nasty, { ...colors, border: '1', hideLink: '0' }).html,
    snippets.fullPage(nasty, { ...colors, hideLink: '0' }).html,
    snippets.button(nasty, { ...button, textButton: text }).html,
    snippets.banner(nasty, { ...banner, id: 1, width: 728, height: 90 }),
  ];
  for (const code of codes) {
    const { body } = read(code);
    expect(body.querySelectorAll('script, [onerror]')).toHaveLength(0);
    expect(body.children).toHaveLength(1);
  }
  const [, , real = '', picture = ''] = codes;
  expect(read(real).link?.textContent).toBe(text);
  expect(read(picture).body.querySelector('img')?.alt).toContain(nasty.companyName);
});

test('the button keeps its width and text, and its text color is readable', () => {
  expect(read(snippets.button(page, button).html).place?.dataset).toMatchObject({
    width: '400',
    ink: '293033',
  });
  expect(read(snippets.button(page, button).html).link?.textContent).toBe('Apply now');
  const green = {
    ...button,
    color1: '#68BA62',
    color3: '#FFFFFF',
    widthbtn: 320,
    textButton: 'Get started',
  };
  const { place, link } = read(snippets.button(page, green).html);
  expect(place?.dataset).toMatchObject({ width: '320', ink: '16202E' });
  expect(link?.textContent).toBe('Get started');
  expect(read(snippets.button(page, { ...button, hideLink: '1' }).html).link).toBeNull();
});

test("a banner's size is set before it loads, and it links to the page unless its link is hidden", () => {
  const { body, link } = read(snippets.banner(page, { ...banner, width: 160, height: 600 }));
  const image = body.querySelector('img');
  expect(image?.src).toBe('https://pay.example/embeds/picture/3/7-tall.png');
  expect([image?.style.maxWidth, image?.style.height]).toEqual(['100%', 'auto']);
  expect([image?.width, image?.height]).toEqual([160, 600]);
  expect(link?.href).toBe('https://pay.example/p/summit?source=banner');
  expect(link?.contains(image)).toBe(true);
  expect(
    read(snippets.banner(page, { ...banner, width: 160, height: 600, hideLink: '1' })).link,
  ).toBeNull();
});

test('reserves space for a frame without styles, less when the calculator has no button', () => {
  const roomOf = (html: string): number[] =>
    [...read(html).body.querySelectorAll('svg')].map((room) => Number(room.getAttribute('height')));
  const [wide = 0, rest = 0] = roomOf(
    snippets.calculator(page, { ...colors, border: '1', hideLink: '0' }).html,
  );
  expect(wide).toBeGreaterThan(400);
  expect(roomOf(snippets.calculator(page, { ...colors, border: '1', hideLink: '1' }).html)).toEqual(
    [wide, rest - 60],
  );
});

test('a banner has narrower images for narrow windows', () => {
  const { body, link } = read(snippets.banner(page, banner));
  const sources = [...(link?.querySelectorAll('picture > source') ?? [])].map((source) =>
    ['media', 'srcset', 'width', 'height'].map((name) => source.getAttribute(name)),
  );
  const at = 'https://pay.example/embeds/picture/3/7';
  expect(sources).toEqual([
    ['(max-width: 600px)', `${at}-phone.png`, '320', '100'],
    ['(max-width: 776px)', `${at}-slim.png`, '468', '60'],
    ['(max-width: 978px)', `${at}-flat.png`, '728', '90'],
  ]);
  expect(body.querySelector('picture > img')?.getAttribute('width')).toBe('930');
  const small = snippets.banner(page, { ...banner, width: 468, height: 60 });
  expect(small).toContain('media="(max-width: 600px)"');
  for (const [width, height] of [
    [300, 250],
    [160, 600],
    [320, 100],
  ] as const)
    expect(snippets.banner(page, { ...banner, width, height })).not.toContain('<picture>');
});

test('a Spanish code declares its language and links to Spanish pages', () => {
  const calculator = snippets.calculator(page, {
    ...colors,
    border: '1',
    hideLink: '0',
    lang: 'es',
  });
  const { place, link } = read(calculator.html);
  expect(place?.dataset['lang']).toBe('es');
  expect(place?.dataset['es']).toBeUndefined();
  expect(place?.lang).toBe('es');
  expect(link?.textContent).toBe('Calculadora de pagos mensuales de Summit Roofing LLC');
  expect(link?.href).toBe('https://pay.example/p/summit?source=calculator&lang=es');
  const real = read(snippets.button(page, { ...button, lang: 'es' }).html);
  expect(real.link?.textContent).toBe('Solicite ahora');
  const picture = read(snippets.banner(page, { ...banner, lang: 'es' }));
  expect(picture.link?.href).toBe('https://pay.example/p/summit?source=banner&lang=es');
  expect(picture.body.querySelector('img')?.src).toBe(
    'https://pay.example/embeds/picture/3/7-wide.png?lang=es',
  );
  expect(picture.body.querySelector('img')?.alt).toMatch(/^Financiamiento con Summit/);
  expect(picture.body.querySelector('source')?.getAttribute('srcset')).toMatch(/\?lang=es$/);
});

test("a code without a language contains the Spanish texts next to the English ones, except the contractor's own", () => {
  expect(read(snippets.button(page, button).html).place?.dataset['es']).toBe('Solicite ahora');
  const own = { ...button, textButton: 'Get started' };
  expect(read(snippets.button(page, own).html).place?.dataset['es']).toBeUndefined();
  expect(read(snippets.button(page, { ...own, lang: 'es' }).html).link?.textContent).toBe(
    'Get started',
  );
  const english = read(snippets.button(page, { ...button, lang: 'en' }).html);
  expect(english.place?.dataset['es']).toBeUndefined();
  expect(english.link?.href).toBe('https://pay.example/p/summit?source=real-widget&lang=en');
});

test("a frame's space is released after some seconds, without scripts or styles", () => {
  const { body } = read(snippets.fullPage(page, { ...colors, hideLink: '0' }).html);
  const [room] = body.querySelectorAll('svg > set');
  expect(['attributeName', 'to', 'begin'].map((name) => room?.getAttribute(name))).toEqual([
    'height',
    '0',
    '5s',
  ]);
});
