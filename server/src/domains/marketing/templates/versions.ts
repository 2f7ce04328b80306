import type { Database } from '../../../platform/db/connect.ts';
import { presentVersion, type Names } from './present.ts';
import { selectVersions, type Kind } from './repository.ts';
import { requireTemplate } from './service.ts';

export interface VersionDeps {
  db: Database;
  namesOf(db: Database, userIds: readonly number[]): Promise<Names>;
}

/** The states that a template has had, the newest first. Throws `not_found`. */
export async function versionsOf({ db, namesOf }: VersionDeps, kind: Kind, id: number) {
  const { version } = await requireTemplate(db, kind, id);
  const rows = await selectVersions(db, id);
  const savers = [...new Set(rows.map(({ savedBy }) => savedBy))].filter((saver) => saver !== null);
  const names = savers.length === 0 ? new Map<number, string>() : await namesOf(db, savers);
  return rows.map((row) => presentVersion(row, version, names));
}
