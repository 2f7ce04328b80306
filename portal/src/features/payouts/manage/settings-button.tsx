import { useState } from 'react';
import { Button, Modal, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayoutSettings } from '@lintel/contract/payouts-settings';
import { showToast, toastLife } from '../../../lib/toast.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { IconSettings } from '../../../ui/icons.ts';
import { settingsQuery, saveSettings } from './api/settings.ts';
import { managedKey } from './api/managed-payouts.ts';
import { Thresholds } from './thresholds.tsx';
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
  const client = useQueryClient();
  const [draft, setDraft] = useState(settings);
  const { mutate, isPending } = useMutation({
    mutationFn: () => saveSettings(draft),
    onSuccess: async ({ message }) => {
      await client.invalidateQueries({ queryKey: managedKey });
      showToast(message);
      onClose();
    },
    onError: (error) => showToast(failureText(error), 'danger', toastLife.long),
  });
  return (
    <div className={classes.rules}>
      <Switch
        label="Start runs automatically"
        description="From the 21st on, as soon as something is due. The file for the bank waits under Runs."
        checked={draft.automatic}
        disabled={!mayChange}
        onChange={(event) => setDraft({ ...draft, automatic: event.currentTarget.checked })}
      />
      <Thresholds
        thresholds={draft.thresholds}
        mayChange={mayChange}
        onChange={(thresholds) => setDraft({ ...draft, thresholds })}
      />
      {mayChange ? (
        <Button loading={isPending} onClick={() => mutate()}>
          Save
        </Button>
      ) : (
        <p className={classes.quiet}>Whoever may change settings can change this.</p>
      )}
    </div>
  );
}
