import type { z } from 'zod';
import { keysOf } from '@lintel/contract/core/map-values';
import { logoRule, type pageForm } from '@lintel/contract/pages/page';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/db/connect.ts';
import { unlessTaken } from '../../platform/db/failures.ts';
import { AppError } from '../../platform/errors.ts';
import type { ReceivedFile } from '../../platform/http/multipart.ts';
import { contractorPlan } from '../contractors/index.ts';
import { decideSwitches, maySetConcierge, requireMayCreate, requireMayHold } from './policy.ts';
import {
  countPages,
  heldNames,
  insertFile,
  insertPage,
  lockPage,
  lockPages,
  setActive,
  updatePage,
  type PageRow,
  type PageValues,
} from './repository.ts';
import { storeLogo, type StoredLogo } from '../../platform/images/reencode.ts';

interface PageRequest {
  caller: Caller;
  contractorId: number;
  form: z.output<typeof pageForm>;
  logo: ReceivedFile | undefined;
}

/**
 * Creates a page and returns its id. Throws `access_denied`, `page_name_taken`, or field errors.
 */
export async function createPage(
  context: Pick<Context, 'db' | 'clock' | 'files' | 'helpers'>,
  request: PageRequest,
): Promise<number> {
  const { caller, contractorId } = request;
  const logo = await storeLogo(context, request.logo, {
    field: 'logo',
    message: logoRule.messages.type,
  });
  return namesStayUnique(() =>
    context.db.transaction(async (tx) => {
      await lockPages(tx, contractorId);
      requireMayCreate(caller, await countPages(tx, contractorId));
      const values = await pageValues(tx, request, null, logo);
      await storeFile(tx, context.clock, contractorId, logo);
      const id = await insertPage(tx, contractorId, values, context.clock.now());
      await recordAudit(tx, context.clock, caller, {
        action: 'page.created',
        entity: 'page',
        entityId: id,
        contractorId,
        details: values,
      });
      return id;
    }),
  );
}

/**
 * Changes a page. Throws `not_found`, `conflict` when it changed since, `page_name_taken`, or field
 * errors.
 */
export async function changePage(
  context: Context,
  request: PageRequest & { pageId: number; version: number | undefined },
): Promise<void> {
  const { caller, contractorId, pageId, version } = request;
  const logo = await storeLogo(context, request.logo, {
    field: 'logo',
    message: logoRule.messages.type,
  });
  await namesStayUnique(() =>
    context.db.transaction(async (tx) => {
      const stored = await lockPage(tx, contractorId, pageId);
      if (stored === undefined) throw new AppError('not_found');
      if (version !== undefined && version !== stored.version)
        throw changedMeanwhile(stored, request.form);
      const values = await pageValues(tx, request, stored, logo);
      if (values.pageName !== stored.pageName) {
        const held = await heldNames(tx, contractorId, values.pageName);
        requireMayHold(caller, held, await countPages(tx, contractorId));
      }
      await storeFile(tx, context.clock, contractorId, logo);
      await updatePage(tx, stored, values, context.clock.now());
      const details = changesBetween(stored, values);
      await recordAudit(tx, context.clock, caller, {
        action: 'page.updated',
        entity: 'page',
        entityId: pageId,
        contractorId,
        details,
      });
    }),
  );
}

/**
 * Closes a page to visitors, or reopens it; does nothing if already in that state. Throws
 * `not_found`.
 */
export async function setPageActive(
  { db, clock }: Context,
  request: { caller: Caller; contractorId: number; pageId: number; isActive: boolean },
): Promise<void> {
  const { caller, contractorId, pageId, isActive } = request;
  await db.transaction(async (tx) => {
    const stored = await lockPage(tx, contractorId, pageId);
    if (stored === undefined) throw new AppError('not_found');
    if (stored.isActive === isActive) return;
    await setActive(tx, stored, isActive, clock.now());
    await recordAudit(tx, clock, caller, {
      action: isActive ? 'page.reopened' : 'page.closed',
      entity: 'page',
      entityId: pageId,
      contractorId,
      details: { pageName: stored.pageName },
    });
  });
}

async function pageValues(
  db: Database,
  request: PageRequest,
  stored: PageRow | null,
  logo: StoredLogo | null,
): Promise<PageValues> {
  const { form, caller, contractorId } = request;
  const { plan } = await contractorPlan(db, contractorId);
  const switches = decideSwitches(form.params, {
    plan,
    stored,
    maySetConcierge: maySetConcierge(caller),
  });
  const { companyName, title, logoLinkUrl, ccAcceptance } = form.params;
  const keptLogo = form.removeLogo === '1' ? null : (stored?.logoKey ?? null);
  return {
    pageName: form.pageName,
    companyName,
    title,
    logoLinkUrl,
    ccAcceptance,
    ...switches,
    logoKey: logo?.key ?? keptLogo,
  };
}

async function storeFile(
  db: Database,
  clock: Clock,
  contractorId: number,
  logo: StoredLogo | null,
): Promise<void> {
  if (logo === null) return;
  await insertFile(db, {
    ...logo,
    contentType: 'image/png',
    isPublic: true,
    contractorId,
    createdAt: clock.now(),
  });
}

/** The conflict error, with the fields whose stored value differs from the one sent. */
function changedMeanwhile(stored: PageRow, { pageName, params }: PageRequest['form']): AppError {
  const sent = { pageName, ...params };
  const differing = keysOf(sent).filter((field) => stored[field] !== sent[field]);
  const message = 'Someone else changed this page.';
  return new AppError('conflict', {
    message:
      differing.length === 0 ? message : `${message} Fields that differ: ${differing.join(', ')}.`,
  });
}

/** Old and new value of each changed field, for the audit log. */
function changesBetween(stored: PageRow, values: PageValues): Record<string, unknown> {
  const fields = keysOf(values);
  return Object.fromEntries(
    fields
      .filter((field) => stored[field] !== values[field])
      .map((field) => [field, { from: stored[field], to: values[field] }]),
  );
}

/**
 * The database decides who gets a name, including former ones; the later request gets a field
 * error.
 */
function namesStayUnique<Result>(save: () => Promise<Result>): Promise<Result> {
  const message = 'This page name is already used. Please choose another one.';
  return unlessTaken(
    'page_name',
    () => new AppError('page_name_taken', { message, fields: { pageName: message } }),
    save,
  );
}
