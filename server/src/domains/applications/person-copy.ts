import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { creditBands, offerKindLabels } from '@lintel/contract/applications/constants';
import { phoneText } from '@lintel/contract/core/field-rules';
import type { Language } from '@lintel/contract/core/language';
import { acrossContractors } from '../../platform/db/across-contractors.ts';
import { momentText } from '../../platform/days.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { dollarsText } from '../../platform/money.ts';
import { translateTo, type CopiedItem, type Translate } from '../../platform/persons.ts';
import { readZones } from '../contractors/index.ts';
import { textsAbout } from '../messaging/index.ts';
import {
  selectDocuments,
  selectRequests,
  type HomeownerDocument,
  type LenderRequest,
} from './lender-requests/index.ts';
import { findPageAndCompany, selectOffers, type Application, type Offer } from './repository.ts';
import { declineFacts, detailFacts } from './person-lender-facts.ts';
import { applications } from './tables.ts';

interface CopyOptions extends Pick<Context, 'keys'> {
  /** The provider's time zone; times at a contractor use the contractor's. */
  timeZone: string;
  language: Language;
}

interface CopyTexts {
  say: Translate;
  at(time: Date | null): string;
}

/** Copies a person's applications, in the person's language. */
export async function copyApplications(
  db: Database,
  email: string,
  reading: CopyOptions,
): Promise<CopiedItem[]> {
  const rows = await db
    .select()
    .from(applications)
    .where(
      and(
        acrossContractors('A person may have applied at any contractor.'),
        eq(sql`lower(${applications.email})`, email),
        isNull(applications.anonymisedAt),
      ),
    )
    .orderBy(asc(applications.id));
  const { language } = reading;
  const zoneOf = await readZones(
    db,
    rows.map(({ contractorId }) => contractorId),
    reading.timeZone,
  );
  const items: CopiedItem[] = [];
  for (const row of rows) {
    const timeZone = zoneOf(row.contractorId);
    const words: CopyTexts = {
      say: translateTo(language),
      at: (time) => (time === null ? '' : momentText(time, timeZone, language)),
    };
    const { shownName: companyName } = await findPageAndCompany(db, row.pageId);
    const wishes = {
      requests: await selectRequests(db, row),
      documents: await selectDocuments(db, row),
    };
    const about = { contractorId: row.contractorId, applicationId: row.id };
    const item = copyItem(row, await selectOffers(db, row), wishes, { companyName, ...words });
    items.push({
      ...item,
      facts: [
        ...item.facts,
        ...(await detailFacts(db, reading.keys, row, language)),
        ...(await declineFacts(db, row, language)),
        ...(await textsAbout(db, about, { timeZone, language })),
      ],
    });
  }
  return items;
}

/** A lender's requests, with the homeowner's answers. */
interface LenderRecords {
  requests: readonly LenderRequest[];
  documents: readonly HomeownerDocument[];
}

const stateWords: Record<HomeownerDocument['state'], [english: string, spanish: string]> = {
  waiting: ['not sent to the lender yet', 'todavía no se envió al prestamista'],
  sending: ['on its way to the lender', 'en camino al prestamista'],
  sent: ['sent to the lender', 'enviado al prestamista'],
  accepted: ['accepted by the lender', 'aceptado por el prestamista'],
  rejected: ['rejected by the lender', 'no aceptado por el prestamista'],
};

const requestWords: Record<LenderRequest['state'], string> = {
  open: 'pendiente',
  fulfilled: 'cumplido',
  withdrawn: 'retirado',
};

const bandsInSpanish: Record<keyof typeof creditBands, string> = {
  excellent: 'Excelente (720 o más)',
  good: 'Bueno (680–719)',
  fair: 'Regular (640–679)',
  limited: 'Limitado (580–639)',
  poor: 'Malo (menos de 580)',
};

const offersInSpanish: Record<Offer['kind'], string> = {
  loan: 'Préstamo',
  heloc: 'Línea de crédito con garantía hipotecaria (HELOC)',
  direct: 'Financiamiento directo',
  creditcard: 'Financiamiento al 0%',
};

function documentText(document: HomeownerDocument, { say, at }: CopyTexts): string {
  const { name, bytes, uploadedAt, state, reason, fileKey } = document;
  const parts = [
    `${name}, ${Math.ceil(bytes / 1024)} KB`,
    say(`uploaded ${at(uploadedAt)}`, `subido el ${at(uploadedAt)}`),
    say(...stateWords[state]),
    reason,
    fileKey === null
      ? say('we no longer have the file', 'ya no tenemos el archivo')
      : say('we still have the file', 'todavía tenemos el archivo'),
  ];
  return parts.filter(Boolean).join(', ');
}

