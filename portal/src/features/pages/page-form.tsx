import { useState } from 'react';
import { Modal } from '@mantine/core';
import * as m from '#messages';
import { keysOf } from '@lintel/contract/core/map-values';
import type { CoBrandedPage } from '@lintel/contract/pages/page';
import { Card } from '../../ui/card.tsx';
import { ChangedNotice } from '../../ui/changed-notice.tsx';
import { FormActions } from '../../ui/form-actions.tsx';
import { PageFields, PageSwitches } from './page-fields.tsx';
import { useFocus } from './use-focus.ts';
import {
  labels,
  usePageForm,
  toPageValues,
  type PageFormOptions,
  type PageValues,
} from './use-page-form.ts';
import { Rich } from '../../ui/rich.tsx';
import classes from './pages.module.css';

interface Props extends PageFormOptions {
  /** Whether the user just opened it, so it takes the focus. */
  takesFocus: boolean;
  /** Reopens the form with the stored values. */
  onReload(): void;
  /** Undefined when there is no page to return to. */
  onCancel?: (() => void) | undefined;
}

/** Creates or edits a co-branded page. Input survives until it is saved or canceled. */
export function PageForm(props: Props) {
  const { page, opportunities, concierge, takesFocus, onReload, onCancel } = props;
  const [isHelocOpen, setHelocOpen] = useState(false);
  const used = usePageForm(props);
  const { form, values, errors, busy, setValue, conflict, overwriteStored } = used;
  const head = useFocus<HTMLDivElement>(takesFocus);
  return (
    <div
      ref={head}
      tabIndex={-1}
      className={classes.formCard}
      role="group"
      aria-label={formTitle(page)}
    >
      <Card title={formTitle(page)}>
        <form {...form} className={classes.form}>
          {conflict && (
            <ChangedNotice onKeep={overwriteStored} onDiscardOwn={onReload}>
              <StoredValues stored={conflict.newer} otherLogo={conflict.otherLogo} own={values} />
            </ChangedNotice>
          )}
          <PageFields page={page} used={used} />
          <PageSwitches
            values={values}
            errors={errors}
            opportunities={opportunities}
            concierge={concierge}
            onChange={setValue}
            onRequestHeloc={() => setHelocOpen(true)}
          />
          <FormActions
            submit={page === null ? m.pages_form_create() : m.common_submit_upper()}
            busy={busy}
            {...(onCancel && { onCancel })}
          />
        </form>
        <HelocModal opened={isHelocOpen} onClose={() => setHelocOpen(false)} />
      </Card>
    </div>
  );
}

const formTitle = (page: Props['page']): string =>
  page === null ? m.pages_form_newTitle() : m.pages_form_editTitle({ pageName: page.pageName });

const shown = (value: string | boolean): string =>
  typeof value === 'boolean' ? (value ? m.common_on() : m.common_off()) : value || 'empty';

interface StoredProps {
  stored: CoBrandedPage;
  /** Whether the other user changed the logo. */
  otherLogo: boolean;
  own: PageValues;
}

/** The other user's values that differ from the form. */
function StoredValues({ stored, otherLogo, own }: StoredProps) {
  const storedValues = toPageValues(stored, '');
  const differing = keysOf(labels).filter((field) => storedValues[field] !== own[field]);
  return (
    <>
      <p>{m.pages_changed_title()}</p>
      <ul className={classes.differences}>
        {differing.map((field) => (
          <li key={field}>
            {labels[field]}: <strong>{shown(storedValues[field])}</strong>
          </li>
        ))}
        {otherLogo && (
          <li>
            <Rich
              text={m.pages_changed_logo({
                change:
                  stored.logoUrl === null
                    ? m.pages_changed_logoRemoved()
                    : m.pages_changed_logoReplaced(),
              })}
              parts={{ strong: (words) => <strong>{words}</strong> }}
            />
          </li>
        )}
        {differing.length === 0 && !otherLogo && <li>{m.pages_changed_same()}</li>}
      </ul>
    </>
  );
}

/** Explains what the home equity option means for homeowners and contractors. */
function HelocModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={m.pages_form_whatIsHeloc()}
      classNames={{ body: classes.helocText ?? '' }}
    >
      <p>{m.pages_heloc_text1()}</p>
      <p>{m.pages_heloc_text2()}</p>
      <p>
        <Rich
          text={m.pages_heloc_text3()}
          parts={{ strong: (words) => <strong>{words}</strong> }}
        />
      </p>
    </Modal>
  );
}
