import { useState } from 'react';
import { Button, Modal, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { saveLenderContractor, type LenderContractor } from '@lintel/contract/lenders/contractors';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast } from '../../lib/toast.ts';
import { notifyFailure } from '../../lib/failure.ts';
import { Card } from '../../ui/card.tsx';
import { DataGrid, type GridColumn } from '../../ui/data-grid.tsx';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { contractorsQuery, lendersKey, saveContractor, type ContractorsView } from './requests.ts';

interface Props {
  lenderId: number;
  mayChange: boolean;
}

const choices = { yes: true, no: false, rules: null } as const;
type Choice = keyof typeof choices;
const accessChoice = (isAllowed: boolean | null): Choice =>
  isAllowed === null ? 'rules' : isAllowed ? 'yes' : 'no';
const choiceTexts: Record<Choice, string> = {
  rules: m.lenders_contractors_byRules(),
  yes: m.lenders_contractors_always(),
  no: m.lenders_contractors_never(),
};

const columns = (
  edit: ((entry: LenderContractor) => void) | null,
): GridColumn<LenderContractor>[] => [
  { accessor: 'companyName', title: m.common_company(), width: 300 },
  {
    accessor: 'merchantNumber',
    title: m.lenders_merchantNumber(),
    width: 220,
    render: ({ merchantNumber }) => merchantNumber || '–',
  },
  {
    accessor: 'isAllowed',
    title: m.lenders_contractors_gets(),
    width: 240,
    render: ({ isAllowed }) => choiceTexts[accessChoice(isAllowed)],
  },
  ...(edit
    ? [
        {
          accessor: 'actions',
          title: m.common_actions(),
          width: 100,
          render: (entry: LenderContractor) => (
            <PlainButton small onClick={() => edit(entry)}>
              {m.common_edit()}
            </PlainButton>
          ),
        },
      ]
    : []),
];

/** Contractors' merchant numbers, and exceptions from the lender's rules. */
export function ContractorsCard({ lenderId, mayChange }: Props) {
  const [view, setView] = useState<ContractorsView>({
    page: 1,
    limit: 25,
    searchText: '',
    show: 'entered',
  });
  const list = useQuery(contractorsQuery(lenderId, view));
  const [editing, setEditing] = useState<LenderContractor | null>(null);
  return (
    <Card bare title={m.lenders_contractors()} text={m.lenders_contractors_text()}>
      <FilterBar>
        <SearchField
          value={view.searchText}
          onChange={(searchText) => setView({ ...view, searchText, page: 1 })}
          label={m.lenders_contractors_search()}
          placeholder={m.common_company()}
        />
        <SegmentedControl
          aria-label={m.lenders_contractors_show()}
          data={[
            { value: 'entered', label: m.lenders_contractors_entered() },
            { value: 'all', label: m.common_all() },
          ]}
          value={view.show}
          onChange={(show) =>
            setView({ ...view, page: 1, show: show === 'all' ? 'all' : 'entered' })
          }
        />
      </FilterBar>
      <DataGrid
        label={m.lenders_contractors()}
        columns={columns(mayChange ? setEditing : null)}
        rows={list.data?.data}
        total={list.data?.total ?? 0}
        view={{ ...view, order: '' }}
        onView={({ order: _order, ...change }) => setView({ ...view, ...change })}
        pageSizes={[25, 50, 100]}
        loading={list.isFetching && list.isPlaceholderData}
        failed={list.isError}
        onRetry={() => void list.refetch()}
        minWidth={760}
        empty={{
          title: m.lenders_contractors_none(),
          text: m.lenders_contractors_noneText(),
          ...(view.show === 'entered' &&
            mayChange && {
              action: (
                <Button variant="default" onClick={() => setView({ ...view, show: 'all' })}>
                  {m.lenders_contractors_showAll()}
                </Button>
              ),
            }),
        }}
      />
      {editing && (
        <EntryModal lenderId={lenderId} entry={editing} onClose={() => setEditing(null)} />
      )}
    </Card>
  );
}

function EntryModal({
  lenderId,
  entry,
  onClose,
}: {
  lenderId: number;
  entry: LenderContractor;
  onClose(): void;
}) {
  const client = useQueryClient();
  const [choice, setChoice] = useState<Choice>(accessChoice(entry.isAllowed));
  const { form, field, busy } = useContractForm({
    initial: { merchantNumber: entry.merchantNumber },
    rules: () => Promise.resolve(saveLenderContractor.body.pick({ merchantNumber: true })),
    onSubmit: async ({ merchantNumber }) => {
      const { message } = await saveContractor({
        params: { id: lenderId, contractor: entry.id },
        body: { merchantNumber, isAllowed: choices[choice] },
      });
      showToast(message);
      await client.invalidateQueries({ queryKey: [...lendersKey, lenderId, 'contractors'] });
      onClose();
    },
    onFailure: notifyFailure,
  });
  return (
    <Modal opened onClose={onClose} title={entry.companyName}>
      <form {...form}>
        <TextInput
          {...field('merchantNumber')}
          label={m.lenders_merchantNumber()}
          data-autofocus
          autoComplete="off"
        />
        <Select
          mt="md"
          label={m.lenders_contractors_gets()}
          data={(['rules', 'yes', 'no'] as const).map((value) => ({
            value,
            label: choiceTexts[value],
          }))}
          value={choice}
          onChange={(value) => setChoice(value === 'yes' || value === 'no' ? value : 'rules')}
        />
        <FormActions submit={m.common_save()} busy={busy} onCancel={onClose} />
      </form>
    </Modal>
  );
}
