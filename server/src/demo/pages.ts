import { loadSharp } from '../platform/lazy-packages.ts';
import { findAccount } from '../domains/identity/index.ts';
import { createPage } from '../domains/pages/index.ts';
import type { Context } from '../platform/context.ts';
import type { Caller } from '../platform/http/caller.ts';
import { demoContractors, demoPages } from './people.ts';

/** A roof over a wall, in the contractor's color. */
const drawLogo = async (color: string): Promise<Buffer> =>
  (await loadSharp())(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="480" height="240" viewBox="0 0 96 48">
      <path d="M8 28 48 6l40 22h-9L48 12 17 28z" fill="${color}"/><path d="M22 30h52v12H22z" fill="${color}" opacity=".25"/>
      <path d="M43 32h10v10H43z" fill="${color}"/></svg>`),
  )
    .png()
    .toBuffer();

/** Creates the pages as staff switched into each contractor. */
export async function seedPages(
  context: Pick<Context, 'db' | 'clock' | 'files' | 'helpers'>,
): Promise<void> {
  const admin = await findAccount(context.db, 1);
  for (const { contractorId, pageName, mark, ...params } of demoPages) {
    const ownerId = demoContractors.find(({ id }) => id === contractorId)?.owner.id ?? 0;
    const owner = await findAccount(context.db, ownerId);
    if (admin === null || owner === null) throw new Error('The demonstration accounts are missing');
    const caller: Caller = {
      sessionId: '',
      authenticated: admin,
      user: owner,
      switched: true,
      switchedInto: owner.id,
      address: null,
      provenAt: null,
      needsFactor: false,
    };
    const logo =
      mark === null ? undefined : { name: `${pageName}.png`, bytes: await drawLogo(mark) };
    const form = {
      pageName,
      params: { ...params, logoLinkUrl: '', concierge: false },
      removeLogo: '0' as const,
    };
    await createPage(context, { caller, contractorId, form, logo });
  }
}
