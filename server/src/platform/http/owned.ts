import type {
  AccountRule,
  ContractorRule,
  OwnContractorRule,
  OwnedIds,
  OwnedRow,
  RowRule,
  UserRule,
} from '@lintel/contract/core/owner';
import type { Account, Caller } from './caller.ts';

/** What a rule gives to the handler. */
type Given<Rule> = Rule extends ContractorRule | OwnContractorRule
  ? { contractorId: number }
  : Rule extends UserRule
    ? { user: Account }
    : Rule extends AccountRule
      ? { account: Account }
      : Rule extends RowRule<infer Row, infer Optional>
        ? {
            [Key in Row as `${Key}Id`]: OwnedIds[Key] | (Optional extends true ? undefined : never);
          }
        : never;

type Joined<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never;

type RuleOf<Spec> = Spec extends { owner: infer Rules }
  ? Rules extends readonly (infer Rule)[]
    ? Rule
    : Rules
  : never;

/** What a handler may touch, by the `owner` of its endpoint. */
export type Owned<Spec> = Joined<Given<RuleOf<Spec>>>;

/**
 * Whether the row with this id belongs to whom the caller looks at. Each domain brings the finders
 * of its own rows.
 */
export type OwnerFinders = {
  [Row in OwnedRow]: (caller: Caller, id: OwnedIds[Row]) => Promise<boolean>;
};

/** A finder of rows that belong to a contractor: staff who look at none have none. */
export const ofContractor =
  <Id>(find: (contractorId: number, id: Id) => Promise<boolean>) =>
  async ({ user: { contractorId } }: Caller, id: Id): Promise<boolean> =>
    contractorId !== null && (await find(contractorId, id));
