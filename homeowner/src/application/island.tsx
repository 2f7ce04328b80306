import type { IslandData } from './island-data.ts';
import { FormSteps } from './form-steps.tsx';
import { NoOffers, Offers, Searching } from './results.tsx';
import { useApplication } from './use-application.ts';

/** The application form and what comes of it: drawn on the server, alive in the browser. */
export function ApplicationIsland(data: IslandData) {
  const used = useApplication(data);
  const status = used.application?.status ?? 'draft';
  return (
    <div className="card">
      {used.problem !== null && (
        <p className="problem" role="alert">
          {used.problem}
        </p>
      )}
      {status === 'draft' && <FormSteps data={data} used={used} />}
      {status === 'searching' && <Searching />}
      {status === 'offers' && <Offers data={data} used={used} />}
      {status === 'no_offers' && <NoOffers data={data} used={used} />}
    </div>
  );
}
