import type { Customer, ListedCustomer, Namesake } from '@lintel/contract/customers/customer';
import type { Database } from '../../platform/db/connect.ts';
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

export async function presentCustomer(db: Database, row: CustomerRow): Promise<Customer> {
  const names = row.createdBy === null ? null : await fullNames(db, [row.createdBy]);
  return {
    ...presentRow(row),
    notes: row.notes,
    origin: row.origin,
    createdBy: names?.get(row.createdBy ?? 0) ?? '',
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}
