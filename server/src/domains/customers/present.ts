import type { Customer, ListedCustomer, Namesake } from '@lintel/contract/customers/customer';
import type { SharedSection } from '@lintel/contract/core/sections';
import type { Database } from '../../platform/db/connect.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { resolveSections, type Sections } from '../../platform/http/sections.ts';
import { fullNames } from '../identity/index.ts';
import type { CustomerRow } from './repository.ts';

export const presentRow = (row: CustomerRow): ListedCustomer => ({
  id: row.id,
  name: row.name,
  phone: row.phone,
  email: row.email,
  street: row.street,
  city: row.city,
  state: row.state,
  zip: row.zip,
  tags: row.tags,
  createdAt: row.createdAt.toISOString(),
  activeAt: row.activeAt.toISOString(),
  isArchived: row.archivedAt !== null,
});

export const presentNamesake = ({ id, name, phone, email, city }: CustomerRow): Namesake => ({
  id,
  name,
  phone,
  email,
  city,
});

/** Origins that require a section other than Customers. */
const originSections: Partial<Record<CustomerRow['origin'], SharedSection>> = {
  application: 'applications',
  document: 'documents',
};

/** How a customer was added; null when `seen` lacks the section for it. */
export function originSeen(
  { origin }: Pick<CustomerRow, 'origin'>,
  seen: Sections,
): CustomerRow['origin'] | null {
  const section = originSections[origin];
  return section === undefined || seen[section] ? origin : null;
}

export async function presentCustomer(
  db: Database,
  caller: Caller,
  row: CustomerRow,
): Promise<Customer> {
  const names = row.createdBy === null ? null : await fullNames(db, [row.createdBy]);
  return {
    ...presentRow(row),
    notes: row.notes,
    origin: originSeen(row, resolveSections(caller)),
    createdBy: names?.get(row.createdBy ?? 0) ?? '',
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}
