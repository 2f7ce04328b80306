import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { HelocModal } from './heloc-modal.tsx';
import { PageFields } from './page-fields.tsx';
import { PageSwitches } from './page-switches.tsx';
import { useFocus } from './use-focus.ts';
import { usePageForm, type PageFormOptions } from './use-page-form.ts';
import classes from './pages.module.css';

interface Props extends PageFormOptions {
  /** Whether the user has just opened it, so that the focus goes along. */
  takesFocus: boolean;
  /** Opens the form anew, with what is stored now. */
  onReload(): void;
  /** Without it there is nothing to go back to. */
  onCancel?: (() => void) | undefined;
}

/** Creates or changes a co-branded page. What was typed stays until it is saved or canceled. */
export function PageForm(props: Props) {
  const { page, opportunities, concierge, takesFocus, onReload, onCancel } = props;
  const [asksHeloc, setAsksHeloc] = useState(false);
  const used = usePageForm(props);
  const { form, values, errors, busy, setValue, conflict, saveOver } = used;
  const head = useFocus<HTMLDivElement>(takesFocus);
  return (
    <div
      ref={head}
      tabIndex={-1}
      className={classes.formCard}
      role="group"
      aria-label={titleOf(page)}
    >
      <Card title={titleOf(page)}>
        <form {...form} className={classes.form}>
          {conflict.theirs !== null && (
            <ConflictNotice
              theirs={conflict.theirs}
              otherLogo={conflict.otherLogo}
              mine={values}
              onSaveOver={saveOver}
              onReload={onReload}
            />
          )}
          <PageFields page={page} used={used} />
          <PageSwitches
            values={values}
            errors={errors}
            opportunities={opportunities}
            concierge={concierge}
            onChange={setValue}
            onAskHeloc={() => setAsksHeloc(true)}
          />
          <FormActions
            submit={page === null ? 'CREATE' : 'SUBMIT'}
            busy={busy}
            {...(onCancel && { onCancel })}
          />
        </form>
        <HelocModal opened={asksHeloc} onClose={() => setAsksHeloc(false)} />
      </Card>
    </div>
  );
}

const titleOf = (page: Props['page']): string =>
  page === null ? 'New page' : `Edit ${page.pageName}`;
