import type { Applicant, Employment, Housing } from '@lintel/contract/applications/details';
import type { Language } from '@lintel/contract/core/language';
import { declineReasons } from '@lintel/contract/lenders/decline-reasons';
import type { DeclineReason } from '@lintel/contract/lenders/events';
import { usDay } from '../../platform/days.ts';
import type { Database } from '../../platform/db/connect.ts';
import { toCents, dollarsText } from '../../platform/money.ts';
import { translateTo } from '../../platform/persons.ts';
import type { Context } from '../../platform/context.ts';
import { findDetails, openDetails } from './details/index.ts';
import { selectDeclines } from './lenders/index.ts';
import { isHeld, type Application } from './repository.ts';

type Fact = [label: string, value: string];

const housingWords: Record<Housing, [english: string, spanish: string]> = {
  own: ['owned', 'propia'],
  rent: ['rented', 'alquilada'],
  other: ['other', 'otra'],
};

const employmentWords: Record<Employment, [english: string, spanish: string]> = {
  employed: ['employed', 'con empleo'],
  'self-employed': ['self-employed', 'por cuenta propia'],
  retired: ['retired', 'con jubilación'],
  'not-employed': ['not employed', 'sin empleo'],
  other: ['other', 'otra situación'],
};

/**
 * What the homeowner gave for lenders beyond the form. A copy never has the digits of a Social
 * Security number (11 CCR 7024(d)). While it is unknown who typed the details, or when that was
 * someone with another e-mail address, it only says that there are some.
 */
export async function detailFacts(
  db: Database,
  keys: Context['keys'],
  application: Application,
  language: Language,
): Promise<Fact[]> {
  const say = translateTo(language);
  const row = await findDetails(db, application);
  if (row === undefined || row.sealed === null) return [];
  if (isHeld(application) || application.provenBy === 'phone')
    return [
      [
        say('Details for lenders', 'Datos para prestamistas'),
        say('given, not shown here', 'entregados, no se muestran aquí'),
      ],
    ];
  const applicant = (await openDetails(db, { keys }, application)) ?? {};
  return factsOf(applicant, language);
}

function factsOf(applicant: Applicant, language: Language): Fact[] {
  const say = translateTo(language);
  const { homeAddress, birthDate, yearlyIncome, housing, employment, ssnEnding } = applicant;
  const facts: Fact[] = [];
  if (homeAddress)
    facts.push([
      say('Home address', 'Dirección de su casa'),
      `${homeAddress.street}, ${homeAddress.zip}`,
    ]);
  if (birthDate) facts.push([say('Date of birth', 'Fecha de nacimiento'), usDay(birthDate)]);
  if (yearlyIncome !== undefined)
    facts.push([say('Yearly income', 'Ingreso anual'), dollarsText(toCents(yearlyIncome))]);
  if (housing) {
    const monthly = dollarsText(toCents(housing.monthlyPayment));
    facts.push([
      say('Housing', 'Vivienda'),
      `${say(...housingWords[housing.status])}, ${say(`${monthly} a month`, `${monthly} al mes`)}`,
    ]);
  }
  if (employment)
    facts.push([
      say('Employment', 'Empleo'),
      [say(...employmentWords[employment.status]), employment.employer].filter(Boolean).join(', '),
    ]);
  if (ssnEnding !== undefined)
    facts.push([
      say('Social Security number', 'Número de Seguro Social'),
      say(
        'the last four digits, not shown here',
        'los últimos cuatro dígitos, no se muestran aquí',
      ),
    ]);
  return facts;
}

/** Why lenders declined, and the credit scores that they used, as they gave them. */
export async function declineFacts(
  db: Database,
  application: Application,
  language: Language,
): Promise<Fact[]> {
  const say = translateTo(language);
  return (await selectDeclines(db, application)).flatMap(({ lender, reasons, score }): Fact[] => [
    [
      say(`Declined by ${lender}`, `No aprobada por ${lender}`),
      (reasons ?? []).map((reason) => reasonText(reason, language)).join('; '),
    ],
    ...(score === null
      ? []
      : [
          [
            say(`Credit score that ${lender} used`, `Puntaje de crédito que usó ${lender}`),
            [
              say(
                `${score.score} (${score.lowest} to ${score.highest})`,
                `${score.score} (de ${score.lowest} a ${score.highest})`,
              ),
              score.agency,
              usDay(score.date),
              ...score.factors,
            ].join(', '),
          ] satisfies Fact,
        ]),
  ]);
}

const reasonText = ({ code, text }: DeclineReason, language: Language): string =>
  code === 'other' ? text : [declineReasons[code][language], text].filter(Boolean).join(': ');
