import type { ContractorRow } from '@lintel/contract/contractors-manage';
import type { Rights } from './contractors-access.ts';

/** What can be done about a row, and what the session may do. */
export interface RowTools {
  rights: Rights;
  onSwitch(row: ContractorRow): void;
  onEdit(row: ContractorRow): void;
  onOpenW9(row: ContractorRow): void;
  onCreateAccount(row: ContractorRow): void;
  onSendConfirmation(row: ContractorRow): void;
}

/**
 * What a contractor is called where it must have a name: a lead may have come without a company.
 */
export const calledBy = ({
  companyName,
  fullName,
  email,
  id,
}: Pick<ContractorRow, 'companyName' | 'fullName' | 'email' | 'id'>): string =>
  companyName || fullName || email || `Contractor ${id}`;

/** An account is made once the contractor has paid. */
export const canCreateAccount = (
  { hasUser, paymentStatus }: ContractorRow,
  { accounts }: Rights,
): boolean => !hasUser && paymentStatus === 'Paid' && accounts;

/** The confirmation is sent again until the owner has followed it. */
export const canSendConfirmation = ({ hasUser, cpActivation }: ContractorRow): boolean =>
  hasUser && (cpActivation === '' || typeof cpActivation === 'object');

/** There is a form to look at, and somebody it belongs to. */
export const canOpenW9 = ({ hasUser, w9 }: ContractorRow, { taxForms }: Rights): boolean =>
  hasUser && w9.status !== 'Not found' && taxForms;
