export {
  findAttemptOf,
  findOpenAttempt,
  insertAttempt,
  lastAttemptAt,
  readAttempt,
  isIntentOf,
  selectOpenSince,
  updateAttempt,
  type AttemptRow,
} from './attempt-repository.ts';
export {
  afterFailure,
  isExhausted,
  wantsConfirmation,
  whatNext,
  whatNextUnconfirmed,
  type AttemptKind,
} from './dunning.ts';
export { balanceOf, bookEntries, bookEntry, chargeSource } from './ledger.ts';
export { reconcileRoutes } from './reconcile-routes.ts';
export { lastDays, reconcile } from './reconcile.ts';
export {
  findRefundByGatewayId,
  hasUnconfirmedRefund,
  insertRefund,
  selectUnanswered,
  type RefundRow,
} from './refund-repository.ts';
export {
  bookRefund,
  carryOutRefund,
  openDuplicateRefund,
  refundPayment,
  settleRefund,
} from './refunds.ts';
export {
  ensurePayment,
  findPayment,
  hasAttemptDue,
  isPaymentOf,
  readPaidUntil,
  readPayment,
  readStanding,
  reviveAnnounced,
  selectOwed,
  selectDuePayments,
  updatePayment,
  voidOpenPayments,
  type PaymentRow,
  type Standing,
} from './repository.ts';
export { paymentRoutes } from './routes.ts';
