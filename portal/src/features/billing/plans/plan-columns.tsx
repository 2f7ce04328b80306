import { ActionIcon, Group, Tooltip } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import * as m from '#messages';
import type { Plan, Role } from '@lintel/contract/billing/plans';
import type { PlanOrder } from '@lintel/contract/billing/plans-constants';
import { formatMoney } from '../../../lib/format.ts';
import { largestFirst } from '../../../ui/grid-view.ts';
import { IconPencil, IconTrash } from '../../../ui/icons.ts';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { visibilityNames, visibilityTones } from './visibility-field.tsx';
import classes from './plans.module.css';

interface Options {
  roles: readonly Role[];
  /** If omitted, the list is read-only. */
  actions: { onEdit(plan: Plan): void; onDelete(plan: Plan): void } | undefined;
}

const sortable = (accessor: PlanOrder, title: string, width: number) => ({
  accessor,
  title,
  width,
  sortable: true as const,
});
const right = {
  ...largestFirst,
  textAlign: 'right' as const,
  noWrap: true,
  cellsClassName: 'numbers',
};

const roleNames = ({ rolesCollection }: Plan, roles: readonly Role[]): string =>
  rolesCollection
    .map(({ id, localRole }) => roles.find((role) => role.id === id)?.name ?? localRole)
    .join(', ');

/** The grid's columns. The actions stay visible while the table scrolls. */
export const planColumns = ({ roles, actions }: Options): DataTableColumn<Plan>[] => [
  { ...sortable('id', m.common_id(), 76), noWrap: true, cellsClassName: 'numbers' },
  { ...sortable('name', m.common_name(), 176), render: ({ name }) => <Truncated text={name} /> },
  {
    accessor: 'visibility',
    title: m.billing_plan_availability(),
    width: 124,
    noWrap: true,
    render: ({ visibility }) => (
      <StatusBadge status={visibilityNames[visibility]} tone={visibilityTones[visibility]} />
    ),
  },
  { ...sortable('tier', m.common_tier(), 110), noWrap: true },
  {
    ...sortable('price', m.billing_plan_price(), 148),
    ...right,
    render: ({ price }) => formatMoney(price),
  },
  { ...sortable('installmentIntervalsCount', m.billing_plan_installments(), 128), ...right },
  {
    ...sortable('stripeId', m.billing_plan_stripeId(), 176),
    render: ({ stripeId }) => <Truncated text={stripeId} />,
  },
  {
    accessor: 'opportunities',
    title: m.billing_plan_opportunities(),
    width: 132,
    noWrap: true,
    render: ({ opportunities }) => opportunities.join(', ') || '–',
  },
  {
    accessor: 'rolesCollection',
    title: m.billing_plan_roles(),
    width: 176,
    render: (plan) => <Truncated text={roleNames(plan, roles)} />,
  },
  {
    accessor: 'description',
    title: m.common_description(),
    width: 250,
    render: (plan) => <FirstBullet plan={plan} />,
  },
  ...(actions
    ? [
        {
          accessor: 'actions',
          title: m.common_actions(),
          width: 104,
          render: (plan: Plan) => <Actions plan={plan} {...actions} />,
        },
      ]
    : []),
];

function Actions({ plan, onEdit, onDelete }: NonNullable<Options['actions']> & { plan: Plan }) {
  return (
    <Group gap={6} wrap="nowrap">
      <Tooltip label={m.common_edit()}>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={m.billing_plan_editNamed({ plan: plan.name })}
          onClick={() => onEdit(plan)}
        >
          <IconPencil size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={m.common_delete()}>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={m.billing_plan_deleteNamed({ plan: plan.name })}
          onClick={() => onDelete(plan)}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

/** One line; the full text shows on hover. */
const Truncated = ({ text }: { text: string }) => (
  <span className={classes.cut} title={text}>
    {text || '–'}
  </span>
);

/** The first bullet of a plan's description; a mark shows the others on hover, focus, or touch. */
function FirstBullet({ plan: { name, description } }: { plan: Plan }) {
  const [first, ...others] = description;
  if (first === undefined) return <>–</>;
  const list = (
    <ul className={classes.bullets}>
      {[...new Set(others)].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
  return (
    <span className={classes.bullet}>
      <Truncated text={first} />
      {others.length > 0 && (
        <Tooltip
          label={list}
          multiline
          maw={360}
          events={{ hover: true, focus: true, touch: true }}
        >
          <button
            type="button"
            className={classes.more}
            aria-label={m.billing_plan_moreLines({ count: others.length, name })}
          >
            +{others.length}
          </button>
        </Tooltip>
      )}
    </span>
  );
}
