import { useState } from 'react';
import { Alert, Button, Modal, Select, TextInput } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import {
  creditorAgencies,
  noticeSenders,
  type NoticeSender,
} from '@lintel/contract/lenders/creditor-agencies';
import type {
  readDisclosures,
  saveDisclosures,
  StoredDisclosures,
} from '@lintel/contract/lenders/disclosures';
import { keysOf } from '@lintel/contract/core/map-values';
import type { Lender } from '@lintel/contract/lenders/lender';
import { call } from '../../lib/api/call.ts';
import { failureText } from '../../lib/failure.ts';
import { formatPhone } from '../../lib/format.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast } from '../../lib/toast.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { lendersKey } from './requests.ts';
import classes from './lenders.module.css';

const read = call<typeof readDisclosures>({
  method: 'GET',
  path: '/manage/lenders/{id}/disclosures',
});
const save = call<typeof saveDisclosures>(
  { method: 'POST', path: '/manage/lenders/{id}/disclosures' },
  { handles: [409, 500] },
);
const disclosuresKey = (id: number) => [...lendersKey, id, 'disclosures'] as const;
const disclosuresQuery = (id: number) =>
  queryOptions({
    queryKey: disclosuresKey(id),
    queryFn: ({ signal }) => read({ params: { id } }, { signal }),
  });

const senderNames: Record<NoticeSender, string> = {
  provider: m.lenders_disclosures_sender_provider(),
  lender: m.lenders_disclosures_sender_lender(),
};
const agencies = keysOf(creditorAgencies).map((value) => ({
  value,
  label: `${creditorAgencies[value].name} (${creditorAgencies[value].creditors})`,
}));

/** What the lender's notices of adverse action state about it. */
export function DisclosuresCard({ lender, mayChange }: { lender: Lender; mayChange: boolean }) {
  const { data, isPending, isError, refetch } = useQuery(disclosuresQuery(lender.id));
  const [editing, setEditing] = useState(false);
  const isIncomplete =
    data?.sender === 'provider' &&
    (lender.legalName === '' || lender.phone === '' || data.address === '' || data.agency === null);
  return (
    <Card
      title={m.lenders_disclosures()}
      text={m.lenders_disclosures_purpose()}
      action={
        mayChange &&
        data && (
          <Button variant="default" onClick={() => setEditing(true)}>
            {m.common_edit()}
          </Button>
        )
      }
    >
      {isPending && <SkeletonRows columns={2} rows={4} />}
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {isIncomplete && (
        <Alert color="yellow" mb="md">
          {m.lenders_disclosures_missing()}
        </Alert>
      )}
      {data && (
        <Facts
          facts={[
            [m.lenders_disclosures_sender(), senderNames[data.sender]],
            [m.lenders_disclosures_address(), data.address || '–'],
            [
              m.lenders_disclosures_agency(),
              data.agency === null ? '–' : creditorAgencies[data.agency].name,
            ],
            [
              m.lenders_disclosures_bureau(),
              [data.bureau, data.bureauAddress, formatPhone(data.bureauPhone)]
                .filter(Boolean)
                .join(', ') || '–',
            ],
          ]}
        />
      )}
      {editing && data && (
        <DisclosuresModal id={lender.id} stored={data} onClose={() => setEditing(false)} />
      )}
    </Card>
  );
}

interface ModalProps {
  id: number;
  stored: StoredDisclosures;
  onClose(): void;
}

function DisclosuresModal({ id, stored, onClose }: ModalProps) {
  const client = useQueryClient();
  const { version, ...initial } = stored;
  const { field, form, values, setValue, errors, busy } = useContractForm({
    initial,
    rules: () =>
      import('@lintel/contract/lenders/disclosures').then((module) => module.lenderDisclosures),
    onSubmit: async (sent) => {
      const { message } = await save({ params: { id }, body: { ...sent, version } });
      showToast(message);
      await client.invalidateQueries({ queryKey: disclosuresKey(id) });
      onClose();
    },
    onFailure: (error) => showToast(failureText(error), 'danger'),
  });
  const { onChange: _event, ...phone } = field('bureauPhone');
  return (
    <Modal opened onClose={onClose} size={640} title={m.lenders_disclosures()}>
      <form {...form}>
        <div className={classes.fields}>
          <Select
            className={classes.wide ?? ''}
            label={m.lenders_disclosures_sender()}
            data={noticeSenders.map((value) => ({ value, label: senderNames[value] }))}
            value={values.sender}
            onChange={(chosen) =>
              setValue('sender', noticeSenders.find((one) => one === chosen) ?? 'provider')
            }
          />
          <TextInput
            {...field('address')}
            className={classes.wide ?? ''}
            label={m.lenders_disclosures_address()}
          />
          <Select
            className={classes.wide ?? ''}
            label={m.lenders_disclosures_agency()}
            description={m.lenders_disclosures_agencyHelp()}
            data={agencies}
            value={values.agency}
            error={errors['agency']}
            onChange={(chosen) =>
              setValue('agency', keysOf(creditorAgencies).find((one) => one === chosen) ?? null)
            }
            clearable
          />
          <TextInput
            {...field('bureau')}
            className={classes.wide ?? ''}
            label={m.lenders_disclosures_bureau()}
            description={m.lenders_disclosures_bureauHelp()}
          />
          <TextInput {...field('bureauAddress')} label={m.lenders_disclosures_bureauAddress()} />
          <PhoneField
            label={m.lenders_disclosures_bureauPhone()}
            field={phone}
            value={values.bureauPhone}
            onChange={(digits) => setValue('bureauPhone', digits)}
          />
        </div>
        <FormActions busy={busy} submit={m.common_save()} onCancel={onClose} />
      </form>
    </Modal>
  );
}
