import { createHash } from 'node:crypto';
import type { LenderOffer, LenderEvent } from '@lintel/contract/lenders/events';
import { toDollars } from '../../../platform/money.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import type {
  ChosenOffer,
  LenderApplication,
  LenderDocument,
  LenderConnection,
} from '../lender-connection.ts';
import { deliverSandboxEvent } from '../queue-jobs.ts';

// These rules are published in docs/reference/sandbox-lenders.md; change both together.

/**
 * Personal loans by credit band: yearly rate in hundredths of a percent, the share of the requested
 * amount, and the longest term.
 */
const loanTable = {
  excellent: [
    { lender: 'Keystone Home Credit', apr: 699, percent: 100, months: 120 },
    { lender: 'Bright Harbor Bank', apr: 749, percent: 100, months: 84 },
    { lender: 'Tallgrass Lending', apr: 899, percent: 100, months: 60 },
  ],
  good: [
    { lender: 'Keystone Home Credit', apr: 949, percent: 100, months: 120 },
    { lender: 'Bright Harbor Bank', apr: 1049, percent: 90, months: 84 },
  ],
  fair: [
    { lender: 'Tallgrass Lending', apr: 1399, percent: 80, months: 84 },
    { lender: 'Copperline Finance', apr: 1599, percent: 75, months: 60 },
  ],
  limited: [{ lender: 'Copperline Finance', apr: 2199, percent: 50, months: 60 }],
  poor: [],
} as const;

const loanCap = 10_000_000;
const strong = new Set(['excellent', 'good']);

/** Monthly payment in cents by the standard annuity formula, rounded to the cent. */
export function monthlyPayment(
  amountCents: number,
  aprBasisPoints: number,
  months: number,
): number {
  if (aprBasisPoints === 0) return Math.round(amountCents / months);
  const rate = aprBasisPoints / 10_000 / 12;
  return Math.round((amountCents * rate) / (1 - (1 + rate) ** -months));
}

/** Fictional phone numbers of the sandbox's lenders. */
const lenderPhones: Record<string, string> = {
  'Keystone Home Credit': '8005550150',
  'Bright Harbor Bank': '8005550151',
  'Tallgrass Lending': '8005550152',
  'Copperline Finance': '8005550153',
  'Hearth Equity': '8005550154',
  'Mainstreet Direct': '8005550155',
  'Juniper Card': '8005550156',
};

interface Terms {
  kind: LenderOffer['kind'];
  lender: string;
  amountCents: number;
  apr: number;
  months: number;
  qualified?: boolean;
  isVariable?: true;
  /** The rate after an introductory one, in hundredths of a percent. */
  laterApr?: number;
  /** In cents. */
  fees?: number;
}

function offer(application: JudgedApplication, terms: Terms): LenderOffer {
  const { kind, lender, amountCents, apr, months, qualified = false } = terms;
  const { isVariable = false, laterApr, fees = 0 } = terms;
  return {
    reference: `${application.reference}.${kind}.${lender.split(' ')[0]?.toLowerCase() ?? ''}`,
    kind,
    lenderName: lender,
    amount: toDollars(amountCents),
    apr: apr / 100,
    termMonths: months,
    monthlyPayment: toDollars(monthlyPayment(amountCents, apr, months)),
    qualified,
    rateType: isVariable ? 'variable' : 'fixed',
    laterApr: laterApr === undefined ? null : laterApr / 100,
    fees: toDollars(fees),
    securedByHome: kind === 'heloc',
    lenderPhone: lenderPhones[lender] ?? '',
  };
}

/** The sandbox's offers: deterministic for an application. */
/** What the sandbox looks at. */
type JudgedApplication = Omit<LenderApplication, 'contractor' | 'projectAddress' | 'page'> & {
  page: Omit<LenderApplication['page'], 'name'>;
};

