import { z } from 'zod';
import { id, optionalId } from '../core/fields.ts';
import type { DocumentProblem } from './constants.ts';
import type { HomeownerApplication } from './homeowner.ts';

/** What the pages of an application show where scripts are off. */
export type ApplicationView =
  /** Whoever comes by a link says the end of the phone number first. */
  | { step: 'ask'; isWrong: boolean; link: string }
  | {
      step: 'status';
      application: HomeownerApplication;
      /** What was wrong with a file, and for which request. */
      problem: { requestId: number; problem: DocumentProblem } | null;
      /** What the homeowner wanted could not be done, because something had changed. */
      hasChanged: boolean;
    }
  /** Nothing has been chosen yet: the question before. */
  | {
      step: 'choose';
      application: HomeownerApplication;
      offerId: number;
    }
  | { step: 'withdraw'; application: HomeownerApplication }
  /** The question before its answers are replaced. */
  | { step: 'replace'; application: HomeownerApplication }
  /** The homeowner left this device; shown only where the public page is closed. */
  | { step: 'left' }
  /** No application is open in this browser. */
  | { step: 'closed' }
  /** The link leads nowhere. */
  | { step: 'invalid' }
  | { step: 'busy' };

const sure = z.literal('1').optional();

/** What a form of these pages asks for. Without `sure` the question comes first. */
export const applicationAction = z.discriminatedUnion('do', [
  z.object({ do: z.literal('choose'), offer: id(), replaces: optionalId(), sure }),
  z.object({ do: z.literal('withdraw'), sure }),
  z.object({ do: z.literal('remove'), document: id() }),
  /** The answers are right; or they are not, and the application ends. */
  z.object({ do: z.literal('confirm') }),
  z.object({ do: z.literal('replace'), sure }),
  /** Forgets the application in this browser. */
  z.object({ do: z.literal('leave') }),
]);
export type ApplicationAction = z.output<typeof applicationAction>;
