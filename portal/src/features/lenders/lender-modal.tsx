import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import * as m from '#messages';
import type { Lender } from '@lintel/contract/lenders/lender';
import { closeForm } from '../../lib/form/confirmations.ts';
import { ChangedNotice } from '../../ui/changed-notice.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import {
  AskingFields,
  CompanyFields,
  NeedFields,
  ConnectionFields,
  RuleFields,
  TermFields,
} from './lender-fields.tsx';
import { useLenderForm } from './use-lender-form.ts';
import classes from './lenders.module.css';

interface Props {
  /** The edited lender; null adds one. */
  lender: Lender | null;
  onClose(): void;
  onSaved(lender: Lender): void;
}

/** Adds or edits a lender. */
export function LenderModal({ lender, onClose, onSaved }: Props) {
  const used = useLenderForm({ lender, onSaved });
  const narrow = useMediaQuery('(max-width: 499px)') ?? false;
  const close = (): void =>
    void closeForm(onClose, { dirty: used.dirty, lost: m.lenders_unsaved() });
  return (
    <Modal
      opened
      onClose={close}
      title={lender === null ? m.lenders_addTitle() : m.lenders_editTitle()}
      size={760}
      fullScreen={narrow}
      closeOnClickOutside={false}
    >
      <form {...used.form}>
        {used.conflict && (
          <ChangedNotice
            differing={used.conflict.differing}
            onKeep={used.overwriteStored}
            onDiscardOwn={used.discardOwn}
          />
        )}
        <CompanyFields used={used} />
        <h3 className={classes.group}>{m.lenders_connection()}</h3>
        <ConnectionFields used={used} locked={lender?.fromEnvironment ?? false} />
        <h3 className={classes.group}>{m.lenders_rules()}</h3>
        <RuleFields used={used} />
        <NeedFields used={used} />
        <h3 className={classes.group}>{m.lenders_asking()}</h3>
        <AskingFields used={used} />
        <h3 className={classes.group}>{m.lenders_offers()}</h3>
        <TermFields used={used} />
        <FormActions
          submit={lender === null ? m.lenders_add() : m.common_save()}
          busy={used.busy}
          onCancel={close}
        />
      </form>
    </Modal>
  );
}
