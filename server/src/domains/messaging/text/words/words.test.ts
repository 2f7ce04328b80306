import { describe, expect, test } from 'vitest';
import type { Language } from '@lintel/contract/core/language';
import { keysOf } from '@lintel/contract/core/map-values';
import { textKinds, type TextKind } from '@lintel/contract/texts/constants';
import { countSegments } from '../segments.ts';
import { textWords } from './index.ts';

const languages: Language[] = ['en', 'es'];
const phone = '(800) 555-0150';
const withoutLink: TextKind[] = ['homeowner-withdrawn', 'homeowner-reversed'];
const asksForSomething: TextKind[] = ['homeowner-information', 'homeowner-expiring'];

describe.each(keysOf(textKinds))('the text “%s”', (kind) => {
  const names = [
    { company: 'Oak & Iron', lender: 'Keystone' },
    {
      company: 'García Álvarez “Sons” & Daughters’ Roofing of Greater San Antonio, LLC',
      lender: 'Crédito Íntegro de los Propietarios Unidos',
    },
    { company: '山田工務店', lender: '😀' },
  ];
  const link = `https://${'financing.'.repeat(4)}example.com/t/abcdefghijkmZZZZZZ`;

  test.each(languages)('takes two plain segments at most with any names (%s)', (language) => {
    for (const name of names) {
      const until = language === 'es' ? '30 de septiembre' : 'Sep 30';
      const document = { kind: 'estimate', number: 1001, total: '$12,000.00' } as const;
      const facts = { ...name, ...document, phone, until, link, amount: '$12,000' };
      const text = textWords(language, kind, facts);
      const { encoding, segments } = countSegments(text);
      expect([text, encoding, segments <= 2]).toEqual([text, 'GSM-7', true]);
      expect(text).toContain('STOP');
      expect([text, text.includes(link)]).toEqual([text, !withoutLink.includes(kind)]);
      expect([text, text.includes(phone)]).toEqual([text, asksForSomething.includes(kind)]);
      if (asksForSomething.includes(kind)) expect(text).toContain(until);
    }
  });
});

test("a text leaves out an unknown lender's phone and a missing deadline", () => {
  const facts = {
    company: 'Oak & Iron',
    lender: 'Keystone',
    phone: '',
    until: '',
    link: 'x.test/t',
  };
  expect(textWords('en', 'homeowner-information', facts)).toBe(
    'Oak & Iron: Keystone needs something from you. See details: x.test/t Reply STOP to end.',
  );
  expect(textWords('es', 'homeowner-information', facts)).toContain(
    'de usted. Vea lo que falta: x.test/t R',
  );
});