function copyItem(
  application: Application,
  offers: readonly Offer[],
  { requests, documents }: LenderRecords,
  { companyName, say, at }: CopyTexts & { companyName: string },
): CopiedItem {
  const { draft, requestedAmountCents: cents, creditBand: band } = application;
  const { monthlyBudgetCents: monthly } = application;
  const budget = monthly === null ? (draft.monthlyBudget ?? '') : dollarsText(monthly);
  const amount = cents === null ? (draft.requestedAmount ?? '') : dollarsText(cents);
  const facts: [string, string][] = [
    [say('Contractor', 'Contratista'), companyName],
    [say('Name', 'Nombre'), application.applicantName],
    [say('E-mail', 'Correo electrónico'), application.email],
    [say('Phone', 'Teléfono'), phoneText(application.phone)],
    [say('City', 'Ciudad'), application.city || (draft.city ?? '')],
    [say('State', 'Estado'), application.state || (draft.state ?? '')],
    [say('Project', 'Proyecto'), application.project || (draft.project ?? '')],
    [
      say('Project address', 'Dirección del proyecto'),
      application.projectAddress || (draft.projectAddress ?? ''),
    ],
    [say('Amount requested', 'Monto solicitado'), amount],
    [say('Monthly payment you had in mind', 'Pago mensual que tenía en mente'), budget],
    [
      say('Credit, self-reported', 'Crédito, según su propia estimación'),
      band === null ? (draft.creditBand ?? '') : say(creditBands[band], bandsInSpanish[band]),
    ],
    [say('Begun', 'Empezada'), at(application.startedAt)],
    [say('Sent', 'Enviada'), at(application.completedAt)],
    [
      say('Agreed to share it with lenders', 'Aceptó que los prestamistas la vean'),
      at(application.consentAt),
    ],
    [
      say('Agreed to calls and text messages', 'Aceptó llamadas y mensajes de texto'),
      at(application.textsAgreedAt),
    ],
    [say('Network address', 'Dirección de red'), application.address ?? ''],
    [say('Lenders responded', 'Respondida por los prestamistas'), at(application.answeredAt)],
    [say('Approved', 'Aprobada'), at(application.approvedAt)],
    [say('Paid out', 'Dinero entregado'), at(application.fundedAt)],
    [say('Withdrawn', 'Retirada'), at(application.withdrawnAt)],
    [
      say('Information requested by a lender', 'Información que pidió un prestamista'),
      application.informationWanted?.what ?? '',
    ],
    ...offers.map((offer): [string, string] => [
      say(`Offer from ${offer.lenderName}`, `Oferta de ${offer.lenderName}`),
      offerText(offer, { say, at }),
    ]),
    ...requests.map(({ what, requestedAt, state }): [string, string] => [
      say('Requested by a lender', 'Un prestamista pidió'),
      `${what}, ${at(requestedAt)}, ${say(state, requestWords[state])}`,
    ]),
    ...documents.map((document): [string, string] => [
      say('Document you uploaded', 'Documento que usted subió'),
      documentText(document, { say, at }),
    ]),
  ];
  return {
    title: say(`Application ${application.id}`, `Solicitud ${application.id}`),
    facts: facts.filter(([, value]) => value !== ''),
  };
}

function offerText(offer: Offer, { say, at }: CopyTexts): string {
  const paid = offer.fundedAmountCents === null ? null : dollarsText(offer.fundedAmountCents);
  const { aprBasisPoints: apr, termMonths, monthlyPaymentCents: monthly } = offer;
  const parts = [
    `${say(offerKindLabels[offer.kind], offersInSpanish[offer.kind])}, ${dollarsText(offer.amountCents)}`,
    apr === null ? '' : say(`${apr / 100}% a year`, `${apr / 100}% anual`),
    termMonths === null ? '' : say(`${termMonths} months`, `${termMonths} meses`),
    monthly === null
      ? ''
      : say(`${dollarsText(monthly)} a month`, `${dollarsText(monthly)} al mes`),
    say(`received ${at(offer.receivedAt)}`, `recibida el ${at(offer.receivedAt)}`),
    offer.chosenAt === null
      ? ''
      : say(`chosen ${at(offer.chosenAt)}`, `elegida el ${at(offer.chosenAt)}`),
    paid === null ? '' : say(`paid out ${paid}`, `dinero entregado: ${paid}`),
  ];
  return parts.filter(Boolean).join(', ');
}
