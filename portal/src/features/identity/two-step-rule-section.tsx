import { useState, type FormEvent } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Button, Group, Skeleton, Switch, Text } from '@mantine/core';
import * as m from '#messages';
import type {
  readFactorRule as readEndpoint,
  saveFactorRule as saveEndpoint,
} from '@lintel/contract/identity/factors';
import type { Answer } from '@lintel/contract/core/endpoint';
import { changingRules } from '@lintel/contract/core/changing-rules';
import { ApiError } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { may, useSession } from '../../lib/session.ts';
import { toastLife } from '../../lib/toast.ts';
import { failureText, notifyFailure } from '../../lib/failure.ts';
import { useAction } from '../../lib/use-action.ts';
import { Card } from '../../ui/card.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { ErrorState } from '../../ui/states.tsx';

const readRule = call<typeof readEndpoint>({ method: 'GET', path: '/manage/two-step' });
const saveRule = call<typeof saveEndpoint>(
  { method: 'POST', path: '/manage/two-step' },
  { handles: [409, 500] },
);

const ruleQuery = queryOptions({
  queryKey: ['two-step-rule'],
  queryFn: ({ signal }) => readRule({}, { signal }),
});
type Rule = Answer<typeof readEndpoint>;

/** Who must have a second factor: staff always, contractors from a date on. */
export function TwoStepRuleSection() {
  const { data, error, refetch } = useQuery(ruleQuery);
  return (
    <Card>
      {data ? (
        <RuleForm key={data.savedAt} rule={data} />
      ) : error === null ? (
        <Skeleton height={36} role="status" aria-label={m.identity_rule_loading()} />
      ) : (
        <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
      )}
    </Card>
  );
}

const counted = (count: number): string => count.toLocaleString('en-US');

function RuleForm({ rule }: { rule: Rule }) {
  const mayChange = may(useSession(), changingRules);
  const [from, setFrom] = useState(rule.contractorsFrom);
  const [wrong, setWrong] = useState<string | undefined>();
  const { run, busy } = useAction({
    call: () => saveRule({ body: { contractorsFrom: from, savedAt: rule.savedAt } }),
    successToast: ({ message }) => message,
    refresh: [ruleQuery.queryKey],
    onFailure: (error) => {
      const field = error instanceof ApiError ? error.fields['contractorsFrom'] : undefined;
      setWrong(field);
      if (field === undefined) notifyFailure(error, toastLife.long);
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (from === '') setWrong(m.identity_rule_dateRequired());
    else if (!busy) void run();
  };
  const change = (to: string | null): void => {
    setWrong(undefined);
    setFrom(to);
  };
  return (
    <form onSubmit={submit} noValidate aria-label={m.identity_twoStep_title()}>
      <Text mb="md">
        {rule.protected === 1
          ? m.identity_rule_status_one({ accounts: counted(rule.accounts) })
          : m.identity_rule_status_many({
              accounts: counted(rule.accounts),
              protected: counted(rule.protected),
            })}
      </Text>
      <Switch
        label={m.identity_rule_label()}
        checked={from !== null}
        disabled={!mayChange}
        onChange={(event) =>
          change(event.currentTarget.checked ? (rule.contractorsFrom ?? '') : null)
        }
      />
      {from !== null && (
        <DateField
          label={m.identity_rule_from()}
          description={m.identity_rule_help()}
          value={from}
          error={wrong}
          readOnly={!mayChange}
          maw={320}
          mt="md"
          onChange={change}
        />
      )}
      {mayChange && from !== rule.contractorsFrom && (
        <Group gap="sm" mt="lg">
          <Button type="submit" loading={busy}>
            {m.common_save()}
          </Button>
          <Button variant="default" disabled={busy} onClick={() => change(rule.contractorsFrom)}>
            {m.common_cancel()}
          </Button>
        </Group>
      )}
    </form>
  );
}
