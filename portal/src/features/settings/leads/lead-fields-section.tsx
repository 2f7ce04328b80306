import { useState } from 'react';
import { Tabs } from '@mantine/core';
import { leadFieldTabs, type LeadFieldTab } from '@lintel/contract/leads-constants';
import { Card } from '../../../ui/card.tsx';
import { SourcesTab } from './sources-tab.tsx';
import { TouchesTab } from './touches-tab.tsx';
import classes from './leads.module.css';

/** Where leads come from, and how they heard of the provider first. */
export function LeadFieldsSection() {
  const [active, setActive] = useState<LeadFieldTab>('TLS');
  const show = (code: string | null): void =>
    setActive(leadFieldTabs.find((tab) => tab.code === code)?.code ?? 'TLS');
  return (
    <Card bare>
      {/* What is written in one tab stays there while another one is looked at. */}
      <Tabs value={active} onChange={show} keepMountedMode="display-none">
        <Tabs.List className={classes.tabs ?? ''}>
          {leadFieldTabs.map(({ code, label }) => (
            <Tabs.Tab key={code} value={code}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="TLS">
          <SourcesTab />
        </Tabs.Panel>
        <Tabs.Panel value="TFT">
          <TouchesTab />
        </Tabs.Panel>
      </Tabs>
    </Card>
  );
}
