import { expect, test } from 'vitest';
import { catalogProblems } from './catalog.ts';

const counted = (one: string, other: string) => [{ match: { 'n=one': one, 'n=other': other } }];

test('a complete catalog has no problems', () => {
  const en = { hello: 'Hello {name}', offers: counted('One offer', '{n} offers'), $schema: 'x' };
  const es = { hello: 'Hola, {name}', offers: counted('Una oferta', '{n} ofertas') };
  expect(catalogProblems({ en, es })).toEqual([]);
});

test('reports a missing text, an empty one, and one with other placeholders', () => {
  const en = { hello: 'Hello {name}', bye: 'Bye', offers: counted('One', '{n} offers') };
  const es = { hello: 'Hola', bye: ' ', more: 'Más', offers: counted('Una', '') };
  expect(catalogProblems({ en, es })).toEqual([
    'en: "more" is missing',
    'es: "hello" has other placeholders than English',
    'es: "bye" is empty',
    'es: "offers" is empty',
  ]);
});

test('a translation marks the same words as the English text', () => {
  const en = { read: 'Read <link>the guide</link>', go: '<icon/> Go on' };
  expect(catalogProblems({ en, es: { read: '<link>Guía</link>', go: '<icon/> Seguir' } })).toEqual(
    [],
  );
  expect(catalogProblems({ en, es: { read: 'Lea la guía', go: '<icon/> Seguir' } })).toEqual([
    'es: "read" has other placeholders than English',
  ]);
});
