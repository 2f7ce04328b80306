import * as contract from '@lintel/contract/core/settings';
import type { RequestPart } from '@lintel/contract/core/endpoint';
import type { Context } from '../context.ts';
import type { Database } from '../db/connect.ts';
import type { Caller } from '../http/caller.ts';
import { handle, type Route } from '../http/route.ts';
import { AppError, invalidField } from '../errors.ts';
import { findSetting, findSettingById, readLastEdit } from './store.ts';

type Name = (typeof contract.settingNames)[number];

/** The request body that changes a setting. */
export type SettingForm = RequestPart<typeof contract.updateSetting, 'body'>;

/**
 * Changes one named setting in the domain that owns it; returns the message for the caller. `id` is
 * the record's id, 0 for one that was never set.
 */
export type ChangeSetting = (caller: Caller, id: number, form: SettingForm) => Promise<string>;

/** The changeable settings, each with its owner's function. */
export type SettingChanges = Partial<Record<Name, ChangeSetting>>;

/** Reads any named setting, and passes a change to the domain that owns it. */
export const settingRoutes = (context: Context, changes: SettingChanges): Route[] => [
  handle(contract.readSetting, ({ query }) => readSetting(context, query.name)),
  handle(contract.updateSetting, async ({ params: { id }, body, caller }) => {
    const name = body.paramName ?? (await findNameById(context.db, id));
    const change = changes[name];
    if (change === undefined)
      throw invalidField('paramName', 'This setting cannot be changed here.');
    const message = await change(caller, id, body);
    return { message, setting: await readSetting(context, name) };
  }),
];

async function findNameById(db: Database, id: number): Promise<Name> {
  const row = await findSettingById(db, id);
  const name = contract.settingNames.find((known) => known === row?.name);
  if (name === undefined)
    throw row === undefined
      ? new AppError('not_found')
      : invalidField('paramName', 'This setting cannot be changed here.');
  return name;
}

/** A setting with its last author. */
async function readSetting(context: Context, name: Name): Promise<contract.Setting> {
  const row = await findSetting(context.db, name);
  const value = row?.value ?? '';
  return {
    paramId: row?.id ?? 0,
    paramName: name,
    paramVal: typeof value === 'string' ? value : JSON.stringify(value),
    userId: row?.userId ?? null,
    ...(await readLastEdit(context, context.db, row)),
  };
}
