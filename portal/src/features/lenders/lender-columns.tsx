import { ActionIcon, Group, Tooltip } from '@mantine/core';
import * as m from '#messages';
import { offerKindLabels } from '@lintel/contract/applications/constants';
import type { Lender } from '@lintel/contract/lenders/lender';
import { formatMoment } from '../../lib/format-moment.ts';
import type { GridColumn } from '../../ui/data-grid.tsx';
import { largestFirst } from '../../ui/grid-view.ts';
import { IconChevronDown, IconChevronUp } from '../../ui/icons.ts';
import { Link } from '../../ui/link.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { callsText } from './lender-facts.tsx';
import { certificateProblem, connectionLabels, statusNames, statusTones } from './lender-names.ts';
import classes from './lenders.module.css';

interface Moving {
  isFirst(lender: Lender): boolean;
  isLast(lender: Lender): boolean;
  move(lender: Lender, by: -1 | 1): void;
}

/** The list's columns. `moving` changes the order in which lenders are asked. */
export const lenderColumns = (moving: Moving | null): GridColumn<Lender>[] => [
  {
    accessor: 'name',
    title: m.common_name(),
    width: 210,
    sortable: true,
    render: ({ id, name }) => <Link to={`/manage/lenders/${id}`}>{name}</Link>,
  },
  {
    accessor: 'status',
    title: m.common_status(),
    width: 110,
    noWrap: true,
    render: ({ status, reason, certificateExpiresAt }) => {
      const problem = certificateProblem(certificateExpiresAt, new Date());
      return (
        <span title={problem || reason} className={classes.statuses}>
          <StatusBadge status={statusNames[status]} tone={statusTones[status]} />
          {problem !== '' && <StatusBadge status={m.lenders_tls_badge()} tone="amber" />}
        </span>
      );
    },
  },
  {
    accessor: 'connection',
    title: m.lenders_connection(),
    width: 110,
    noWrap: true,
    render: ({ connection }) => connectionLabels[connection],
  },
  {
    accessor: 'products',
    title: m.lenders_products(),
    width: 140,
    render: ({ products }) =>
      products.map((one) => offerKindLabels[one]).join(', ') || m.lenders_all(),
  },
  {
    accessor: 'states',
    title: m.lenders_states(),
    width: 110,
    render: ({ states }) => <Some values={states} />,
  },
  {
    accessor: 'health',
    title: m.lenders_calls24h(),
    width: 142,
    noWrap: true,
    cellsClassName: 'numbers',
    render: ({ health: { calls, failures } }) => callsText(calls, failures),
  },
  {
    ...largestFirst,
    accessor: 'lastContact',
    title: m.lenders_lastContact(),
    width: 190,
    noWrap: true,
    render: ({ health: { lastContactAt } }) =>
      lastContactAt === null ? '–' : formatMoment(lastContactAt),
  },
  ...(moving
    ? [
        {
          accessor: 'position',
          title: m.lenders_order(),
          width: 110,
          render: (lender: Lender) => <Move lender={lender} {...moving} />,
        },
      ]
    : []),
];

/** Up to four values, and how many more. */
function Some({ values }: { values: readonly string[] }) {
  if (values.length === 0) return <>{m.lenders_all()}</>;
  const shown = values.slice(0, 4).join(', ');
  const more = values.length - 4;
  return (
    <span className={classes.cut} title={values.join(', ')}>
      {more > 0 ? `${shown} +${more}` : shown}
    </span>
  );
}

function Move({ lender, isFirst, isLast, move }: Moving & { lender: Lender }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Tooltip label={m.lenders_moveUp()}>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={m.lenders_moveUpNamed({ name: lender.name })}
          disabled={isFirst(lender)}
          onClick={() => move(lender, -1)}
        >
          <IconChevronUp size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={m.lenders_moveDown()}>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={m.lenders_moveDownNamed({ name: lender.name })}
          disabled={isLast(lender)}
          onClick={() => move(lender, 1)}
        >
          <IconChevronDown size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
