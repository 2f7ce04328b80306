import { plainly } from './actions.ts';

const entities: Readonly<Record<string, string>> = {
  user: 'Account',
  w9: 'W-9 form',
  page: 'Co-branded page',
  'payout-method': 'Bank details of contractor',
  'email-message': 'E-mail',
  'email-event': 'E-mail event',
  'email-template': 'E-mail template',
  guarantee: 'Guarantee claim',
  'adverse-action': 'Notice',
  consents: 'Application',
  email: '',
  phone: '',
  text: 'Text message',
  'audit-log': '',
  accounting: '',
  applications: '',
  commissions: '',
  customers: '',
  documents: '',
  'company-data': 'Export',
};

/** The entity's label: `W-9 form 14`. */
export function auditEntityText(entity: string, entityId: string | null): string {
  const name = entities[entity] ?? plainly(entity);
  return [name, entityId ?? ''].filter(Boolean).join(' ');
}
