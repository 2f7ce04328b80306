import type {
  accountOf,
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
      accountOf: typeof accountOf;
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
  }
}
