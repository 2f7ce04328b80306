import { useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { answerMinutes } from '@lintel/contract/lenders/constants';
import type { Lender } from '@lintel/contract/lenders/lender';
import { useEditForm, type Labels } from '../../lib/edit-form/use-edit-form.ts';
import { showToast } from '../../lib/toast.ts';
import { failureText } from '../../lib/failure.ts';
import { findLender, lendersKey, storeLender } from './requests.ts';

/** The form's values: numbers as text, ids as text. */
export type LenderValues = Omit<
  Lender,
  | 'id'
  | 'status'
  | 'reason'
  | 'pausedAt'
  | 'fromEnvironment'
  | 'position'
  | 'version'
  | 'health'
  | 'certificateExpiresAt'
  | 'minAmount'
  | 'maxAmount'
  | 'minApr'
  | 'maxApr'
  | 'answerMinutes'
  | 'commissionPercent'
  | 'terms'
  | 'planIds'
> &
  Record<
    'minAmount' | 'maxAmount' | 'minApr' | 'maxApr' | 'answerMinutes' | 'commissionPercent',
    string
  > &
  Record<'terms' | 'planIds', string[]>;

const blank: LenderValues = {
  name: '',
  legalName: '',
  nmlsId: '',
  website: '',
  phone: '',
  contactEmail: '',
  connection: 'webhook',
  url: '',
  networks: [],
  products: [],
  states: [],
  minAmount: '',
  maxAmount: '',
  creditBands: [],
  projects: [],
  terms: [],
  minApr: '',
  maxApr: '',
  planIds: [],
  allContractors: true,
  needsMerchantNumber: false,
  needs: [],
  isListed: true,
  mode: 'parallel',
  answerMinutes: String(answerMinutes.default),
  hours: null,
  commissionPercent: '',
};

const typed = (value: number | null): string => (value === null ? '' : String(value));

/** The form's first values; null is a new lender. */
function initialValues(lender: Lender | null): LenderValues {
  if (lender === null) return blank;
  const {
    id: _id,
    status: _status,
    reason: _reason,
    pausedAt: _pausedAt,
    fromEnvironment: _fromEnvironment,
    position: _position,
    version: _version,
    health: _health,
    certificateExpiresAt: _certificateExpiresAt,
    ...values
  } = lender;
  return {
    ...values,
    minAmount: typed(values.minAmount),
    maxAmount: typed(values.maxAmount),
    minApr: typed(values.minApr),
    maxApr: typed(values.maxApr),
    answerMinutes: String(values.answerMinutes),
    commissionPercent: typed(values.commissionPercent),
    terms: values.terms.map(String),
    planIds: values.planIds.map(String),
  };
}

const labels: Labels<LenderValues> = {
  name: m.common_name(),
  legalName: m.lenders_legalName(),
  nmlsId: m.lenders_nmlsId(),
  website: m.lenders_website(),
  phone: m.common_phone(),
  contactEmail: m.lenders_contactEmail(),
  connection: m.lenders_connection(),
  url: m.lenders_url(),
  networks: m.lenders_networks(),
  products: m.lenders_products(),
  states: m.lenders_states(),
  minAmount: m.lenders_minAmount(),
  maxAmount: m.lenders_maxAmount(),
  creditBands: m.lenders_creditBands(),
  projects: m.lenders_projects(),
  terms: m.lenders_terms(),
  minApr: m.lenders_minApr(),
  maxApr: m.lenders_maxApr(),
  planIds: m.lenders_plans(),
  allContractors: m.lenders_allContractors(),
  needsMerchantNumber: m.lenders_needsMerchantNumber(),
  needs: m.lenders_needs(),
  isListed: m.lenders_listed(),
  mode: m.lenders_mode(),
  answerMinutes: m.lenders_answerMinutes(),
  hours: m.lenders_hours(),
  commissionPercent: m.lenders_commission(),
};

interface Options {
  /** The edited lender; null adds one. */
  lender: Lender | null;
  onSaved(lender: Lender): void;
}

export function useLenderForm({ lender, onSaved }: Options) {
  const client = useQueryClient();
  return useEditForm({
    item: lender,
    toValues: initialValues,
    labels,
    isNested: true,
    rules: () => import('@lintel/contract/lenders/lender').then((module) => module.lenderForm),
    save: storeLender,
    find: findLender,
    onSaved: async ({ message, lender: saved }) => {
      showToast(message);
      await client.invalidateQueries({ queryKey: lendersKey });
      onSaved(saved);
    },
    onFailure: (error, isChoice) => {
      if (!isChoice) showToast(failureText(error, m.common_error_unexpected()), 'danger');
    },
    // A wrong entry of a list is the field's error.
    fieldFor: (name) => (name.startsWith('hours.') ? name : (name.split('.')[0] ?? name)),
  });
}
export type UsedLenderForm = ReturnType<typeof useLenderForm>;
