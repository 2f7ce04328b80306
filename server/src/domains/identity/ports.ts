import type { Handover, Holdings } from '@lintel/contract/identity/leaving';
import type { Database } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/http/caller.ts';
import type {
  findAccount,
  applicationContacts,
  deviceWords,
  fullNames,
  isEmailUsed,
  KnownApp,
  knownCodes,
  livingSessions,
} from './index.ts';

declare module '../../platform/context.ts' {
  interface Context {
    /** Authenticator apps of demo accounts, whose codes the outbox shows. */
    knownApps?: readonly KnownApp[] | undefined;
    /** Accounts, for the domains that identity itself depends on. */
    accounts: {
      accountOf: typeof findAccount;
      /** Full names by account id. */
      namesOf: typeof fullNames;
      /** A contractor's users who receive notifications. */
      contactsOf: typeof applicationContacts;
      livingSessions: typeof livingSessions;
      deviceWords: typeof deviceWords;
      isEmailUsed: typeof isEmailUsed;
      /** Current codes of `knownApps`. */
      knownCodes: typeof knownCodes;
    };
    /** Records of other domains that belong to staff members. */
    staffRecords: {
      heldBy(db: Database, email: string): Promise<Holdings>;
      /**
       * Reassigns the records of a leaving staff member and returns what was handed over, for the
       * audit log. Throws a field error when no recipient was chosen.
       */
      handOver(
        tx: Database,
        context: Context,
        caller: Caller,
        leaver: Handover & { email: string },
      ): Promise<Record<string, unknown>>;
    };
  }
}
