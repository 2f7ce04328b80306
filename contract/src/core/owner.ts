import type { Access } from './access.ts';

/**
 * Where a call names an id: a plain name is a path parameter; the others are fields of the query or
 * body.
 */
export interface IdPlace {
  in: 'params' | 'query' | 'body';
  field: string;
}
type IdSource = string | IdPlace;

export const inQuery = (field: string): IdPlace => ({ in: 'query', field });
export const inBody = (field: string): IdPlace => ({ in: 'body', field });
const toIdPlace = (source: IdSource): IdPlace =>
  typeof source === 'string' ? { in: 'params', field: source } : source;

/** Rows with an owner, and the types of their ids. The server has a finder for each. */
export interface OwnedIds {
  page: number;
  application: number;
  applicationNote: number;
  customer: number;
  /** A large export that the signed-in account started. */
  applicationExport: string;
  /** A second customer in the same call. */
  otherCustomer: number;
  customerImport: number;
  payment: number;
  /** The payment provider's id of a charge. */
  paymentIntent: string;
  teamUser: number;
  contractorView: number;
  session: string;
  passkey: number;
  document: number;
  savedItem: number;
  sentLink: number;
  pushDevice: number;
  /** An application that the caller's lender got, by its reference. */
  lenderApplication: string;
}
export type OwnedRow = keyof OwnedIds;

interface AtPlace<Kind extends string> {
  kind: Kind;
  at: IdPlace;
}
export interface ContractorRule extends AtPlace<'contractor'> {
  /** Callers with this access may name any contractor. */
  orWith?: Access;
}
type OptionalContractorRule = AtPlace<'optional-contractor'>;
export interface OwnContractorRule {
  kind: 'own-contractor';
}
export type UserRule = AtPlace<'user'>;
export type AccountRule = AtPlace<'account'>;
export interface RowRule<
  Row extends OwnedRow = OwnedRow,
  Optional extends boolean = boolean,
> extends AtPlace<'row'> {
  row: Row;
  isOptional: Optional;
}
interface SharedRule extends AtPlace<'shared'> {
  why: string;
}
interface NotSwitchedRule {
  kind: 'not-switched';
  message?: string;
}
interface OwnPeopleRule {
  kind: 'own-people';
}
interface ContractorOwnerRule {
  kind: 'contractor-owner';
}
interface UnownedRule {
  kind: 'unowned';
  why: string;
}
export type OwnerRule =
  | ContractorRule
  | OptionalContractorRule
  | OwnContractorRule
  | UserRule
  | AccountRule
  | RowRule
  | SharedRule
  | NotSwitchedRule
  | OwnPeopleRule
  | ContractorOwnerRule
  | UnownedRule;

/**
 * The owner rules of an endpoint's ids. They run in order, and rules for ids in the body run last,
 * after validation. Rows that don't belong to the account being viewed return `not_found`. The
 * handler receives what the rules found.
 */
export type Owner = OwnerRule | readonly OwnerRule[];
export const ownerRules = (owner: Owner | undefined): readonly OwnerRule[] =>
  owner === undefined ? [] : 'kind' in owner ? [owner] : owner;

/** The contractor whose account is being viewed. Provides `contractorId`. */
export const contractorAt = (source: IdSource): ContractorRule => ({
  kind: 'contractor',
  at: toIdPlace(source),
});
/** `contractorAt`, or any contractor for callers who meet `orWith`. */
export const contractorOrAnyWith = (source: IdSource, orWith: Access): ContractorRule => ({
  ...contractorAt(source),
  orWith,
});
/** The contractor whose account is being viewed; the id is optional. Provides nothing. */
export const optionalContractorAt = (source: IdSource): OptionalContractorRule => ({
  kind: 'optional-contractor',
  at: toIdPlace(source),
});
/**
 * The call names no contractor: the account being viewed decides. Staff who aren't viewing one get
 * `not_found`. Provides `contractorId`.
 */
export const ownContractor: OwnContractorRule = { kind: 'own-contractor' };

