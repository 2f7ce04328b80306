import * as m from '#messages';
import type { DeskOfferState, DeskStatus } from '@lintel/contract/lender-desk/constants';
import type { Tone } from '../../../theme.ts';

export const deskTones: Record<DeskStatus, Tone> = {
  new: 'blue',
  overdue: 'red',
  offered: 'grey',
  lapsed: 'amber',
  chosen: 'blue',
  requested: 'grey',
  received: 'blue',
  conditional: 'amber',
  approved: 'green',
  funded: 'green',
  reversed: 'red',
  declined: 'grey',
  withdrawn: 'grey',
};

export const offerStateNames: Record<DeskOfferState, string> = {
  open: m.lenders_desk_offer_open(),
  chosen: m.lenders_desk_offer_chosen(),
  conditional: m.lenders_desk_offer_conditional(),
  approved: m.lenders_approved(),
  funded: m.lenders_funded(),
  reversed: m.lenders_desk_offer_reversed(),
  expired: m.lenders_desk_offer_expired(),
  withdrawn: m.lenders_desk_offer_withdrawn(),
  replaced: m.lenders_desk_offer_replaced(),
};
export const offerStateTones: Record<DeskOfferState, Tone> = {
  open: 'grey',
  chosen: 'blue',
  conditional: 'amber',
  approved: 'green',
  funded: 'green',
  reversed: 'red',
  expired: 'grey',
  withdrawn: 'grey',
  replaced: 'grey',
};
