import type { Applicant } from '@lintel/contract/applications/details';
import type { ChoiceMessage, DocumentFacts } from '@lintel/contract/lenders/messages';
import type { Context } from '../../../platform/context.ts';
import { toDollars } from '../../../platform/money.ts';
import {
  LenderCallFailed,
  readTerms,
  sendToLender,
  type LenderRow,
  type OutgoingCall,
} from '../../lenders/index.ts';
import { selectConsentsByReference } from '../consents/index.ts';
import type {
  ChosenOffer,
  LenderApplication,
  LenderDocument,
  LenderConnection,
} from '../lender-connection.ts';

/** A queued job, so that staff can repeat its call. */
export interface CallingJob {
  id: string;
  payload: unknown;
}

/**
 * A lender with our webhook protocol: sends signed HTTP calls; answers arrive as signed events.
 * Throws `LenderCallFailed` when the lender doesn't accept, so that the queue retries.
 */
export function webhookConnection(
  context: Context,
  lender: LenderRow,
  job?: CallingJob,
): LenderConnection {
  const call = async (application: LenderApplication, request: Omit<OutgoingCall, 'about'>) => {
    const { reference, contractor } = application;
    const { status, problem } = await sendToLender(context, lender, {
      ...request,
      about: { reference, contractorId: contractor.id },
      ...(job && { job }),
    });
    if (problem !== '') throw new LenderCallFailed(lender.name, status, problem);
  };
  const post = (
    application: LenderApplication,
    { kind, path, key, body }: { kind: string; path: string; key: string; body: object },
  ): Promise<void> => {
    const text = JSON.stringify(body);
    return call(application, {
      kind,
      path,
      idempotencyKey: key,
      signed: text,
      headers: { 'content-type': 'application/json' },
      body: text,
      seconds: 20,
    });
  };
  const choice = (
    application: LenderApplication,
    offer: ChosenOffer,
    kind: 'choice' | 'given-up',
  ): Promise<void> =>
    post(application, {
      kind,
      path: kind === 'choice' ? '/choices' : '/given-up',
      key: `${application.reference}.${offer.reference}.${offer.choice}`,
      body: choiceOnTheWire(application, offer),
    });
  return {
    name: lender.name,
    submit: async (application, applicant) => {
      await post(application, {
        kind: 'application',
        path: '/applications',
        key: application.reference,
        body: {
          ...(await outgoingApplication(context, lender.id, { application, applicant })),
          consents: await consentsOnTheWire(context, application),
        },
      });
    },
    choose: (application, offer) => choice(application, offer, 'choice'),
    giveUp: (application, offer) => choice(application, offer, 'given-up'),
    sendDocument: async (application, document) =>
      call(application, await documentCall(application, document)),
  };
}

/**
 * The call with a document. Its signed header includes the body's hash, so the signature covers
 * both while the body streams.
 */
async function documentCall(
  application: LenderApplication,
  { open, contentType, ...document }: LenderDocument,
): Promise<Omit<OutgoingCall, 'about'>> {
  const { reference, offer, request, name, bytes, sha256 } = document;
  const facts: DocumentFacts = {
    application: application.reference,
    offer,
    request,
    document: reference,
    name,
    bytes,
    sha256,
  };
  const header = Buffer.from(JSON.stringify(facts)).toString('base64url');
  return {
    kind: 'document',
    path: '/documents',
    idempotencyKey: `${application.reference}.document.${reference}`,
    signed: header,
    headers: { 'content-type': contentType, 'lintel-document': header },
    body: await open(),
    seconds: 60,
  };
}

/** An application as this lender receives it, without the proof of consents. */
export async function outgoingApplication(
  context: Context,
  lenderId: number,
  { application, applicant }: { application: LenderApplication; applicant: Applicant },
) {
  const { merchantNumber } = (await readTerms(context.db, application.contractor.id))(lenderId);
  return {
    ...onTheWire(context, application, merchantNumber),
    ...(Object.keys(applicant).length > 0 && { applicant }),
  };
}

/** An application as lenders receive it: `applicationMessage`, without the consents. */
const onTheWire = (
  { config }: Context,
  {
    requestedAmountCents,
    monthlyBudgetCents: budget,
    contractor,
    page,
    ...rest
  }: LenderApplication,
  merchantNumber: string,
) => ({
  ...rest,
  requestedAmount: toDollars(requestedAmountCents),
  ...(budget !== null && { monthlyBudget: toDollars(budget) }),
  page: { ...page, url: `${config.publicUrl}/p/${page.name}` },
  contractor: { ...contractor, merchantNumber },
});

/** Proof of the homeowner's consents: each box as shown, when, and from where. */
async function consentsOnTheWire({ db }: Context, { contractor, reference }: LenderApplication) {
  const rows = await selectConsentsByReference(db, contractor.id, reference);
  return rows.map(({ kind, answer, version, textHash, language, at, address, userAgent }) => ({
    kind,
    answer,
    version,
    textHash,
    language,
    at: at.toISOString(),
    address,
    userAgent,
  }));
}

const choiceOnTheWire = (
  application: LenderApplication,
  { reference, kind, amountCents, choice }: ChosenOffer,
): ChoiceMessage => ({
  application: application.reference,
  offer: { reference, kind, amount: toDollars(amountCents) },
  choice,
});
