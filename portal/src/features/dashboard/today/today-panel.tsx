import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import { Card } from '../../../ui/card.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { MonthCard } from './month-card.tsx';
import { PageCard } from './page-card.tsx';
import { firstItems, todayQuery, type TodayAnswer } from './requests.ts';
import { ToDoList } from './to-do-list.tsx';
import classes from './today.module.css';

interface Props {
  userId: number;
  /** The page whose address is shown; null if another card shows it or the user can't see any. */
  contractorWithPages: number | null;
}

const many = 25;

/** News, today's to-do list, and the month so far. */
export function TodayPanel({ userId, contractorWithPages }: Props) {
  const [limit, setLimit] = useState(firstItems);
  const today = useQuery(todayQuery(userId, limit));
  if (today.isError && today.data === undefined)
    return <LoadFailure onRetry={() => void today.refetch()} />;
  const { data } = today;
  return (
    <div className={classes.panel}>
      <Card
        title={m.common_today()}
        text={data === undefined ? m.common_loading() : newsText(data.news)}
      >
        {data === undefined ? (
          <div className={classes.body}>
            <SkeletonRows columns={2} rows={8} />
          </div>
        ) : (
          <ToDoList toDo={data.toDo} limit={limit} most={many} onMore={() => setLimit(many)} />
        )}
      </Card>
      <div className={classes.side}>
        {data === undefined ? (
          <Card title={m.dashboard_today_thisMonth()}>
            <SkeletonRows columns={1} rows={4} />
          </Card>
        ) : (
          <MonthCard today={data.today} requested={data.requested} funded={data.funded} />
        )}
        {contractorWithPages !== null && <PageCard contractorId={contractorWithPages} />}
      </div>
    </div>
  );
}

/** `Since yesterday: 3 applications, 2 with offers, 1 funded.` */
function newsText({ sent, offers, funded }: TodayAnswer['news']): string {
  const news = [
    sent === 1
      ? m.dashboard_news_application_one()
      : m.dashboard_news_application_many({ count: sent }),
    m.dashboard_news_offers({ count: offers }),
    m.dashboard_news_funded({ count: funded }),
  ].filter((_words, index) => [sent, offers, funded][index] !== 0);
  return news.length === 0
    ? m.dashboard_today_noNews()
    : m.dashboard_today_news({ news: news.join(', ') });
}
