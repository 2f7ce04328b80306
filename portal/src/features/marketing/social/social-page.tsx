import { useState } from 'react';
import { Stack, Tabs } from '@mantine/core';
import * as m from '#messages';
import { languages, languagesInEnglish } from '@lintel/contract/core/language';
import { isOneOf } from '@lintel/contract/core/narrow';
import { socialNetworks, type ContentType } from '@lintel/contract/marketing/constants';
import { useSession } from '../../../lib/session.ts';
import { Card } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { OptionPills } from '../../../ui/option-pills.tsx';
import { loadPageNames, MarketingPage, materialPagesQuery } from '../marketing-page.tsx';
import { Gallery } from './gallery.tsx';
import classes from './social.module.css';

export { loadPageNames as load };

/** Images for social networks with a page's details. */
export function SocialPage() {
  return (
    <MarketingPage
      pages={materialPagesQuery}
      title={m.screens_socialImages()}
      purpose={m.marketing_social_purpose()}
      notice={{
        title: m.common_page_setUpFirst(),
        text: m.marketing_social_pageNeeded(),
      }}
    >
      {({ pageId }, { pageName }) => <SocialMaterials pageId={pageId} pageName={pageName} />}
    </MarketingPage>
  );
}

/** The images and the link to post with them, in one of the languages. */
function SocialMaterials({ pageId, pageName }: { pageId: number; pageName: string }) {
  const [lang, setLang] = useState<'es'>();
  return (
    <Stack gap="lg">
      <OptionPills
        label={m.common_language()}
        options={languages.map((one) => ({ value: one, label: languagesInEnglish[one] }))}
        value={lang ?? 'en'}
        onChange={(chosen) => setLang(chosen === 'es' ? chosen : undefined)}
      />
      <SocialImages pageId={pageId} lang={lang} />
      <SocialLink pageName={pageName} lang={lang} />
    </Stack>
  );
}

interface SocialImagesProps {
  pageId: number;
  /** Undefined means English. */
  lang: 'es' | undefined;
}

/** The designs by network and type; a network starts with its first type. */
function SocialImages({ pageId, lang }: SocialImagesProps) {
  const { user } = useSession();
  const [chosen, choose] = useState('facebook');
  const [type, setType] = useState<ContentType>('cover');
  const network = socialNetworks.find(({ key }) => key === chosen) ?? socialNetworks[0];
  const change = (key: string | null): void => {
    const next = socialNetworks.find((one) => one.key === key);
    if (next === undefined) return;
    choose(next.key);
    setType(next.types[0]);
  };
  return (
    <Card bare>
      <Tabs value={network.key} onChange={change}>
        <Tabs.List className={classes.networks ?? ''} aria-label={m.marketing_social_network()}>
          {socialNetworks.map(({ key, label }) => (
            <Tabs.Tab key={key} value={key}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={network.key} className={classes.panel ?? ''}>
          <Tabs
            value={type}
            onChange={(next) => isOneOf(network.types, next) && setType(next)}
            variant="pills"
            keepMounted={false}
          >
            <Tabs.List className={classes.types ?? ''} aria-label={m.marketing_social_type()}>
              {network.types.map((one) => (
                <Tabs.Tab key={one} value={one}>
                  {one}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value={type}>
              <Gallery
                choice={{
                  socialMedia: network.key,
                  contentType: type,
                  pageId,
                  userId: user.id,
                  lang,
                }}
              />
            </Tabs.Panel>
          </Tabs>
        </Tabs.Panel>
      </Tabs>
    </Card>
  );
}

/** Images can't be clicked, so posts need this link, which also tracks where visitors come from. */
function SocialLink({ pageName, lang }: { pageName: string; lang: 'es' | undefined }) {
  const spoken = lang ? `&lang=${lang}` : '';
  const link = `${window.location.origin}/p/${pageName}?source=social${spoken}`;
  return (
    <Card title={m.marketing_social_link()} text={m.marketing_social_linkHelp()}>
      <CopyField label={m.marketing_social_link()} value={link} href={link} />
    </Card>
  );
}
