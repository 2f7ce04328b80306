export interface FailingLender {
  lenderId: number;
  name: string;
  problem: string;
  since: Date;
}

export interface RecoveredLender {
  lenderId: number;
  name: string;
  /** When it started to fail. */
  since: Date;
}

declare module '../../platform/events.ts' {
  interface DomainEvents {
    /** A lender's calls fail, one after another. */
    'lender.failing': FailingLender;
    /** A failing lender answers again. */
    'lender.recovered': RecoveredLender;
  }
}
