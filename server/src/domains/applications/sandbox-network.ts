import type { LenderEvent } from '@lintel/contract/applications/lenders';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { enqueue } from '../../platform/jobs/job.ts';
import { deliverSandboxEvent } from './queue-jobs.ts';
import type { LenderNetwork } from './lender-network.ts';
import { fundedAmount, sandboxOffers, sandboxOutcome, sandboxWish } from './sandbox-rules.ts';

/** Seconds between a call and each of its answers. */
export interface SandboxPace {
  offers: number;
  decision: number;
}

export const sandboxPace: SandboxPace = { offers: 2, decision: 3 };

type Told = LenderEvent extends infer One
  ? One extends LenderEvent
    ? Omit<One, 'id' | 'createdAt' | 'application'>
    : never
  : never;

/**
 * The embedded lender network. Its answers go through the queue, so that a crash loses none, and
 * under fixed event ids, so that a repeated call is answered once.
 */
export function sandboxNetwork(
  db: Database,
  clock: Clock,
  pace: SandboxPace = sandboxPace,
): LenderNetwork {
  const tell = async (
    reference: string,
    key: string,
    seconds: number,
    told: Told,
  ): Promise<void> => {
    const runAt = new Date(clock.now().getTime() + seconds * 1000);
    const id = `sandbox-${reference}-${key}`;
    const event = {
      ...told,
      id,
      application: reference,
      createdAt: runAt.toISOString(),
    } as LenderEvent;
    await enqueue(db, deliverSandboxEvent, event, { key: id, runAt });
  };
  return {
    name: 'sandbox',
    submit: (application) =>
      tell(application.reference, 'offers', pace.offers, {
        type: 'offers.received',
        offers: sandboxOffers(application),
      }),
    async choose(application, offer) {
      const outcome = sandboxOutcome(application);
      const about = { offer: offer.reference };
      const say = (key: string, steps: number, told: Told) =>
        tell(application.reference, `${key}-${offer.choice}`, steps * pace.decision, told);
      await say('information', 0, { type: 'information.requested', ...about, ...sandboxWish });
      if (outcome !== 'waiting')
        await say('approved', 1, { type: 'application.approved', ...about });
      if (outcome === 'funded')
        await say('funded', 2, { type: 'offer.funded', ...about, amount: fundedAmount(offer) });
    },
    // What was still on its way for this choice is no longer wanted; what the lender has said
    // already stays said.
    async giveUp() {},
  };
}