export function sandboxOffers(application: JudgedApplication): LenderOffer[] {
  const { creditBand: band, requestedAmountCents: requested, page } = application;
  const whole = (percent: number, cap: number): number =>
    Math.min(Math.floor((requested * percent) / 10_000) * 100, cap);
  const offers = loanTable[band].map(({ lender, apr, percent, months }) =>
    offer(application, { kind: 'loan', lender, amountCents: whole(percent, loanCap), apr, months }),
  );
  if (page.helocOffer && requested >= 1_000_000 && (strong.has(band) || band === 'fair')) {
    const apr = band === 'fair' ? 989 : 825;
    offers.push(
      offer(application, {
        kind: 'heloc',
        lender: 'Hearth Equity',
        amountCents: whole(150, 40_000_000),
        apr,
        months: 240,
        qualified: true,
        isVariable: true,
        fees: 49_500,
      }),
    );
  }
  if (page.fdAgreement && strong.has(band)) {
    offers.push(
      offer(application, {
        kind: 'direct',
        lender: 'Mainstreet Direct',
        amountCents: whole(100, 5_000_000),
        apr: 599,
        months: 36,
      }),
    );
  }
  if (page.creditCards && strong.has(band)) {
    offers.push(
      offer(application, {
        kind: 'creditcard',
        lender: 'Juniper Card',
        amountCents: whole(100, 1_500_000),
        apr: 0,
        months: 18,
        laterApr: 2499,
      }),
    );
  }
  return offers;
}

/**
 * Outcome of a chosen offer by the last digits of the applicant's phone number: 9 requires
 * documents and a call that never comes, 8 ends with the approval, 77 requires documents before
 * approval and funding, any other is approved and funded.
 */
interface SandboxPlan {
  needsDocuments: boolean;
  needsCall: boolean;
  isFunded: boolean;
}

function sandboxPlan({ phone }: Pick<LenderApplication, 'phone'>): SandboxPlan {
  const waits = phone.endsWith('9');
  return {
    needsDocuments: waits || phone.endsWith('77'),
    needsCall: waits,
    isFunded: !waits && !phone.endsWith('8'),
  };
}

/** The sandbox lender's requests as one sentence. */
export const sandboxWish = {
  what: 'A copy of your driver’s license and your last two pay stubs',
  how: 'Send them to documents@lenders.example, or call (800) 555-0150.',
};

/** The same requests as uploads, in the application's language. */
const sandboxDocuments = {
  en: [
    {
      request: 'license',
      what: 'A copy of your driver’s license',
      how: 'A photo of the front is enough.',
    },
    { request: 'pay-stubs', what: 'Your last two pay stubs', how: '' },
  ],
  es: [
    {
      request: 'license',
      what: 'Una copia de su licencia de conducir',
      how: 'Basta una foto del frente.',
    },
    { request: 'pay-stubs', what: 'Sus dos últimos recibos de pago', how: '' },
  ],
};

/** The requests of a lender that never decides. */
const sandboxCall = {
  en: {
    request: 'employment',
    what: 'A call to confirm where you work',
    how: 'Call us at (800) 555-0150 on weekdays from 8 am to 6 pm Eastern Time.',
  },
  es: {
    request: 'employment',
    what: 'Una llamada para confirmar dónde trabaja',
    how: 'Llámenos al (800) 555-0150 de lunes a viernes, de 8 am a 6 pm, hora del Este.',
  },
};

const cannotRead = {
  en: 'We cannot read it. Please take another photo in good light.',
  es: 'No se puede leer. Tome otra foto con buena luz.',
};

/** Simulates an unreadable photo by its name. */
const isBlurry = ({ name }: LenderDocument): boolean => /blurry/i.test(name);

/** Lenders fund the offered amount. */
const fundedAmount = (offer: ChosenOffer): number => toDollars(offer.amountCents);

/** Seconds between a call and each of its answers. */
export interface SandboxPace {
  offers: number;
  decision: number;
}

export const sandboxPace: SandboxPace = { offers: 2, decision: 3 };

