export interface SucceededPayment {
  paymentId: number;
  contractorId: number;
  amountCents: number;
  /** When the gateway received the money. */
  at: Date;
}

/** A booked refund; the amount is positive. */
export interface RefundedPayment extends SucceededPayment {
  refundId: number;
}

/** A payment after a report about one of its disputes. */
export interface DisputedPayment {
  paymentId: number;
  contractorId: number;
  /** A dispute of the payment isn't decided yet. */
  isOpen: boolean;
  /** The total that disputes have finally taken from the payment, in cents. */
  lostCents: number;
  /** The gateway's id of the reported dispute. */
  reference: string;
  /** When the report was created at the gateway. */
  at: Date;
}

declare module '../../platform/events.ts' {
  interface DomainEvents {
    /** Once per payment; not for the second charge of a payment charged twice by accident. */
    'payment.succeeded': SucceededPayment;
    /** Once for each refund of an announced payment. */
    'payment.refunded': RefundedPayment;
    /** For each report about a dispute; may repeat the previous report. */
    'payment.disputed': DisputedPayment;
    /** For sign-ups without a payment. */
    'free-sign-up.finished': { contractorId: number };
  }
}
