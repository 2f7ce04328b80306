import { dayMs } from '@lintel/contract/core/durations';
import { type ApplicationForm } from '@lintel/contract/applications/form';
import { creditBandKeys, projects, sources } from '@lintel/contract/applications/constants';
import {
  chooseOffer,
  readByToken,
  recordLenderEvent,
  sandboxOffers,
  sandboxWish,
  startApplication,
  submitApplication,
  readLegalContext,
  withdrawApplication,
} from '../domains/applications/index.ts';
import { currentConsents } from '../domains/legal/index.ts';
import type { ConsentKind } from '@lintel/contract/legal/constants';
import { brandFromConfig } from '../platform/brand.ts';
import type { Context } from '../platform/context.ts';
import { dequeue } from '../platform/jobs/job.ts';

const first = [
  'Alice',
  'Ben',
  'Chloe',
  'Diego',
  'Erin',
  'Farid',
  'Gina',
  'Hugo',
  'Iris',
  'Jamal',
  'Kay',
  'Leo',
  'Mia',
  'Nate',
  'Olive',
  'Pavel',
];
const last = [
  'Abbott',
  'Baker',
  'Chen',
  'Diaz',
  'Ellis',
  'Fischer',
  'Garcia',
  'Hughes',
  'Ivers',
  'Jensen',
  'Kowalczyk-Vandenberghe',
];
const towns = [
  ['Denver', 'CO'],
  ['Boulder', 'CO'],
  ['Columbus', 'OH'],
  ['Portland', 'ME'],
  ['Austin', 'TX'],
  ['Tulsa', 'OK'],
] as const;

/** An application's progress; chosen by its number, so that every state occurs. */
const stages = [
  'funded',
  'offers',
  'draft',
  'approved',
  'offers',
  'waiting',
  'funded',
  'offers',
  'offers',
  'chosen',
] as const;

/** The preferred offer kind by turns, so that each is funded at least once. */
const chosenKinds = ['loan', 'direct', 'heloc'];

interface Seeding {
  pageNames: readonly string[];
  count: number;
  now: Date;
  /**
   * The contractor's own e-mail and phone, used in one application each as a warning sign for
   * staff.
   */
  own?: { email: string; phone: string };
}

/** At a fixed time. */
const at = (context: Context, time: Date): Context => ({
  ...context,
  clock: { now: () => time },
});
const later = (time: Date, minutes: number): Date => new Date(time.getTime() + minutes * 60_000);

/**
 * Makes applications over two years, oldest first, through the services with a simulated clock.
 * Number 0 is the newest.
 */
export async function seedApplications(
  context: Context,
  { pageNames, count, now, own }: Seeding,
): Promise<void> {
  for (let index = count - 1; index >= 0; index -= 1) {
    // Denser toward today, to fill the default range of 30 days.
    const daysAgo = (index / count) ** 2 * 720;
    const started = new Date(now.getTime() - Math.round(daysAgo * 24 + 1.5) * 3_600_000);
    const form = { ...makeForm(index), ...findOddity(index, own) };
    await seedOne(context, {
      index,
      form,
      started,
      now,
      pageName: pageNames[index % pageNames.length] ?? '',
    });
  }
}

/**
 * Warning signs for staff: the contractor's own e-mail or phone, or the previous applicant's
 * e-mail.
 */
function findOddity(index: number, own: Seeding['own']): Partial<ApplicationForm> {
  if (own === undefined) return {};
  if (index === 17) return { email: own.email };
  if (index === 29) return { phone: own.phone };
  return index === 30 ? { email: makeForm(31).email } : {};
}

interface One {
  index: number;
  form: ApplicationForm;
  started: Date;
  now: Date;
  pageName: string;
}

async function seedOne(
  context: Context,
  { index, form, started, now, pageName }: One,
): Promise<void> {
  const { db } = context;
  // Shifted each round, so that stages and credit bands occur in all combinations.
  const stage = stages[(index + Math.floor(index / stages.length) * 3) % stages.length] ?? 'draft';
  const source = sources[index % sources.length] ?? 'page';
  const { firstName, lastName, email } = form;
  const address = `203.0.113.${index % 200}`;
  const draft = { firstName, lastName, email };
  const beginning = at(context, started);
  const token = await startApplication(beginning, { pageName, source, draft, address });
  if (stage === 'draft') return;
  const sentAt = later(started, 9);
  const { application } = await readByToken(beginning, token);
  const surroundings = await readLegalContext(db, brandFromConfig(context.config), application);
  const shown = await currentConsents(db, surroundings, { language: 'en', now: sentAt });
  const hashOf = (kind: ConsentKind) => shown.find((one) => one.kind === kind)?.hash ?? '';
  const consents = {
    sharing: { hash: hashOf('sharing'), agreed: true as const },
    'e-sign': { hash: hashOf('e-sign'), agreed: true as const },
    contact: { hash: hashOf('contact'), agreed: index % 3 !== 0 },
  };
  const from = { address, userAgent: 'Demonstration' };
  await submitApplication(at(context, sentAt), { token, form, consents, from });
  await dequeue(db, `ask-lenders-${application.id}`);
  const facts = {
    ...form,
    reference: application.reference,
    requestedAmountCents: form.requestedAmount * 100,
    monthlyBudgetCents: form.monthlyBudget === null ? null : form.monthlyBudget * 100,
  };
  const page = {
    helocOffer: pageName !== 'summit-windows',
    fdAgreement: pageName !== 'summit-solar',
    creditCards: index % 3 === 0,
  };
  const event = (key: string) => ({
    id: `demo-${application.reference}-${key}`,
    application: application.reference,
    createdAt: started.toISOString(),
  });
  const offers = sandboxOffers({ ...facts, language: 'en', page });
  await recordLenderEvent(at(context, later(started, 10)), 'sandbox', {
    ...event('offers'),
    type: 'offers.received',
    offers,
  });
  // The past sends no messages.
  for (const key of ['invite-homeowner', 'homeowner-no-offers'])
    await dequeue(db, `${key}-${application.id}`);
  if (offers.length === 0) return;
  const isQualified = offers.some(({ qualified }) => qualified);
  const aged = agedStage(stage, { days: (now.getTime() - started.getTime()) / dayMs, isQualified });
  await seedChoice(context, { token, stage: aged, event, time: later(started, 12), now, index });
}

