import type { Access } from './access.ts';

/**
 * Where a call says an id: the name alone is a parameter of its path, the others are fields of its
 * query or body.
 */
export interface IdPlace {
  in: 'params' | 'query' | 'body';
  field: string;
}
type Said = string | IdPlace;

export const inQuery = (field: string): IdPlace => ({ in: 'query', field });
export const inBody = (field: string): IdPlace => ({ in: 'body', field });
const placeOf = (said: Said): IdPlace =>
  typeof said === 'string' ? { in: 'params', field: said } : said;

/** Rows that belong to somebody, with the type of their ids. The server has a finder for each. */
export interface OwnedIds {
  page: number;
  application: number;
  applicationNote: number;
  customer: number;
  /** A large export that the account that signed in has asked for. */
  applicationExport: string;
  /** A second customer that a call names. */
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
}
export type OwnedRow = keyof OwnedIds;

interface AtPlace<Kind extends string> {
  kind: Kind;
  at: IdPlace;
}
export interface ContractorRule extends AtPlace<'contractor'> {
  /** A caller who meets this access may name every contractor. */
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
 * Whose ids an endpoint takes. The rules are asked in their order, those for ids of the body after
 * all others, once the body is validated. What does not belong to the account that is looked at
 * does not exist for it: `not_found`. The handler receives what the rules found.
 */
export type Owner = OwnerRule | readonly OwnerRule[];
export const rulesOf = (owner: Owner | undefined): readonly OwnerRule[] =>
  owner === undefined ? [] : 'kind' in owner ? [owner] : owner;

/** The contractor whose account is looked at. Gives `contractorId`. */
export const contractorAt = (said: Said): ContractorRule => ({
  kind: 'contractor',
  at: placeOf(said),
});
/** The same, or any contractor for callers who meet `orWith`. */
export const contractorOrAnyWith = (said: Said, orWith: Access): ContractorRule => ({
  ...contractorAt(said),
  orWith,
});
/** The contractor whose account is looked at, where the id may be left out. Gives nothing. */
export const optionalContractorAt = (said: Said): OptionalContractorRule => ({
  kind: 'optional-contractor',
  at: placeOf(said),
});
/**
 * The call names no contractor: it is the one whose account is looked at. Staff who look at none
 * get `not_found`. Gives `contractorId`.
 */
export const ownContractor: OwnContractorRule = { kind: 'own-contractor' };

/** The account that is looked at; an id that may be left out means the same. Gives `user`. */
export const userAt = (said: Said): UserRule => ({ kind: 'user', at: placeOf(said) });
/** The account that is looked at or, while switched, the one that signed in. Gives `account`. */
export const accountAt = (said: Said): AccountRule => ({ kind: 'account', at: placeOf(said) });

const row =
  <const Row extends OwnedRow>(name: Row) =>
  (said: Said): RowRule<Row, false> => ({
    kind: 'row',
    row: name,
    isOptional: false,
    at: placeOf(said),
  });

/** A page of the contractor whose account is looked at. Gives `pageId`. */
export const pageAt = row('page');
/** The same where the id may be left out. */
export const optionalPageAt = (said: Said): RowRule<'page', true> => ({
  ...pageAt(said),
  isOptional: true,
});
/** One of the contractor's applications. Gives `applicationId`. */
export const applicationAt = row('application');
/** One of the contractor's customers, also one that another took the place of. Gives `customerId`. */
export const customerAt = row('customer');
/** The same where the id may be left out. */
export const optionalCustomerAt = (said: Said): RowRule<'customer', true> => ({
  ...customerAt(said),
  isOptional: true,
});
/** A large export of the contractor's applications, of who asked for it. Gives `applicationExportId`. */
export const applicationExportAt = row('applicationExport');
/** A second one of them. Gives `otherCustomerId`. */
export const otherCustomerAt = row('otherCustomer');
/** A file that brought customers. Gives `customerImportId`. */
export const customerImportAt = row('customerImport');
/** A note about one of the contractor's applications. Gives `applicationNoteId`. */
export const applicationNoteAt = row('applicationNote');
/** One of the contractor's payments. Gives `paymentId`. */
export const paymentAt = row('payment');
/** A charge at the payment provider that pays for the contractor. Gives `paymentIntentId`. */
export const paymentIntentAt = row('paymentIntent');
/** One of the contractor's team. Gives `teamUserId`. */
export const teamUserAt = row('teamUser');
/** A view of the contractors that the staff account has saved. Gives `contractorViewId`. */
export const contractorViewAt = row('contractorView');
/** A living session of the account that signed in. */
export const sessionAt = row('session');
/** A passkey of the account that is looked at. Gives `passkeyId`. */
export const passkeyAt = row('passkey');

/** One of the contractor's kept estimates and invoices. Gives `documentId`. */
export const documentAt = row('document');
/** One of the contractor's saved items. Gives `savedItemId`. */
export const savedItemAt = row('savedItem');
/** One of the links that the contractor has sent. Gives `sentLinkId`. */
export const sentLinkAt = row('sentLink');
/** A device on which the account that signed in has notifications. Gives `pushDeviceId`. */
export const pushDeviceAt = row('pushDevice');

/** An id of what all may name, beside ids that have an owner. */
export const sharedAt = (said: Said, why: string): SharedRule => ({
  kind: 'shared',
  at: placeOf(said),
  why,
});

/** Staff who are switched into the account are refused (`access_denied`). */
export const notSwitched = (message?: string): NotSwitchedRule => ({
  kind: 'not-switched',
  ...(message !== undefined && { message }),
});
/** Only a contractor's people on their own account; everybody else is refused (`access_denied`). */
export const ownPeople: OwnPeopleRule = { kind: 'own-people' };

/**
 * Only where the account that is looked at is the contractor's owner; team users are refused
 * (`access_denied`).
 */
export const contractorOwner: ContractorOwnerRule = { kind: 'contractor-owner' };

/** The ids have no owner, and why that is right. */
export const unowned = (why: string): UnownedRule => ({ kind: 'unowned', why });

/** Of the Manage area: access decides, and whoever has it may work on every contractor. */
export const anyContractor = unowned('Staff with this privilege work on every contractor.');
/** Templates, plans, training and settings: they belong to the portal, not to a contractor. */
export const ofPortal = unowned('It belongs to the portal itself; access alone decides.');
/** The token in the call is known to nobody else. */
export const bySecret = unowned('The secret in the call decides.');
/** A visitor may name it, as it stands on a public page. */
export const publicId = unowned('It is public.');
