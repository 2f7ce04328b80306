import { queryOptions, useQuery } from '@tanstack/react-query';
import { Alert } from '@mantine/core';
import * as m from '#messages';
import type { Contractor } from '@lintel/contract/contractors/contractor';
import { payoutMethodName, returnCodes } from '@lintel/contract/payouts/constants';
import type { PayoutMethod, readPayoutMethod } from '@lintel/contract/payouts/method';
import { call } from '../../lib/api/call.ts';
import { formatDateTime } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { Card } from '../../ui/card.tsx';
import { EditableCard, useEditing } from '../../ui/editable-card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { IconAlertTriangle, IconInfoCircle } from '../../ui/icons.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { MethodForm } from './method-form.tsx';
import { useOpenFromLink } from './use-open-from-link.ts';

const get = call<typeof readPayoutMethod>({ method: 'GET', path: '/contractor/{id}/payout-tax' });

/** A contractor's bank details; null if none are stored. */
export const methodQuery = (id: number) =>
  queryOptions({
    queryKey: ['payouts', 'own-method', id],
    queryFn: async ({ signal }): Promise<PayoutMethod | null> => {
      const found = await get({ params: { id } }, { signal });
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the check does not rule out the type of an empty answer
      return 'payoutMethod' in found ? (found as PayoutMethod) : null;
    },
  });

const card = { name: 'payout-method', title: m.payouts_method_title() } as const;

interface Props {
  contractor: Contractor;
}

/** A contractor's bank details. Read-only for staff who are switched in. */
export function MethodCard({ contractor }: Props) {
  const { data: method, isError, refetch } = useQuery(methodQuery(contractor.id));
  if (isError)
    return (
      <Card title={card.title}>
        <ErrorState onRetry={() => void refetch()} />
      </Card>
    );
  if (method === undefined)
    return (
      <Card title={card.title}>
        <SkeletonRows columns={2} rows={5} />
      </Card>
    );
  return <Loaded contractor={contractor} method={method} />;
}

function Loaded({ contractor, method }: Props & { method: PayoutMethod | null }) {
  const { switched, user } = useSession();
  const { start } = useEditing(card.name);
  useOpenFromLink('ach', !switched, () => start('edit'));
  const payee = method?.payeeName ?? `${user.firstname} ${user.lastname}`;
  const address = method?.address ?? contractor.companyAddress;
  return (
    <EditableCard
      {...card}
      text={switched ? m.payouts_method_contractorOnly() : undefined}
      readOnly={switched}
      renderForm={(close) => (
        <MethodForm contractorId={contractor.id} method={method} onClose={close} />
      )}
    >
      {method !== null && <Holds method={method} />}
      <Facts
        facts={[
          [m.payouts_method_label(), method === null ? m.payouts_method_none() : payoutMethodName],
          [m.payouts_method_payee(), payee],
          [m.common_address(), address || m.common_none()],
          ...(method === null ? [] : bankFacts(method)),
        ]}
      />
    </EditableCard>
  );
}

/** Shows the asterisks of a masked number as dots, which are easier on the eye. */
const dots = (masked: string): string => masked.replaceAll('*', '•');

const bankFacts = (method: PayoutMethod): [string, string][] => [
  [m.payouts_method_holder(), method.accHolderName],
  [
    m.payouts_method_bank(),
    m.payouts_method_bankAccount({
      bankName: method.bankName,
      accountType: method.accountType.toLowerCase(),
    }),
  ],
  [m.payouts_method_routing(), dots(method.routingNumber)],
  [m.payouts_method_account(), dots(method.accNumber)],
];

function Holds({ method: { heldUntil, returnCode } }: { method: PayoutMethod }) {
  if (returnCode !== '')
    return (
      <Alert
        color="red"
        icon={<IconAlertTriangle size={20} aria-hidden />}
        title={m.payouts_method_returned()}
        mb="md"
      >
        {m.payouts_method_returnedText({
          returnCodes: returnCodes[returnCode] ?? returnCode,
        })}
      </Alert>
    );
  if (heldUntil === null) return null;
  return (
    <Alert
      color="blue"
      icon={<IconInfoCircle size={20} aria-hidden />}
      title={m.payouts_method_changed()}
      mb="md"
    >
      {m.payouts_method_changedText({ heldUntil: formatDateTime(heldUntil) })}
    </Alert>
  );
}
