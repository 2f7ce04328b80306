import { Button, Modal, Text } from '@mantine/core';
import * as m from '#messages';
import type { Contractor } from '@lintel/contract/contractors/contractor';
import type { blankW9 } from '@lintel/contract/payouts/w9';
import { send } from '../../../lib/api/send.ts';
import { closeForm } from '../../../lib/form/confirmations.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { notifyFailure } from '../../../lib/failure.ts';
import { IconDownload } from '../../../ui/icons.ts';
import { ClassificationSection, ExemptionSection } from './classification-section.tsx';
import { AddressSection, NameSection, SignatureSection, TinSection } from './sections.tsx';
import { useW9Form, type W9FormState } from './use-w9-form.ts';
import classes from './w9-form.module.css';

const path: (typeof blankW9)['path'] = '/template/w9/pdf';

/** The blank W-9 form as a PDF. */
const getBlank = async (): Promise<Blob> =>
  (await send(path, { method: 'GET' }, { handles: [500] })).blob();

async function download(): Promise<void> {
  try {
    saveFile(await getBlank(), 'w-9.pdf');
  } catch (error) {
    notifyFailure(error);
  }
}

/** Explains the form, and offers the blank form to read on paper. */
function Intro() {
  return (
    // Reading starts here; without this, the dialog would focus its close button.
    <div className={classes.intro} tabIndex={-1} data-autofocus>
      <p>{m.payouts_w9_form_purpose()}</p>
      <Button
        variant="subtle"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void download()}
      >
        {m.payouts_w9_form_blank()}
      </Button>
    </div>
  );
}

interface Props {
  contractor: Contractor;
  onClose: () => void;
  onSubmitted: () => unknown;
}

/** The full-screen W-9 form: six short sections, from name to signature. */
export function W9FormModal({ contractor, onClose, onSubmitted }: Props) {
  const form = useW9Form(contractor, () => {
    void onSubmitted();
    onClose();
  });
  const leave = (): void =>
    void closeForm(onClose, {
      dirty: form.isChanged,
      lost: m.common_entryLost(),
      title: m.payouts_w9_form_discardTitle(),
    });
  return (
    <Modal
      opened
      onClose={leave}
      fullScreen
      title={m.payouts_w9_title()}
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

/** The submit button stays at the bottom of the screen, with errors above it. */
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
        {m.payouts_w9_form_submit()}
      </Button>
      <Button variant="default" onClick={onCancel} disabled={busy}>
        {m.common_cancel()}
      </Button>
    </div>
  </div>
);
