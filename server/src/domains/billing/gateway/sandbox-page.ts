import { eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { brandFromConfig } from '../../../platform/brand.ts';
import type { Context } from '../../../platform/context.ts';
import { escapeHtml } from '../../../platform/escape-html.ts';
import { requireOwnOrigin } from '../../../platform/http/caller.ts';
import { sendPage, type Page } from '../../../platform/http/page.ts';
import { dollarsText } from '../../../platform/money.ts';
import { authenticate, type SandboxWorld } from './sandbox-charges.ts';
import { decideDispute, disputePath, findDispute } from './sandbox-disputes.ts';
import { authenticationPath } from './sandbox-events.ts';
import { sandboxCards, sandboxIntents } from './tables.ts';

type IntentRequest = FastifyRequest<{
  Params: { id: string };
  Body: Record<string, unknown> | undefined;
}>;

/**
 * The page on which a bank would let the cardholder authenticate. It has no session: the charge's
 * unguessable id is the permission, and an answer must come from the page itself.
 */
export const sandboxPages =
  ({
    db,
    clock,
    config,
    gateway,
  }: Pick<Context, 'db' | 'clock' | 'config' | 'gateway'>): FastifyPluginAsync =>
  async (app) => {
    const { publicUrl } = config;
    // Real payments have no such page.
    app.addHook('onRequest', async (_request, reply) =>
      gateway.name === 'sandbox' ? undefined : reply.callNotFound(),
    );
    const world = { db, clock, publicUrl };
    const answer = (reply: FastifyReply, page: Page): FastifyReply =>
      sendPage(reply, brandFromConfig(config), { ...page, referrer: 'same-origin' });
    app.get(
      authenticationPath(':id'),
      { schema: { hide: true } },
      async (request: IntentRequest, reply) => {
        const payment = await findPayment(world, request.params.id);
        if (payment === undefined) return answer(reply.status(404), unknown);
        return answer(
          reply,
          payment.status === 'requires_action' ? question(payment) : done(payment),
        );
      },
    );
    app.post(
      authenticationPath(':id'),
      { schema: { hide: true } },
      async (request: IntentRequest, reply) => {
        requireOwnOrigin(request, publicUrl);
        const passed = request.body?.['answer'] === 'complete';
        const intent = await authenticate(world, request.params.id, passed);
        if (intent === undefined || intent.returnUrl === '')
          return answer(reply.status(404), unknown);
        return reply.redirect(returnAddress(intent), 303);
      },
    );
    disputePages(app, world, answer);
  };

/** The page on which the sandbox's bank decides a dispute, open to anyone with its id. */
function disputePages(
  app: FastifyInstance,
  world: SandboxWorld,
  answer: (reply: FastifyReply, page: Page) => FastifyReply,
): void {
  app.get(disputePath(':id'), { schema: { hide: true } }, async (request: IntentRequest, reply) => {
    const dispute = await findDispute(world.db, request.params.id);
    if (dispute === undefined) return answer(reply.status(404), unknownDispute);
    return answer(reply, disputePage(dispute));
  });
  app.post(
    disputePath(':id'),
    { schema: { hide: true } },
    async (request: IntentRequest, reply) => {
      requireOwnOrigin(request, world.publicUrl);
      const decided = await decideDispute(
        world,
        request.params.id,
        request.body?.['answer'] === 'win',
      );
      if (decided === undefined) return answer(reply.status(404), unknownDispute);
      return reply.redirect(disputePath(decided.id), 303);
    },
  );
}

interface Payment {
  id: string;
  status: string;
  amountCents: number;
  returnUrl: string;
  brand: string;
  last4: string;
}

async function findPayment({ db }: SandboxWorld, id: string): Promise<Payment | undefined> {
  const { status, amountCents, returnUrl } = sandboxIntents;
  const [payment] = await db
    .select({
      id: sandboxIntents.id,
      status,
      amountCents,
      returnUrl,
      brand: sandboxCards.brand,
      last4: sandboxCards.last4,
    })
    .from(sandboxIntents)
    .innerJoin(sandboxCards, eq(sandboxCards.id, sandboxIntents.cardId))
    .where(eq(sandboxIntents.id, id));
  return payment;
}

/** The return URL, with the charge's id in the query. */
function returnAddress({ id, returnUrl }: Pick<Payment, 'id' | 'returnUrl'>): string {
  const address = new URL(returnUrl);
  address.searchParams.set('payment_intent', id);
  return address.href;
}

const titled = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

const button = (answer: 'complete' | 'fail' | 'win' | 'lose', label: string, look = ''): string =>
  `<button name="answer" value="${answer}"${look}>${label}</button>`;

const question = ({ amountCents, brand, last4 }: Payment): Page => ({
  title: 'Authenticate this payment',
  content: `<p>Your bank wants to make sure it’s you making this payment.</p>
<dl><dt>Amount</dt><dd><strong>${dollarsText(amountCents)}</strong></dd><dt>Card</dt><dd>${escapeHtml(titled(brand))} ending in ${escapeHtml(last4)}</dd></dl>
<form method="post" class="choice">${button('complete', 'Complete authentication')}${button('fail', 'Fail authentication', ' class="plain"')}</form>
<p class="soft">This is the sandbox: no bank is contacted, and no money moves.</p>`,
});

const done = (payment: Payment): Page => ({
  title: payment.status === 'succeeded' ? 'This payment was made' : 'This payment was not made',
  content: `<p>It has already been decided.</p><p><a href="${escapeHtml(returnAddress(payment))}">Go back</a></p>`,
});

const unknown: Page = {
  title: 'There is nothing to authenticate',
  content: '<p>No payment was found at this address. Part of the address may be missing.</p>',
};

const disputeTitles = {
  open: 'Decide this dispute',
  won: 'This dispute was won',
  lost: 'This dispute was lost',
} as const;

const disputePage = ({
  state,
  amountCents,
}: {
  state: keyof typeof disputeTitles;
  amountCents: number;
}): Page => ({
  title: disputeTitles[state],
  content: `<dl><dt>Disputed amount</dt><dd><strong>${dollarsText(amountCents)}</strong></dd></dl>
${state === 'open' ? `<form method="post" class="choice">${button('win', 'The provider wins')}${button('lose', 'The cardholder wins', ' class="plain"')}</form>` : ''}
<p class="soft">This is the sandbox: no bank is contacted, and no money moves.</p>`,
});

const unknownDispute: Page = {
  title: 'Dispute not found',
  content: '<p>No dispute was found at this address. Part of the address may be missing.</p>',
};
