import { useState } from 'react';
import { Modal } from '@mantine/core';
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
  valuesOf,
  type PageFormOptions,
  type PageValues,
} from './use-page-form.ts';
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
          {conflict && (
            <ChangedNotice onKeep={saveOver} onTakeTheirs={onReload}>
              <WhatIsStored theirs={conflict.newer} otherLogo={conflict.otherLogo} mine={values} />
            </ChangedNotice>
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

const shown = (value: string | boolean): string =>
  typeof value === 'boolean' ? (value ? 'On' : 'Off') : value || 'empty';

interface StoredProps {
  theirs: CoBrandedPage;
  /** Whether they changed the logo. */
  otherLogo: boolean;
  mine: PageValues;
}

/** What somebody else stored, where it differs from the form. */
function WhatIsStored({ theirs, otherLogo, mine }: StoredProps) {
  const stored = valuesOf(theirs, '');
  const differing = keysOf(labels).filter((field) => stored[field] !== mine[field]);
  return (
    <>
      <p>These saved values differ from your form:</p>
      <ul className={classes.differences}>
        {differing.map((field) => (
          <li key={field}>
            {labels[field]}: <strong>{shown(stored[field])}</strong>
          </li>
        ))}
        {otherLogo && (
          <li>
            Logo: <strong>{theirs.logoUrl === null ? 'removed' : 'another picture'}</strong>
          </li>
        )}
        {differing.length === 0 && !otherLogo && <li>Nothing. Someone saved the same as you.</li>}
      </ul>
    </>
  );
}

/** What the home equity option means for homeowner and contractor. */
function HelocModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="What is a HELOC?"
      classNames={{ body: classes.helocText ?? '' }}
    >
      <p>
        A home equity line of credit lets homeowners borrow against the part of their home that they
        own. They draw money when the project needs it and pay interest only on what they have
        drawn, usually at a lower rate than a personal loan.
      </p>
      <p>
        It suits larger projects and owners who have lived in their home for some years. Because the
        home is the security, approval takes longer than for a personal loan.
      </p>
      <p>
        When HELOC offers are on, applications that lenders mark as qualified earn you a flat{' '}
        <strong>$15</strong> commission each, as long as the page has no concierge.
      </p>
    </Modal>
  );
}
