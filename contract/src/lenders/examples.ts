import type { z } from 'zod';
import type { lenderEvent, LenderEvent } from './events.ts';
import type { ApplicationMessage, ChoiceMessage, DocumentFacts, TestMessage } from './messages.ts';

/** An example of every message, for the documents; the conformance checks send them too. */

/** An event as lenders send it. */
export type SentEvent = z.input<typeof lenderEvent>;
type EventType = LenderEvent['type'];
type EventOf<Type extends EventType> = Extract<SentEvent, { type: Type }>;

const at = '2026-11-21T12:00:00.000Z';

export const applicationExample: ApplicationMessage = {
  reference: 'h7Kd93kfL2mQ',
  firstName: 'Ann',
  lastName: 'Example',
  email: 'ann@example.com',
  phone: '5125550140',
  city: 'Austin',
  state: 'TX',
  language: 'en',
  creditBand: 'good',
  requestedAmount: 9000,
  monthlyBudget: 250,
  project: 'Roofing',
  projectAddress: '12 Elm Street',
  page: {
    name: 'oak-and-iron',
    url: 'https://financing.example.com/p/oak-and-iron',
    helocOffer: true,
    fdAgreement: true,
    creditCards: false,
  },
  contractor: {
    id: 101,
    legalName: 'Oak & Iron LLC',
    address: '1 Main Street, Austin, TX 78701',
    merchantNumber: 'MX-4711',
  },
  consents: [
    {
      kind: 'sharing',
      answer: 'given',
      version: 3,
      textHash: '9f2cbd4d1b2a8f0a7c3e5d6b4a190817263544f5e6d7c8b9a0b1c2d3e4f50617',
      language: 'en',
      at,
      address: '203.0.113.9',
      userAgent: 'Mozilla/5.0',
    },
  ],
};

export const choiceExample: ChoiceMessage = {
  application: 'h7Kd93kfL2mQ',
  offer: { reference: 'o-2', kind: 'loan', amount: 9000 },
  choice: 1,
};

export const documentExample: DocumentFacts = {
  application: 'h7Kd93kfL2mQ',
  offer: 'o-2',
  request: 'license',
  document: 'd4Rk20sLq9Vt',
  name: 'license.jpg',
  bytes: 482_133,
  sha256: '0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9',
};

export const testExample: TestMessage = {
  type: 'test',
  id: '7d3f4c52-7a3b-4b59-a3a6-2f6c6a1f7a10',
  sentAt: at,
};

const event = {
  id: 'evt-00000001',
  application: 'h7Kd93kfL2mQ',
  createdAt: '2026-11-21T07:00:00-05:00',
};
const aboutOffer = { ...event, offer: 'o-2' };
const aboutRequest = { ...aboutOffer, request: 'license' };
const aboutDocument = { ...aboutRequest, document: 'd4Rk20sLq9Vt' };

export const eventExamples: { [Type in EventType]: EventOf<Type> } = {
  'offers.received': {
    ...event,
    type: 'offers.received',
    offers: [
      {
        reference: 'o-2',
        kind: 'loan',
        lenderName: 'First Lender',
        lenderPhone: '8005550100',
        amount: 9000,
        apr: 7.5,
        termMonths: 60,
        monthlyPayment: 180.35,
        rateType: 'fixed',
        fees: 99.5,
        applyUrl: 'https://lender.example/apply?offer=o-2',
        expiresAt: '2026-12-21T05:00:00Z',
        dealerFee: 270,
        conditions: ['Proof of income'],
        replaces: 'o-1',
      },
    ],
  },
  'information.requested': {
    ...aboutRequest,
    type: 'information.requested',
    what: 'The name of your insurance company',
    how: 'Call us at 800-555-0100.',
  },
  'documents.requested': {
    ...aboutOffer,
    type: 'documents.requested',
    documents: [
      {
        request: 'license',
        what: 'A photo of your driver’s license',
        until: '2026-12-01T05:00:00Z',
      },
    ],
  },
  'request.fulfilled': { ...aboutRequest, type: 'request.fulfilled' },
  'request.withdrawn': { ...aboutRequest, type: 'request.withdrawn' },
  'document.accepted': { ...aboutDocument, type: 'document.accepted' },
  'document.rejected': {
    ...aboutDocument,
    type: 'document.rejected',
    reason: 'The photo is too dark',
  },
  'application.approved': { ...aboutOffer, type: 'application.approved' },
  'application.conditionally_approved': {
    ...aboutOffer,
    type: 'application.conditionally_approved',
    conditions: ['Proof of income'],
  },
  'application.declined': {
    ...event,
    type: 'application.declined',
    reasons: [
      { code: 'income-insufficient' },
      { code: 'other', text: 'The property has an unreleased lien' },
    ],
    score: {
      score: 588,
      lowest: 300,
      highest: 850,
      date: '2026-11-20',
      agency: 'Example Credit Bureau',
      factors: ['Length of time accounts have been established'],
    },
    sendsNotice: true,
  },
  'offer.expired': { ...aboutOffer, type: 'offer.expired' },
  'offer.funded': { ...aboutOffer, type: 'offer.funded', amount: 4500, stage: 'start of work' },
  'funding.reversed': {
    ...aboutOffer,
    type: 'funding.reversed',
    amount: 1500,
    reason: 'The job was smaller',
  },
  'offer.withdrawn': { ...aboutOffer, type: 'offer.withdrawn' },
};
