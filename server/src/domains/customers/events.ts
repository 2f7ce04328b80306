/** A customer whose rows move to the one that stays. */
export interface MergedCustomers {
  contractorId: number;
  from: number;
  into: number;
}

declare module '../../platform/events.ts' {
  interface DomainEvents {
    'customers.merged': MergedCustomers;
  }
}
