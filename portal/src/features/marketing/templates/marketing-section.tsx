import { useState } from 'react';
import { Tabs } from '@mantine/core';
import * as m from '#messages';
import { useSession } from '../../../lib/session.ts';
import { Card } from '../../../ui/card.tsx';
import { DemoDataCard } from './demo-data-card.tsx';
import { FlyerTab } from './flyer-workspace.tsx';
import { mayChangeFlyers, maySeeImages } from './requests.ts';
import { SocialTab } from './social-workspace.tsx';
import classes from './templates.module.css';

const tabs = {
  flyer: m.screens_homeownerFlyer(),
  social: m.screens_socialImages(),
} as const;
type Tab = keyof typeof tabs;

/** Templates of the marketing materials, and the demo data for their previews. */
export function MarketingSection() {
  const session = useSession();
  const [active, setActive] = useState<Tab>('flyer');
  const [seen, setSeen] = useState<readonly Tab[]>(['flyer']);
  const open: Tab[] = maySeeImages(session) ? ['flyer', 'social'] : ['flyer'];
  const show = (next: string | null): void => {
    const tab = open.find((one) => one === next) ?? 'flyer';
    setActive(tab);
    setSeen((before) => (before.includes(tab) ? before : [...before, tab]));
  };
  return (
    <div className={classes.cards}>
      <Card bare>
        {/* Input in one tab survives a visit to another. */}
        <Tabs value={active} onChange={show} keepMountedMode="display-none">
          <Tabs.List className={classes.tabs ?? ''}>
            {open.map((tab) => (
              <Tabs.Tab key={tab} value={tab}>
                {tabs[tab]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="flyer">
            <FlyerTab />
          </Tabs.Panel>
          {open.includes('social') && (
            <Tabs.Panel value="social">{seen.includes('social') && <SocialTab />}</Tabs.Panel>
          )}
        </Tabs>
      </Card>
      <DemoDataCard mayChange={mayChangeFlyers(session)} />
    </div>
  );
}