type Stage = Exclude<(typeof stages)[number], 'draft'> | 'withdrawn';

/** Offers and applications don't stay open for months, so old ones reach a final stage. */
function agedStage(
  stage: Exclude<Stage, 'withdrawn'>,
  { days, isQualified }: { days: number; isQualified: boolean },
): Stage {
  if (stage === 'offers') return days > 30 ? 'withdrawn' : stage;
  if (stage === 'chosen') return days > 7 ? 'withdrawn' : stage;
  if (stage === 'approved') return days > 45 ? 'funded' : stage;
  // Qualified applications never expire, so they have to be withdrawn.
  return stage === 'waiting' && isQualified && days > 40 ? 'withdrawn' : stage;
}

interface Choice {
  token: string;
  stage: Stage;
  event(key: string): { id: string; application: string; createdAt: string };
  time: Date;
  now: Date;
  index: number;
}

/**
 * The homeowner picks an offer, a different kind each time, and the lender proceeds to the given
 * stage.
 */
async function seedChoice(
  context: Context,
  { token, stage, event, time, now, index }: Choice,
): Promise<void> {
  const not = (when: Date): Date => new Date(Math.min(when.getTime(), now.getTime()));
  if (stage === 'offers') return;
  if (stage === 'withdrawn') {
    await withdrawApplication(at(context, not(later(time, 9 * 24 * 60))), token);
    return;
  }
  const choosing = at(context, time);
  const { offers } = await readByToken(choosing, token);
  const offer = offers.find(({ kind }) => kind === wantedKind(index)) ?? offers[0];
  if (offer === undefined) return;
  await chooseOffer(choosing, { token, offerId: offer.id, replaces: null });
  await dequeue(context.db, `tell-choice-${offer.id}-1`);
  if (stage === 'chosen') return;
  const book = async (
    days: number,
    body: Parameters<typeof recordLenderEvent>[2],
  ): Promise<void> => {
    const on = not(later(time, days * 24 * 60));
    const createdAt = on.toISOString();
    await recordLenderEvent(at(context, on), 'sandbox', { ...body, createdAt });
  };
  const about = { offer: offer.reference };
  await book(0.1, {
    ...event('information'),
    type: 'information.requested',
    ...about,
    ...sandboxWish,
  });
  if (stage === 'waiting') return;
  await book(4, { ...event('approved'), type: 'application.approved', ...about });
  if (stage === 'funded')
    await book(9, {
      ...event('funded'),
      type: 'offer.funded',
      ...about,
      amount: offer.amountCents / 100,
    });
}

/** Every other available card is taken; otherwise the kinds take turns, so that each is funded. */
const wantedKind = (index: number): string | undefined =>
  index % 6 === 0
    ? 'creditcard'
    : chosenKinds[Math.floor(index / stages.length) % chosenKinds.length];

function makeForm(index: number): ApplicationForm {
  const [city, state] = towns[index % towns.length] ?? towns[0];
  const [firstName, lastName] = [
    first[index % first.length] ?? '',
    last[(index * 7) % last.length] ?? '',
  ];
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}${index}@example.com`.toLowerCase(),
    phone: `7205550${String(index % 1000).padStart(3, '0')}`,
    city,
    state,
    creditBand:
      creditBandKeys[
        (index * 3 + Math.floor(index / creditBandKeys.length)) % creditBandKeys.length
      ] ?? 'good',
    requestedAmount: 4000 + ((index * 2750) % 56_000),
    project: projects[index % projects.length] ?? 'Other',
    // Every third has a project address.
    projectAddress: index % 3 === 0 ? `${100 + ((index * 37) % 900)} Juniper Street` : '',
    // Every fourth has a monthly budget.
    monthlyBudget: index % 4 === 0 ? 100 + ((index * 25) % 600) : null,
  };
}
