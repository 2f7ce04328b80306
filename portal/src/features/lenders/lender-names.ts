import * as m from '#messages';
import type {
  ApplicantDetail,
  ConnectionKind,
  LenderStatus,
} from '@lintel/contract/lenders/constants';
import type { Tone } from '../../theme.ts';

export const statusNames: Record<LenderStatus, string> = {
  active: m.lenders_status_active(),
  paused: m.lenders_status_paused(),
  failing: m.lenders_status_failing(),
  archived: m.common_archived(),
};
export const statusTones: Record<LenderStatus, Tone> = {
  active: 'green',
  paused: 'amber',
  failing: 'red',
  archived: 'grey',
};
export const connectionLabels: Record<ConnectionKind, string> = {
  webhook: m.lenders_connection_webhook(),
  desk: m.lenders_connection_desk(),
  sandbox: m.lenders_connection_sandbox(),
};
export const detailLabels: Record<ApplicantDetail, string> = {
  street: m.lenders_detail_street(),
  zip: m.lenders_detail_zip(),
  dateOfBirth: m.lenders_detail_dateOfBirth(),
  annualIncome: m.lenders_detail_annualIncome(),
  housing: m.lenders_detail_housing(),
  employment: m.lenders_detail_employment(),
  ssnLast4: m.lenders_detail_ssnLast4(),
};