type SandboxMessage = LenderEvent extends infer One
  ? One extends LenderEvent
    ? Omit<One, 'id' | 'createdAt' | 'application'>
    : never
  : never;

/** Schedules a sandbox lender's event, once for each `key`. */
async function send(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  reference: string,
  key: string,
  seconds: number,
  message: SandboxMessage,
): Promise<void> {
  const runAt = new Date(clock.now().getTime() + seconds * 1000);
  const id = `sandbox-${reference}-${key}`;
  const event: LenderEvent = {
    ...message,
    id,
    application: reference,
    createdAt: runAt.toISOString(),
  };
  await enqueue(db, deliverSandboxEvent, event, { key: id, runAt });
}

/** Approves a chosen offer and, if the plan includes it, funds it. */
async function approve(
  context: Pick<Context, 'db' | 'clock'>,
  application: Pick<LenderApplication, 'reference' | 'phone'>,
  offer: ChosenOffer,
  seconds: number,
): Promise<void> {
  const { reference } = application;
  const about = { offer: offer.reference };
  await send(context, reference, `approved-${offer.choice}`, seconds, {
    type: 'application.approved',
    ...about,
  });
  if (sandboxPlan(application).isFunded)
    await send(context, reference, `funded-${offer.choice}`, 2 * seconds, {
      type: 'offer.funded',
      ...about,
      amount: fundedAmount(offer),
    });
}

/**
 * Decision of a sandbox lender that was waiting for documents. Call it once no request of the
 * lender is open; repeated calls decide once.
 */
export async function decideAfterDocuments(
  context: Pick<Context, 'db' | 'clock'>,
  application: Pick<LenderApplication, 'reference' | 'phone'>,
  offer: ChosenOffer,
): Promise<void> {
  const { needsDocuments, needsCall } = sandboxPlan(application);
  if (needsDocuments && !needsCall)
    await approve(context, application, offer, sandboxPace.decision);
}

/**
 * The built-in lender network. Its answers go through the queue, so that a crash loses none, under
 * fixed event ids, so that a repeated call is answered once.
 */
export function sandboxNetwork(
  db: Database,
  clock: Clock,
  pace: SandboxPace = sandboxPace,
): LenderConnection {
  const context = { db, clock };
  return {
    name: 'sandbox',
    submit: (application) =>
      send(context, application.reference, 'offers', pace.offers, {
        type: 'offers.received',
        offers: sandboxOffers(application),
      }),
    async choose(application, offer) {
      const { needsDocuments, needsCall } = sandboxPlan(application);
      const { reference, language } = application;
      const about = { offer: offer.reference };
      if (needsDocuments)
        await send(context, reference, `documents-${offer.choice}`, 0, {
          type: 'documents.requested',
          ...about,
          documents: sandboxDocuments[language],
        });
      if (needsCall)
        await send(context, reference, `information-${offer.choice}`, 0, {
          type: 'information.requested',
          ...about,
          ...sandboxCall[language],
        });
      if (!needsDocuments) await approve(context, application, offer, pace.decision);
    },
    // Nothing to do: pending answers about this choice arrive as late events; booked ones stay.
    async giveUp() {},
    async sendDocument(application, document) {
      const hash = createHash('sha256');
      for await (const chunk of await document.open()) hash.update(chunk);
      if (hash.digest('hex') !== document.sha256) throw new Error('The document arrived changed');
      const { offer, request, reference } = document;
      const about = { offer, request, document: reference };
      const answer = (key: string, message: SandboxMessage) =>
        send(context, application.reference, `${key}-${reference}`, pace.decision, message);
      if (isBlurry(document)) {
        const reason = cannotRead[application.language];
        await answer('rejected', { type: 'document.rejected', ...about, reason });
        return;
      }
      await answer('accepted', { type: 'document.accepted', ...about });
      await answer('fulfilled', { type: 'request.fulfilled', offer, request });
    },
  };
}
