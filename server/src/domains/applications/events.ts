import type { RowKey } from '../../platform/db/queries.ts';
import type { HomeownerUpdate } from './homeowner-news.ts';
import type { Progress } from './news.ts';

interface ApplicationKey {
  contractorId: number;
  applicationId: number;
}

/** A reversal, with what it leaves of each payout that it takes from. */
export interface ReversedFunding extends ApplicationKey {
  offerId: number;
  reversalId: number;
  lenderName: string;
  amountCents: number;
  /** When it arrived. */
  at: Date;
  parts: readonly {
    /** The source of the payout's commission. */
    source: string;
    amountCents: number;
    /** All that was reversed of the payout, with this reversal. */
    reversedCents: number;
  }[];
}

declare module '../../platform/events.ts' {
  interface DomainEvents {
    /** A form was started with the code of a contractor's link, which may be invalid or old. */
    'application.started': ApplicationKey & { linkCode: string };
    /** The form was sent, or joined to the application in progress. */
    'application.submitted': ApplicationKey;
    /** A step that the contractor's users are notified of. */
    'application.progressed': Progress;
    /** Something that its homeowner is notified of. */
    'application.homeowner-news': HomeownerUpdate;
    /** Money of a funding went back to the lender. */
    'funding.reversed': ReversedFunding;
    /** Other domains remove their copies of these homeowners' data. */
    'applications.anonymized': { applications: readonly RowKey[]; now: Date };
  }
}
