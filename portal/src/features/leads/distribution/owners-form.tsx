import { useState } from 'react';
import { Checkbox, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { readDecimal } from '@lintel/contract/core/numbers';
import type { DistributionSet } from '@lintel/contract/leads/distribution';
import { sharesInWords, simulateShares, totalPercent } from '@lintel/contract/leads/shares';
import { accepted } from '../../../lib/api/accepted.ts';
import { useGuardedSave } from '../../../lib/edit-form/use-guarded-save.ts';
import { ChangedNotice } from '../../../ui/changed-notice.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { NumberField } from '../../../ui/number-field.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { distributionKeys, ownersQuery, saveOwners } from '../requests.ts';
import { Rich } from '../../../ui/rich.tsx';
import classes from '../leads.module.css';

/**
 * Shares of a set's owners while editing: whole percents by owner id. Unticked owners are omitted.
 */
function useOwnerShares({ id: setId, version, leadOwners }: DistributionSet, onSaved: () => void) {
  const [shares, setShares] = useState(
    () => new Map(leadOwners.map(({ id, percent }) => [id, percent])),
  );
  const { busy, conflict, save, discardOwn } = useGuardedSave({
    call: async (owners: readonly { id: number; percent: number }[], over) => {
      const leadOwners = owners
        .filter(({ percent }) => percent > 0)
        .map(({ id, percent }) => ({ id, percent }));
      const body = { id: setId, leadOwners, ...(!over && { version }) };
      return accepted(await saveOwners({ params: { id: setId }, body }));
    },
    successToast: ({ message }) => message,
    refresh: distributionKeys,
    onDone: onSaved,
  });
  /** Undefined unticks the owner. */
  const change = (id: number, percent: number | undefined): void => {
    const next = new Map(shares);
    if (percent === undefined) next.delete(id);
    else next.set(id, percent);
    setShares(next);
  };
  return { shares, change, busy, conflict, save, discardOwn };
}

interface Props {
  set: DistributionSet;
  onClose(): void;
}

/** Splits a set's leads among owners. Saves only at 100%. */
export function OwnersForm({ set, onClose }: Props) {
  const people = useQuery(ownersQuery);
  const { shares, change, busy, conflict, save, discardOwn } = useOwnerShares(set, onClose);
  if (people.isError && people.data === undefined)
    return <ErrorState onRetry={() => void people.refetch()} />;
  if (people.data === undefined) return <SkeletonRows columns={2} rows={4} />;
  const owners = people.data.map((person) => ({ ...person, percent: shares.get(person.id) ?? 0 }));
  const total = totalPercent(owners);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (total === 100 && !busy) void save(owners);
      }}
    >
      {conflict !== null && (
        <ChangedNotice
          text={conflict}
          onKeep={() => void save(owners, true)}
          onDiscardOwn={discardOwn}
        />
      )}
      <p className={classes.lead}>
        <Rich
          text={m.leads_owners_title({ set: set.title })}
          parts={{ strong: (words) => <strong>{words}</strong> }}
        />
      </p>
      <ul className={classes.shares} aria-label={m.leads_sets_owners()}>
        {owners.map((owner) => (
          <OwnerRow
            key={owner.id}
            owner={owner}
            ticked={shares.has(owner.id)}
            onChange={(percent) => change(owner.id, percent)}
          />
        ))}
      </ul>
      <Total percent={total} />
      <Simulator set={set} owners={owners} />
      <FormActions
        submit={m.common_submit()}
        busy={busy}
        disabled={total !== 100}
        onCancel={onClose}
      />
    </form>
  );
}

/** The assigned total. */
const Total = ({ percent }: { percent: number }) => (
  <p className={classes.total} data-state={totalState(percent)} role="status">
    {sharesInWords(percent)}
  </p>
);

function totalState(total: number): 'done' | 'over' | 'open' {
  if (total === 100) return 'done';
  return total > 100 ? 'over' : 'open';
}

const most = 1000;
const shownTurns = 12;

interface SimulatorProps {
  set: DistributionSet;
  owners: readonly { id: number; fullName: string; percent: number }[];
}

/**
 * Previews how the next leads would be assigned with these shares, starting from the set's current
 * credits, with the server's algorithm.
 */
function Simulator({ set, owners }: SimulatorProps) {
  const [count, setCount] = useState(20);
  const receiving = owners.filter(({ percent }) => percent > 0);
  if (totalPercent(receiving) !== 100) return null;
  const stored = new Map(set.leadOwners.map((owner) => [owner.id, owner]));
  // Changed shares reset the credits.
  const same =
    receiving.length === stored.size &&
    receiving.every(({ id, percent }) => stored.get(id)?.percent === percent);
  const shares = receiving.map((owner) => ({
    ...owner,
    credit: same ? (stored.get(owner.id)?.credit ?? 0) : 0,
  }));
  const assignments = simulateShares(shares, count);
  const ownerName = (id: number): string => owners.find((owner) => owner.id === id)?.fullName ?? '';
  const shown = assignments.slice(0, shownTurns).map(ownerName).join(', ');
  return (
    <fieldset className={classes.simulator}>
      <legend>{m.leads_owners_try()}</legend>
      <NumberInput
        label={m.leads_owners_next()}
        value={count}
        onChange={(value) => setCount(Math.max(1, Math.min(most, Number(value) || 1)))}
        min={1}
        max={most}
        allowNegative={false}
        allowDecimal={false}
        w={120}
      />
      <ul aria-label={m.leads_owners_preview()}>
        {receiving.map(({ id, fullName }) => (
          <li key={id}>
            {fullName} <strong>{assignments.filter((owner) => owner === id).length}</strong>
          </li>
        ))}
      </ul>
      <p className={classes.quiet}>
        {assignments.length > shownTurns
          ? m.leads_owners_orderMore({ shown })
          : m.leads_owners_order({ shown })}
      </p>
    </fieldset>
  );
}

interface OwnerRowProps {
  owner: { fullName: string; percent: number };
  ticked: boolean;
  /** Undefined when the owner is unticked. */
  onChange(percent: number | undefined): void;
}

const wholePercent = { suffix: '%', places: 0 };

/** A typed share from 0 to 100; null if invalid. Empty is 0. */
function percentIn(typed: string): number | null {
  const percent = typed.trim() === '' ? 0 : readDecimal(typed, 0);
  return percent !== null && percent >= 0 && percent <= 100 ? percent : null;
}

/** An owner with a share in whole percents. An unticked owner has no share. */
function OwnerRow({ owner: { fullName, percent }, ticked, onChange }: OwnerRowProps) {
  const [typed, setTyped] = useState(`${percent}%`);
  const share = percentIn(typed);
  return (
    <li>
      <Checkbox
        label={fullName}
        checked={ticked}
        onChange={(event) => {
          setTyped('0%');
          onChange(event.currentTarget.checked ? 0 : undefined);
        }}
      />
      <NumberField
        className={classes.percent ?? ''}
        aria-label={m.leads_owners_percentOf({ fullName })}
        value={typed}
        error={share === null ? m.leads_owners_percentInvalid() : null}
        aria-invalid={share === null}
        onChange={(text) => {
          setTyped(text);
          onChange(percentIn(text) ?? 0);
        }}
        disabled={!ticked}
        inputMode="numeric"
        look={wholePercent}
      />
    </li>
  );
}
