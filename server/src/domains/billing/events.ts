/** A payment that was booked. */
export interface SucceededPayment {
  paymentId: number;
  contractorId: number;
  amountCents: number;
  /** When the gateway took the money. */
  at: Date;
}

/** A refund that was booked; the amount is positive. */
export interface RefundedPayment extends SucceededPayment {
  refundId: number;
}

/** A payment after a report about one of its disputes. */
export interface DisputedPayment {
  paymentId: number;
  contractorId: number;
  /** A dispute of the payment isn't decided yet. */
  isOpen: boolean;
  /** What disputes have taken of the payment for good, in cents. */
  lostCents: number;
  /** The gateway's id of the dispute that was reported. */
  reference: string;
  /** When the report happened at the gateway. */
  at: Date;
}

declare module '../../platform/events.ts' {
  interface DomainEvents {
    /** Once for each payment; the second charge of one that was charged twice by accident is none. */
    'payment.succeeded': SucceededPayment;
    /** Once for each refund of a payment that was announced. */
    'payment.refunded': RefundedPayment;
    /** For each report about a dispute: it may say the same as the one before. */
    'payment.disputed': DisputedPayment;
  }
}
