import { exportsShown } from '@lintel/contract/applications/large-exports';
import { reportApplication } from '@lintel/contract/applications/application-detail';
import { applicationFilters, reportApplications } from '@lintel/contract/applications/report';
import {
  choiceFilters,
  choiceNames,
  type ChoiceFilter,
  type Choices,
} from '@lintel/contract/applications/report-filters';
import { keysOf, mapValues } from '@lintel/contract/core/map-values';
import { rangeLabels } from '../../lib/date-ranges.ts';
import { at, listView, orderAt, periodAt, type Part } from '../../lib/list-view.ts';

const { page, limit, order, search, coBrandedPage } = reportApplications.query.shape;

/** The periods that the report offers, in order. */
export const periods = keysOf(rangeLabels);

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each filter has words of its own, which a mapped record cannot say
const choices = mapValues(choiceFilters, (_choice, name) =>
  at(name, applicationFilters.shape[name]),
) as { [Name in ChoiceFilter]: Part<Choices[Name], Name> };

/** The report's view from its address. */
export const reportView = listView(
  {
    page: at('page', page),
    limit: at('limit', limit),
    order: orderAt(order),
    search: at('search', search),
    ...choices,
    coBrandedPage: at('coBrandedPage', coBrandedPage),
    /** The single application that links in older messages open. */
    application: at('application', reportApplication.params.shape.id.optional()),
    /** Whether the large exports are open; messages link to them. */
    exports: at('exports', exportsShown),
  },
  periodAt({ options: periods, standard: 'last-30' }),
);
export type ReportView = typeof reportView.standard;

/** The filters with a value. */
export const chosenIn = (view: Choices): ChoiceFilter[] =>
  choiceNames.filter((name) => view[name] !== 'all');

/** Whether a filter is set; an empty list then needs another message. */
export const isFiltered = (view: ReportView): boolean =>
  view.search !== '' || view.coBrandedPage !== undefined || chosenIn(view).length > 0;
