import { useState } from 'react';
import { Button, Group } from '@mantine/core';
import * as m from '#messages';
import { offerKindLabels } from '@lintel/contract/applications/constants';
import type { DeskApplication, DeskOffer } from '@lintel/contract/lender-desk/applications';
import { openDialog } from '../../../lib/dialog.ts';
import { formatMoment } from '../../../lib/format-moment.ts';
import { formatMoney } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { offerStateNames, offerStateTones } from './desk-names.ts';
import { OfferModal } from './offer-modal.tsx';
import { deskKey, sendAction } from './requests.ts';
import classes from '../lenders.module.css';

/** The lender's own offers, the latest first. */
export function OffersCard({ application }: { application: DeskApplication }) {
  const [replaced, setReplaced] = useState<DeskOffer | null>(null);
  const offers = application.offers.toSorted((a, b) => b.receivedAt.localeCompare(a.receivedAt));
  return (
    <Card title={m.lenders_desk_offers()}>
      {offers.length === 0 && <p className={classes.quiet}>{m.lenders_desk_offers_none()}</p>}
      <ul className={classes.entries}>
        {offers.map((offer) => (
          <li key={offer.reference}>
            <Offer offer={offer} application={application} onReplace={() => setReplaced(offer)} />
          </li>
        ))}
      </ul>
      {replaced && (
        <OfferModal
          application={application}
          replaced={replaced}
          onClose={() => setReplaced(null)}
        />
      )}
    </Card>
  );
}

const percent = (value: number): string => `${value}%`;

function Offer({
  offer,
  application: { reference, seen, may },
  onReplace,
}: {
  offer: DeskOffer;
  application: DeskApplication;
  onReplace(): void;
}) {
  const { state, amount, kind } = offer;
  const withdrawing = useAction({
    ask: () =>
      openDialog({
        title: m.lenders_desk_offer_withdrawTitle(),
        text: m.lenders_desk_offer_withdrawText(),
        confirm: m.lenders_desk_offer_withdraw(),
        cancel: m.common_cancel(),
        tone: 'warning',
      }),
    call: () =>
      sendAction({
        params: { reference },
        body: { type: 'withdraw-offer', offer: offer.reference, seen },
      }),
    successToast: ({ message }) => message,
    refresh: [deskKey],
    refreshAlways: true,
  });
  const isOpen = state === 'open';
  const mayReplace = may.offer && (isOpen || state === 'chosen' || state === 'conditional');
  const facts: (readonly [string, string | null])[] = [
    [m.lenders_desk_offer_term(), offer.termMonths === null ? null : String(offer.termMonths)],
    [m.lenders_desk_offer_apr(), offer.apr === null ? null : percent(offer.apr)],
    [
      m.lenders_desk_offer_payment(),
      offer.monthlyPayment === null ? null : formatMoney(offer.monthlyPayment),
    ],
    [m.lenders_desk_offer_fees(), offer.fees === null ? null : formatMoney(offer.fees)],
    [
      m.lenders_desk_offer_dealerFee(),
      offer.dealerFee === null ? null : formatMoney(offer.dealerFee),
    ],
    [
      m.lenders_desk_offer_expires(),
      offer.expiresAt === null ? null : formatMoment(offer.expiresAt),
    ],
    [m.lenders_desk_conditions(), offer.conditions.join('; ') || null],
    [m.lenders_funded(), offer.funded === null ? null : formatMoney(offer.funded)],
  ];
  return (
    <>
      <Group gap="sm" justify="space-between" mb="xs">
        <h3 className={classes.label}>
          {offerKindLabels[kind]}, {formatMoney(amount)}
        </h3>
        <StatusBadge status={offerStateNames[state]} tone={offerStateTones[state]} />
      </Group>
      <Facts facts={facts.flatMap(([term, value]) => (value === null ? [] : [[term, value]]))} />
      {(mayReplace || isOpen) && (
        <Group gap="sm" mt="sm">
          {mayReplace && (
            <Button variant="default" size="xs" onClick={onReplace}>
              {isOpen ? m.lenders_desk_offer_edit() : m.lenders_desk_offer_counter()}
            </Button>
          )}
          {isOpen && (
            <Button
              variant="default"
              size="xs"
              loading={withdrawing.busy}
              onClick={() => void withdrawing.run()}
            >
              {m.lenders_desk_offer_withdraw()}
            </Button>
          )}
        </Group>
      )}
    </>
  );
}
