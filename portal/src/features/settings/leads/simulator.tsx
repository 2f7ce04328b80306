import { useState } from 'react';
import { NumberInput } from '@mantine/core';
import type { DistributionSet } from '@lintel/contract/leads-distribution';
import { simulateShares, totalPercent } from '@lintel/contract/leads-shares';
import classes from './leads.module.css';

const most = 1000;
const shownTurns = 12;

interface Props {
  set: DistributionSet;
  owners: readonly { id: number; fullName: string; percent: number }[];
}

/**
 * What the next leads would do with these shares: reckoned as the server does it, from where the
 * set stands.
 */
export function Simulator({ set, owners }: Props) {
  const [count, setCount] = useState(20);
  const taking = owners.filter(({ percent }) => percent > 0);
  if (totalPercent(taking) !== 100) return null;
  const stored = new Map(set.leadOwners.map((owner) => [owner.id, owner]));
  // Other shares start the count anew.
  const same =
    taking.length === stored.size &&
    taking.every(({ id, percent }) => stored.get(id)?.percent === percent);
  const shares = taking.map((owner) => ({
    ...owner,
    credit: same ? (stored.get(owner.id)?.credit ?? 0) : 0,
  }));
  const turns = simulateShares(shares, count);
  const nameOf = (id: number): string => owners.find((owner) => owner.id === id)?.fullName ?? '';
  return (
    <fieldset className={classes.simulator}>
      <legend>Try it out</legend>
      <NumberInput
        label="The next leads"
        value={count}
        onChange={(value) => setCount(Math.max(1, Math.min(most, Number(value) || 1)))}
        min={1}
        max={most}
        allowNegative={false}
        allowDecimal={false}
        w={120}
      />
      <ul aria-label="What each owner would get">
        {taking.map(({ id, fullName }) => (
          <li key={id}>
            {fullName} <strong>{turns.filter((owner) => owner === id).length}</strong>
          </li>
        ))}
      </ul>
      <p className={classes.quiet}>
        {`In this order: ${turns.slice(0, shownTurns).map(nameOf).join(', ')}${turns.length > shownTurns ? '…' : ''}`}
      </p>
    </fieldset>
  );
}
