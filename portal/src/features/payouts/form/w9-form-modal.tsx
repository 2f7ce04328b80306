import { Button, Modal, Text } from '@mantine/core';
import type { Contractor } from '@lintel/contract/contractors';
import { closeForm } from '../../../lib/form/ask-first.ts';
import { AddressSection } from './address-section.tsx';
import { ClassificationSection, ExemptionSection } from './classification-section.tsx';
import { Intro } from './intro.tsx';
import { NameSection } from './name-section.tsx';
import { SignatureSection } from './signature-section.tsx';
import { TinSection } from './tin-section.tsx';
import { useW9Form, type W9FormState } from './use-w9-form.ts';
import classes from './w9-form.module.css';

interface Props {
  contractor: Contractor;
  onClose: () => void;
  onSubmitted: () => unknown;
}

/** The W-9 form over the whole screen: six short parts, from the name to the signature. */
export function W9FormModal({ contractor, onClose, onSubmitted }: Props) {
  const form = useW9Form(contractor, () => {
    void onSubmitted();
    onClose();
  });
  const leave = (): void =>
    void closeForm(onClose, {
      dirty: form.isChanged,
      lost: 'What you typed is not kept.',
      title: 'Discard the form?',
    });
  return (
    <Modal
      opened
      onClose={leave}
      fullScreen
      title="W-9 Tax Form"
      closeOnEscape={!form.busy}
      classNames={{ body: classes.body ?? '' }}
    >
      <form {...form.form} className={classes.form}>
        <Intro />
        <NameSection form={form} />
        <ClassificationSection form={form} />
        <ExemptionSection form={form} />
        <AddressSection form={form} />
        <TinSection form={form} />
        <SignatureSection form={form} />
        <Foot form={form} onCancel={leave} />
      </form>
    </Modal>
  );
}

/** The way on keeps its place at the foot of the screen; what went wrong stands above it. */
const Foot = ({
  form: { failure, busy },
  onCancel,
}: {
  form: W9FormState;
  onCancel: () => void;
}) => (
  <div className={classes.foot}>
    {failure !== null && (
      <Text c="var(--mantine-color-error)" role="alert">
        {failure}
      </Text>
    )}
    <div className={classes.actions}>
      <Button type="submit" loading={busy}>
        Sign and submit
      </Button>
      <Button variant="default" onClick={onCancel} disabled={busy}>
        Cancel
      </Button>
    </div>
  </div>
);