/** The account being viewed, also when the optional id is left out. Provides `user`. */
export const userAt = (source: IdSource): UserRule => ({ kind: 'user', at: toIdPlace(source) });
/** The account being viewed or, while switched, the signed-in account. Provides `account`. */
export const accountAt = (source: IdSource): AccountRule => ({
  kind: 'account',
  at: toIdPlace(source),
});

const row =
  <const Row extends OwnedRow>(name: Row) =>
  (source: IdSource): RowRule<Row, false> => ({
    kind: 'row',
    row: name,
    isOptional: false,
    at: toIdPlace(source),
  });

/** A page of the contractor whose account is being viewed. Provides `pageId`. */
export const pageAt = row('page');
/** `pageAt` with an optional id. */
export const optionalPageAt = (source: IdSource): RowRule<'page', true> => ({
  ...pageAt(source),
  isOptional: true,
});
/** One of the contractor's applications. Provides `applicationId`. */
export const applicationAt = row('application');
/** One of the contractor's customers, including merged ones. Provides `customerId`. */
export const customerAt = row('customer');
/** `customerAt` with an optional id. */
export const optionalCustomerAt = (source: IdSource): RowRule<'customer', true> => ({
  ...customerAt(source),
  isOptional: true,
});
/**
 * A large export of the contractor's applications, only for the account that started it. Provides
 * `applicationExportId`.
 */
export const applicationExportAt = row('applicationExport');
/** A second customer of the contractor. Provides `otherCustomerId`. */
export const otherCustomerAt = row('otherCustomer');
/** A file of imported customers. Provides `customerImportId`. */
export const customerImportAt = row('customerImport');
/** A note about one of the contractor's applications. Provides `applicationNoteId`. */
export const applicationNoteAt = row('applicationNote');
/** One of the contractor's payments. Provides `paymentId`. */
export const paymentAt = row('payment');
/** A charge at the payment provider that pays for the contractor. Provides `paymentIntentId`. */
export const paymentIntentAt = row('paymentIntent');
/** A member of the contractor's team. Provides `teamUserId`. */
export const teamUserAt = row('teamUser');
/** A saved contractors view of the staff account. Provides `contractorViewId`. */
export const contractorViewAt = row('contractorView');
/** An active session of the signed-in account. */
export const sessionAt = row('session');
/** A passkey of the account being viewed. Provides `passkeyId`. */
export const passkeyAt = row('passkey');

/** One of the contractor's saved estimates and invoices. Provides `documentId`. */
export const documentAt = row('document');
/** One of the contractor's saved items. Provides `savedItemId`. */
export const savedItemAt = row('savedItem');
/** One of the contractor's sent links. Provides `sentLinkId`. */
export const sentLinkAt = row('sentLink');
/** A device with push notifications for the signed-in account. Provides `pushDeviceId`. */
export const pushDeviceAt = row('pushDevice');

/** An application that the caller's lender got. Provides `lenderApplicationId`. */
export const lenderApplicationAt = row('lenderApplication');

/** An id that anyone may name, in a call that also has ids with owners. */
export const sharedAt = (source: IdSource, why: string): SharedRule => ({
  kind: 'shared',
  at: toIdPlace(source),
  why,
});

/** Rejects staff who are switched into the account (`access_denied`). */
export const notSwitched = (message?: string): NotSwitchedRule => ({
  kind: 'not-switched',
  ...(message !== undefined && { message }),
});
/** Only a contractor's people on their own account; others get `access_denied`. */
export const ownPeople: OwnPeopleRule = { kind: 'own-people' };

/** Only the contractor's owner as the account being viewed; team users get `access_denied`. */
export const contractorOwner: ContractorOwnerRule = { kind: 'contractor-owner' };

/** The ids have no owner; `why` is the reason. */
export const unowned = (why: string): UnownedRule => ({ kind: 'unowned', why });

/** In the Manage area, access decides: staff with the privilege may work on every contractor. */
export const anyContractor = unowned('Staff with this privilege work on every contractor.');
/** Templates, plans, training, and settings belong to the portal, not to a contractor. */
export const portalOwned = unowned('It belongs to the portal itself; access alone decides.');
/** The token in the call is secret. */
export const bySecret = unowned('The secret in the call decides.');
/** Visitors may name it, because it appears on a public page. */
export const publicId = unowned('It is public.');
