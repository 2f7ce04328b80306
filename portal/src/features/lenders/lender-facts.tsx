import * as m from '#messages';
import { creditBands, offerKindLabels } from '@lintel/contract/applications/constants';
import type { Lender } from '@lintel/contract/lenders/lender';
import { formatMoment } from '../../lib/format-moment.ts';
import { formatMoney, formatPhone } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { needLabels, statusNames, statusTones } from './lender-names.ts';

const count = (value: number): string => value.toLocaleString('en-US');
const seconds = (milliseconds: number | null): string =>
  milliseconds === null ? '–' : m.lenders_seconds({ seconds: (milliseconds / 1000).toFixed(1) });
/** People answer in minutes to days. */
const hours = (milliseconds: number | null): string =>
  milliseconds === null
    ? '–'
    : milliseconds < 3_600_000
      ? m.lenders_minutes({ minutes: Math.round(milliseconds / 60_000) })
      : m.lenders_hoursLong({ hours: (milliseconds / 3_600_000).toFixed(1) });
const share = (part: number, whole: number): string =>
  whole === 0 ? count(part) : `${count(part)} (${Math.round((part / whole) * 100)}%)`;

/** `12`, or `12, 2 failed`. */
export const callsText = (calls: number, failures: number): string =>
  failures === 0
    ? count(calls)
    : m.lenders_callsFailed({ calls: count(calls), failures: count(failures) });

/** How the lender is doing. */
export function StatusCard({
  lender: { status, reason, pausedAt, health, connection },
}: {
  lender: Lender;
}) {
  const { lastContactAt, calls, failures, p50, p95, sent, offered, approved, funded } = health;
  return (
    <Card title={m.common_status()} tone={status === 'failing' ? 'warning' : 'default'}>
      <Facts
        facts={[
          [
            m.common_status(),
            <StatusBadge key="status" status={statusNames[status]} tone={statusTones[status]} />,
          ],
          ...(reason === '' ? [] : [[m.common_reason(), reason] as const]),
          ...(pausedAt === null ? [] : [[m.lenders_since(), formatMoment(pausedAt)] as const]),
          ...(connection === 'desk'
            ? [[m.lenders_firstResponse(), `${hours(p50)} / ${hours(p95)}`] as const]
            : ([
                [
                  m.lenders_lastContact(),
                  lastContactAt === null ? '–' : formatMoment(lastContactAt),
                ],
                [m.lenders_calls24h(), callsText(calls, failures)],
                [m.lenders_responseTime(), `${seconds(p50)} / ${seconds(p95)}`],
              ] as const)),
          [m.lenders_sent90(), count(sent)],
          [m.lenders_offered(), share(offered, sent)],
          [m.lenders_approved(), share(approved, sent)],
          [m.lenders_funded(), share(funded, sent)],
        ]}
      />
    </Card>
  );
}

const orAll = (values: readonly string[]): string => values.join(', ') || m.lenders_all();

function range(from: string | null, to: string | null): string {
  if (from === null && to === null) return m.lenders_noLimit();
  if (to === null) return m.lenders_fromOn({ from: from ?? '' });
  return from === null ? m.lenders_upTo({ to }) : m.lenders_range({ from, to });
}

const money = (value: number | null): string | null => (value === null ? null : formatMoney(value));
const percent = (value: number | null): string | null => (value === null ? null : `${value}%`);

/** The lender's company, rules, and offers. */
export function LenderFacts({ lender }: { lender: Lender }) {
  const { legalName, nmlsId, phone, products, states, minAmount, maxAmount, projects } = lender;
  const { minApr, maxApr, terms, mode, answerMinutes, commissionPercent } = lender;
  return (
    <Card title={m.lenders_rules()}>
      <Facts
        facts={[
          [m.lenders_legalName(), legalName || '–'],
          [m.lenders_nmlsId(), nmlsId || '–'],
          [m.common_phone(), phone === '' ? '–' : formatPhone(phone)],
          [
            m.lenders_listed_fact(),
            lender.isListed && lender.connection === 'webhook'
              ? m.lenders_listed_shown()
              : m.lenders_listed_hidden(),
          ],
          [m.lenders_products(), orAll(products.map((one) => offerKindLabels[one]))],
          [m.lenders_states(), orAll(states)],
          [m.common_amount(), range(money(minAmount), money(maxAmount))],
          [m.lenders_creditBands(), orAll(lender.creditBands.map((one) => creditBands[one]))],
          [m.lenders_projects(), orAll(projects)],
          [
            m.lenders_needs(),
            lender.needs.map((one) => needLabels[one]).join(', ') || m.lenders_needs_none(),
          ],
          [
            m.lenders_contractors(),
            lender.allContractors ? m.lenders_all() : m.lenders_contractors_entered(),
          ],
          [
            m.lenders_mode(),
            mode === 'parallel'
              ? m.lenders_mode_parallel()
              : m.lenders_mode_orderedMinutes({ minutes: count(answerMinutes) }),
          ],
          [m.lenders_rates(), range(percent(minApr), percent(maxApr))],
          [m.lenders_terms(), terms.join(', ') || '–'],
          [m.lenders_commission(), percent(commissionPercent) ?? '–'],
        ]}
      />
    </Card>
  );
}
