import { useState } from 'react';
import { Button } from '@mantine/core';
import * as m from '#messages';
import type { ChecklistStep } from '@lintel/contract/setup/checklist';
import { setupStep } from '@lintel/contract/setup/steps';
import { formatDateTime } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { Card } from '../../ui/card.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { check, setupKey } from './requests.ts';
import classes from './setup.module.css';

/** Tries a step for real, and shows the last result. */
export function CheckCard({
  step: { step, check: last },
  mayChange,
}: {
  step: ChecklistStep;
  mayChange: boolean;
}) {
  const { check: text, asksFor } = setupStep(step);
  const [phone, setPhone] = useState('');
  const action = useAction({
    call: () =>
      check({ params: { step }, body: asksFor === 'phone' && phone !== '' ? { phone } : {} }),
    refresh: [setupKey],
  });
  return (
    <Card title={m.setup_check()} text={text}>
      {asksFor === 'phone' && mayChange && (
        <PhoneField
          label={m.setup_check_phone()}
          field={{ name: 'phone', error: undefined, 'aria-invalid': false, onBlur: () => {} }}
          value={phone}
          onChange={setPhone}
        />
      )}
      <div role="status" className={classes.result} data-ok={last?.ok}>
        {last === null ? (
          <p>{m.setup_check_never()}</p>
        ) : (
          <>
            <p>
              <strong>{last.ok ? m.setup_check_passed() : m.setup_check_failed()}</strong>{' '}
              {last.message}
            </p>
            <p className={classes.purpose}>
              {m.setup_check_by({ when: formatDateTime(last.at), name: last.by })}
            </p>
          </>
        )}
      </div>
      {mayChange && (
        <Button variant="default" loading={action.busy} onClick={() => void action.run()}>
          {last === null ? m.setup_check_run() : m.setup_check_again()}
        </Button>
      )}
    </Card>
  );
}
