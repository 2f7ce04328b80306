import { expect, test } from 'vitest';
import type { LenderConnection } from '../applications/index.ts';
import { privacy } from './defaults/privacy.ts';
import { sharing } from './defaults/sharing.ts';

type LenderApplication = Parameters<LenderConnection['submit']>[0];

/**
 * The consent's name for each fact lenders receive. A fact that is sent but missing here doesn't
 * compile.
 */
const named: Record<
  Exclude<keyof LenderApplication, 'reference' | 'page' | 'contractor'>,
  [string, string]
> = {
  firstName: ['your name', 'su nombre'],
  lastName: ['your name', 'su nombre'],
  email: ['e-mail', 'correo electrónico'],
  phone: ['phone', 'teléfono'],
  city: ['city', 'ciudad'],
  state: ['state', 'estado'],
  project: ['your project', 'su proyecto'],
  projectAddress: ['where it is', 'dónde está'],
  requestedAmountCents: ['its cost', 'su costo'],
  monthlyBudgetCents: ['what you would like to pay a month', 'lo que le gustaría pagar al mes'],
  creditBand: ['how you rate your credit', 'cómo califica usted su crédito'],
  language: ['the language you read', 'el idioma en que lee'],
};

/** The consent's name for each detail that only some lenders need. */
const details: Record<keyof Parameters<LenderConnection['submit']>[1], [string, string]> = {
  homeAddress: ['your home address', 'la dirección de su casa'],
  birthDate: ['date of birth', 'fecha de nacimiento'],
  yearlyIncome: ['yearly income', 'ingreso anual'],
  housing: ['housing', 'vivienda'],
  employment: ['employment', 'empleo'],
  ssnEnding: [
    'last four digits of your Social Security',
    'últimos cuatro dígitos de su número de Seguro',
  ],
};

test.each(Object.entries(details))(
  'the consent and the privacy notice name the details that lenders may need: %s',
  (_, [english, spanish]) => {
    for (const text of [sharing, privacy]) {
      expect(text.en).toContain(english);
      expect(text.es).toContain(spanish);
    }
  },
);

test.each(Object.entries(named))(
  'the consent to sharing names what lenders receive: %s',
  (_, [english, spanish]) => {
    const shared = (text: string): string =>
      text.split('\n').find((line) => /^- (What you entered|Lo que usted escribió)/.test(line)) ??
      '';
    expect(shared(sharing.en)).toContain(english);
    expect(shared(sharing.es)).toContain(spanish);
  },
);
