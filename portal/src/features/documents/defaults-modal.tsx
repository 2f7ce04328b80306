import { useState } from 'react';
import { Modal, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import {
  documentKinds,
  documentTextLimits as limits,
  taxRatePlaces,
  type DocumentKind,
} from '@lintel/contract/documents/constants';
import type {
  DocumentDefaults,
  readDocumentDefaults,
  saveDocumentDefaults,
} from '@lintel/contract/documents/defaults';
import { call } from '../../lib/api/call.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast } from '../../lib/toast.ts';
import { notifyFailure } from '../../lib/failure.ts';
import { FormActions } from '../../ui/form-actions.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { rateInput } from './editor/values.ts';
import { documentsKey } from './requests.ts';
import classes from './detail/document.module.css';

const getDefaults = call<typeof readDocumentDefaults>({
  method: 'GET',
  path: '/documents-defaults',
});
const postDefaults = call<typeof saveDocumentDefaults>(
  { method: 'POST', path: '/documents-defaults' },
  { handles: [500] },
);
const defaultsQuery = (userId: number) =>
  queryOptions({
    queryKey: [...documentsKey, 'defaults', userId],
    queryFn: ({ signal }) => getDefaults({}, { signal }),
    staleTime: 0,
  });
const rules = () =>
  import('@lintel/contract/documents/defaults').then(
    ({ documentDefaultsForm }) => documentDefaultsForm,
  );

interface Props {
  userId: number;
  onClose(): void;
}

/** The defaults of new estimates and invoices. */
export function DefaultsModal({ userId, onClose }: Props) {
  const [kind, setKind] = useState<DocumentKind>('estimate');
  const { data, error, refetch } = useQuery(defaultsQuery(userId));
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.documents_defaults_title()}
      closeOnClickOutside={false}
    >
      <SegmentedControl
        fullWidth
        mb="md"
        aria-label={m.documents_defaults_of()}
        data={[
          { value: 'estimate', label: documentKinds.estimate },
          { value: 'invoice', label: documentKinds.invoice },
        ]}
        value={kind}
        onChange={(value) => setKind(value === 'invoice' ? 'invoice' : 'estimate')}
      />
      {data !== undefined ? (
        <DefaultsForm key={kind} kind={kind} saved={data[kind]} onClose={onClose} userId={userId} />
      ) : error === null ? (
        <SkeletonRows columns={1} rows={5} />
      ) : (
        <ErrorState onRetry={() => void refetch()} />
      )}
    </Modal>
  );
}

function DefaultsForm({
  kind,
  saved,
  userId,
  onClose,
}: Props & { kind: DocumentKind; saved: DocumentDefaults | null }) {
  const client = useQueryClient();
  const { form, field, busy, setValue, values } = useContractForm({
    initial: {
      kind,
      taxRate: saved === null || saved.taxRate === 0 ? '' : `${rateInput(saved.taxRate)}%`,
      days: saved?.days == null ? '' : String(saved.days),
      license: saved?.license ?? '',
      notes: saved?.notes ?? '',
      terms: saved?.terms ?? '',
    },
    rules,
    onSubmit: async (_read, typed) => {
      const { message, ...both } = await postDefaults({ body: typed });
      showToast(message);
      client.setQueryData(defaultsQuery(userId).queryKey, both);
      await client.invalidateQueries({ queryKey: documentsKey });
      onClose();
    },
    onFailure: notifyFailure,
  });
  return (
    <form {...form} className={classes.form}>
      <p>{saved === null ? m.documents_defaults_none() : m.documents_defaults_help()}</p>
      <NumberField
        {...field('taxRate')}
        label={m.documents_taxRate()}
        onChange={(rate) => setValue('taxRate', rate)}
        look={{ suffix: '%', places: taxRatePlaces }}
      />
      <TextInput
        {...field('days')}
        label={
          kind === 'estimate' ? m.documents_defaults_validDays() : m.documents_defaults_dueDays()
        }
        description={m.documents_defaults_daysHelp()}
        inputMode="numeric"
        maxLength={3}
        autoComplete="off"
      />
      <TextInput
        {...field('license')}
        label={m.documents_licenseNumber()}
        maxLength={limits.license}
        autoComplete="off"
      />
      <Textarea
        {...field('notes')}
        label={m.common_notes()}
        description={`${values.notes.length}/${limits.notes}`}
        maxLength={limits.notes}
        rows={3}
      />
      <Textarea {...field('terms')} label={m.documents_terms()} maxLength={limits.terms} rows={4} />
      <FormActions submit={m.common_save()} busy={busy} onCancel={onClose} />
    </form>
  );
}
