import { z } from 'zod';
import { id, optionalId } from '../core/fields.ts';
import type { DocumentProblem } from './constants.ts';
import type { HomeownerApplication } from './homeowner.ts';

/** The application pages' views without scripts. */
export type ApplicationView =
  /** A return link requires the last digits of the phone number first. */
  | { step: 'ask'; isWrong: boolean; link: string }
  | {
      step: 'status';
      application: HomeownerApplication;
      /** The problem with an uploaded file, and its request. */
      problem: { requestId: number; problem: DocumentProblem } | null;
      /** The homeowner's action failed because something had changed. */
      hasChanged: boolean;
    }
  /** Nothing is chosen yet: the confirmation before choosing. */
  | {
      step: 'choose';
      application: HomeownerApplication;
      offerId: number;
    }
  | { step: 'withdraw'; application: HomeownerApplication }
  /** The confirmation before the answers are replaced. */
  | { step: 'replace'; application: HomeownerApplication }
  /** The homeowner left this device; shown only where the public page is closed. */
  | { step: 'left' }
  /** No application is open in this browser. */
  | { step: 'closed' }
  /** The link isn't valid. */
  | { step: 'invalid' }
  | { step: 'busy' };

const sure = z.literal('1').optional();

/** The actions of these pages' forms. Without `sure`, the confirmation page comes first. */
export const applicationAction = z.discriminatedUnion('do', [
  z.object({ do: z.literal('choose'), offer: id(), replaces: optionalId(), sure }),
  z.object({ do: z.literal('withdraw'), sure }),
  z.object({ do: z.literal('remove'), document: id() }),
  /** Confirms that the answers are right, or ends the application. */
  z.object({ do: z.literal('confirm') }),
  z.object({ do: z.literal('replace'), sure }),
  /** Removes the application from this browser. */
  z.object({ do: z.literal('leave') }),
]);
export type ApplicationAction = z.output<typeof applicationAction>;
