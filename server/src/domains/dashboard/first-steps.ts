import { sql } from 'drizzle-orm';
import type { ResponseBody } from '@lintel/contract/core/endpoint';
import type { readFirstSteps as endpoint } from '@lintel/contract/dashboard';
import type { Database } from '../../platform/db/connect.ts';

/** A new contractor's progress, judged by what it has created. */
export async function readFirstSteps(
  db: Database,
  contractorId: number,
): Promise<ResponseBody<typeof endpoint>> {
  const { rows } = await db.execute<
    Record<'applied' | 'page' | 'logo' | 'link' | 'flyer', boolean>
  >(
    sql`select
      exists (select 1 from applications where contractor_id = ${contractorId} and completed_at is not null) applied,
      exists (select 1 from co_branded_pages where contractor_id = ${contractorId} and is_active) page,
      exists (select 1 from co_branded_pages where contractor_id = ${contractorId} and is_active and logo_key is not null) logo,
      exists (select 1 from sent_links where contractor_id = ${contractorId}) link,
      exists (select 1 from page_flyers where contractor_id = ${contractorId}) flyer`,
  );
  const [found] = rows;
  if (found === undefined) throw new Error('The steps were not read');
  const { applied, ...done } = found;
  return { isNew: !applied, done };
}
