import { Select } from '@mantine/core';
import { tiers, type Tier } from '@lintel/contract/billing';
import { maxTeamSize } from '@lintel/contract/contractors-manage-constants';
import classes from './multiple-users.module.css';

const choices = Array.from({ length: maxTeamSize + 1 }, (_one, size) => String(size));

interface Props {
  sizes: Readonly<Record<Tier, number>>;
  /** Without it the numbers are only shown. */
  onChange?: (tier: Tier, size: number) => void;
}

/** Each tier with the number of its team users. */
export const SizesTable = ({ sizes, onChange }: Props) => (
  <table className={classes.table}>
    <thead>
      <tr>
        <th scope="col">Tier</th>
        <th scope="col">Team users</th>
      </tr>
    </thead>
    <tbody>
      {tiers.map((tier) => (
        <tr key={tier}>
          <th scope="row">{tier}</th>
          <td>
            {onChange === undefined ? (
              sizes[tier]
            ) : (
              <Select
                aria-label={`Team users of ${tier}`}
                data={choices}
                value={String(sizes[tier])}
                onChange={(size) => size !== null && onChange(tier, Number(size))}
                w={96}
              />
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
