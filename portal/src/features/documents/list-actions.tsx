import { useState } from 'react';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import * as m from '#messages';
import { accessTo } from '@lintel/contract/core/access';
import type { DocumentKind } from '@lintel/contract/documents/constants';
import { may, useSession } from '../../lib/session.ts';
import { ExportMenu } from '../../ui/export-menu.tsx';
import { IconChevronDown, IconDotsVertical } from '../../ui/icons.ts';
import { Link } from '../../ui/link.tsx';
import type { DocumentsView } from './documents-view.ts';
import { documentsQuery, exportAddress } from './requests.ts';
import { DefaultsModal } from './defaults-modal.tsx';
import { SavedItemsModal } from './saved-items-modal.tsx';
import classes from './documents.module.css';

const makingQuickly = accessTo('marketing-materials');

interface Props {
  view: DocumentsView;
  userId: number;
  mayChange: boolean;
}

/** The list's actions, and the start of a new document. */
export function ListActions({ view, userId, mayChange }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isQuick = may(useSession(), makingQuickly);
  const [showsItems, setShowsItems] = useState(false);
  const [showsDefaults, setShowsDefaults] = useState(false);
  const openNew = (kind: DocumentKind) => () =>
    void navigate({ to: '/documents/$id', params: { id: 'new' }, search: { kind } });
  return (
    <>
      <ExportMenu
        ask={() => client.fetchQuery({ ...documentsQuery(userId, view), staleTime: 0 })}
        toAddress={(format) => exportAddress(view, userId, format)}
        quiet
      />
      {mayChange && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button rightSection={<IconChevronDown size={16} aria-hidden />}>
              {m.documents_list_new()}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={openNew('estimate')}>{m.documents_newEstimate()}</Menu.Item>
            <Menu.Item onClick={openNew('invoice')}>{m.documents_newInvoice()}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={m.common_moreActions()}>
            <IconDotsVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setShowsItems(true)}>{m.documents_items_title()}</Menu.Item>
          {mayChange && (
            <Menu.Item onClick={() => setShowsDefaults(true)}>
              {m.documents_defaults_title()}
            </Menu.Item>
          )}
          {isQuick && (
            <Menu.Item onClick={() => void navigate({ to: '/invoice-estimate' })}>
              {m.documents_list_quick()}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {showsDefaults && <DefaultsModal userId={userId} onClose={() => setShowsDefaults(false)} />}
      {showsItems && (
        <SavedItemsModal
          userId={userId}
          mayChange={mayChange}
          onClose={() => setShowsItems(false)}
        />
      )}
    </>
  );
}

/** The ways to start, while the list is empty. */
export function NewDocumentButtons() {
  const isQuick = may(useSession(), makingQuickly);
  return (
    <span className={classes.beginnings}>
      <Link to="/documents/new" search={{ kind: 'estimate' }} look="button">
        {m.documents_newEstimate()}
      </Link>
      <Link to="/documents/new" search={{ kind: 'invoice' }} look="outline">
        {m.documents_newInvoice()}
      </Link>
      {isQuick && <Link to="/invoice-estimate">{m.documents_list_quick()}</Link>}
    </span>
  );
}
