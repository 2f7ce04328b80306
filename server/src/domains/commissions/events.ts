/** Contractors with commissions that were reversed, put on hold, or released. */
export interface ReversedCommissions {
  contractorIds: readonly number[];
}

declare module '../../platform/events.ts' {
  interface DomainEvents {
    'commissions.reversed': ReversedCommissions;
  }
}
