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

export interface ExpiringCertificate {
  lenderId: number;
  name: string;
  expiresAt: Date;
}

declare module '../../platform/events.ts' {
  interface DomainEvents {
    /** A lender's calls fail, one after another. */
    'lender.failing': FailingLender;
    /** A failing lender answers again. */
    'lender.recovered': RecoveredLender;
    /** A lender's newest client certificate expires within 30 days. */
    'lender.certificate-expiring': ExpiringCertificate;
  }
}
