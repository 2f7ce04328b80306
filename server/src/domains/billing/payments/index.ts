export {
  type AttemptRow,
  findGatewayAttempt,
  findOpenAttempt,
  insertAttempt,
  ownsIntent,
  lastAttemptAt,
  readAttempt,
  selectOpenSince,
  updateAttempt,
} from './attempt-repository.ts';
export {
  type AttemptKind,
  afterFailure,
  isExhausted,
  wantsConfirmation,
  whatNext,
  whatNextUnconfirmed,
} from './dunning.ts';
export { selectChargeDisputes } from './dispute-repository.ts';
export { bookDispute } from './disputes.ts';
export { readBalance, bookEntries, bookEntry, chargeSource } from './ledger.ts';
export { selectPayments, type ListedPayment } from './list-repository.ts';
export { makeReceipt } from './receipt.ts';
export { lastDays, reconcile } from './reconcile.ts';
export {
  type RefundRow,
  findRefundByGatewayId,
  hasUnconfirmedRefund,
  insertRefund,
  selectUnanswered,
} from './refund-repository.ts';
export {
  bookRefund,
  carryOutRefund,
  openDuplicateRefund,
  queueRefund,
  refundPayment,
  settleRefund,
} from './refunds.ts';
export {
  type PaymentRow,
  type Standing,
  ensurePayment,
  findPayment,
  hasAttemptDue,
  ownsPayment,
  readPaidUntil,
  findPaymentContractor,
  readPayment,
  readStanding,
  reviveAnnounced,
  selectUnused,
  selectDuePayments,
  selectOwed,
  updatePayment,
  voidOpenPayments,
} from './repository.ts';
export { paymentRoutes, reconcileRoutes } from './routes.ts';
