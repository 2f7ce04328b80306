import { useState } from 'react';
import { Button, Modal, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PayoutSettings } from '@lintel/contract/payouts-settings';
import { IconSettings } from '../../../ui/icons.ts';
import { settingsQuery } from './api/settings.ts';
import { Thresholds } from './thresholds.tsx';
import { useRules } from './use-rules.ts';
import classes from './manage.module.css';

/** How payouts are made. Everybody here may look; whoever may change settings changes it. */
export function SettingsButton({ mayChange }: { mayChange: boolean }) {
  const [open, setOpen] = useState(false);
  const { data } = useQuery(settingsQuery);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSettings size={16} aria-hidden />}
        disabled={data === undefined}
        onClick={() => setOpen(true)}
      >
        Payout rules
      </Button>
      <Modal opened={open} onClose={() => setOpen(false)} title="Payout rules" size={560}>
        {data && <Rules settings={data} mayChange={mayChange} onClose={() => setOpen(false)} />}
      </Modal>
    </>
  );
}

interface RulesProps {
  settings: PayoutSettings;
  mayChange: boolean;
  onClose: () => void;
}

function Rules({ settings, mayChange, onClose }: RulesProps) {
  const { draft, errors, change, save, busy } = useRules(settings, onClose);
  return (
    <div className={classes.rules}>
      <Switch
        label="Start runs automatically"
        description="From the 21st on, as soon as something is due. The file for the bank waits under Runs."
        checked={draft.automatic}
        disabled={!mayChange}
        onChange={(event) => change({ automatic: event.currentTarget.checked })}
      />
      <Thresholds
        thresholds={draft.thresholds}
        mayChange={mayChange}
        errors={errors}
        onChange={(thresholds) => change({ thresholds })}
      />
      {mayChange ? (
        <Button loading={busy} onClick={save}>
          Save
        </Button>
      ) : (
        <p className={classes.quiet}>Whoever may change settings can change this.</p>
      )}
    </div>
  );
}
