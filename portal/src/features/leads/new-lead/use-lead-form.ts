import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '@lintel/contract/core/endpoint';
import type { createLead as contract } from '@lintel/contract/leads/lead';
import type { ProgramValue } from '@lintel/contract/leads/constants';
import { ApiError } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useContractForm } from '../../../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { notifyFailure } from '../../../lib/failure.ts';
import { contractorsKey } from '../../contractors/index.ts';
import type { LeadChoices } from './lead-choices.ts';

export type LeadAnswer = Answer<typeof contract>;

/** Creates a lead. A lead that already exists is answered with `error`. */
const createLead = call<typeof contract>(
  { method: 'POST', path: '/manage/lead', encoding: 'form' },
  { handles: [500] },
);

const collapsed = (text: string): string => text.trim().replace(/\s+/g, ' ');

type LineName = 'firstName' | 'lastName' | 'email' | 'companyName';
type ChoiceName = 'leadSource' | 'leadFirstTouch' | 'owner';

interface LeadValues extends Record<LineName | ChoiceName | 'phone' | 'partner', string> {
  program: ProgramValue;
  isAssignOwner: boolean;
}

const blank: LeadValues = {
  firstName: '',
  lastName: '',
  phone: '',
  email: '',
  companyName: '',
  leadSource: '',
  leadFirstTouch: '',
  program: '0',
  partner: '',
  isAssignOwner: false,
  owner: '',
};

const fields: Record<string, string> = {
  partnerId: 'partner',
  referralId: 'partner',
  ownerId: 'owner',
};

/**
 * The request body: each program has its own partner field, and the owner is left out when the
 * distribution assigns one.
 */
function toBody({ program, partner, owner, isAssignOwner, ...lead }: LeadValues) {
  return {
    ...lead,
    isAssignOwner,
    ...(program === '1' && { partnerId: Number(partner) }),
    ...(program === '2' && { referralId: Number(partner) }),
    ...(!isAssignOwner && { ownerId: owner === '' ? (0 as const) : Number(owner) }),
  };
}

/** Shows a server error for five seconds. */
function notifyLeadFailure(error: unknown): void {
  const broken = error instanceof ApiError && error.status === 500;
  if (broken) showToast(error.foreignMessage || error.message, 'danger', toastLife.long);
  else notifyFailure(error);
}

/** Creates a lead; `known` is the server's answer about an existing one. */
function useLeadCreation(onCreated: () => void) {
  const client = useQueryClient();
  const [duplicate, setDuplicate] = useState<LeadAnswer | null>(null);
  const create = async (sent: LeadValues): Promise<void> => {
    const answer = await createLead({ body: toBody(sent) });
    if (answer.error !== undefined) {
      setDuplicate(answer);
      return;
    }
    showToast(answer.message, 'success', toastLife.long);
    void client.invalidateQueries({ queryKey: contractorsKey });
    onCreated();
  };
  return { create, duplicate, clearDuplicate: () => setDuplicate(null) };
}

/** State of the new lead form; `known` is the server's answer about an existing lead. */
export function useLeadForm({ choices, onCreated }: { choices: LeadChoices; onCreated(): void }) {
  const { create, duplicate, clearDuplicate } = useLeadCreation(onCreated);
  const used = useContractForm({
    initial: { ...blank, owner: choices.owner },
    rules: () => import('@lintel/contract/leads/lead').then((module) => module.leadForm),
    onSubmit: (sent) => create(sent),
    onFailure: notifyLeadFailure,
    fieldFor: (name) => fields[name] ?? name,
  });
  const line = (name: LineName) => {
    const given = used.field(name);
    const leave = (): void => {
      if (collapsed(used.values[name]) !== used.values[name])
        used.setValue(name, collapsed(used.values[name]));
      given.onBlur();
    };
    return { ...given, onBlur: leave };
  };
  /** Props for a select, whose value is null when nothing is chosen. */
  const choice = (name: ChoiceName) => ({
    name,
    value: used.values[name] || null,
    onChange: (value: string | null) => used.setValue(name, value ?? ''),
    onBlur: used.field(name).onBlur,
    error: used.errors[name],
    'aria-invalid': used.errors[name] !== undefined,
  });
  const chooseProgram = (program: ProgramValue): void => {
    used.setValue('program', program);
    used.setValue('partner', '');
  };
  const dirty = JSON.stringify(used.values) !== JSON.stringify({ ...blank, owner: choices.owner });
  return {
    ...used,
    line,
    choice,
    chooseProgram,
    duplicate,
    clearDuplicate,
    dirty,
  };
}
export type LeadForm = ReturnType<typeof useLeadForm>;
