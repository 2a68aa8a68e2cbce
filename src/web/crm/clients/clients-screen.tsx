// Families in a process, by stage: duration, the party it waits for, and flags.
import './clients-screen.css'
import { Link } from 'react-router'
import { useNow } from '#client/now.ts'
import { type ClientInProcess, useClients } from '#features/processes/clients.data.ts'
import { dayOf } from '#lib/time/dates.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { Badge, Count } from '#ui/badge.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { missingDocumentTexts, flagsOf, timeInStage, waitingParty } from './client-flags.ts'

export function Component() {
  useScreenTitle('לקוחות')
  const now = useNow()
  const isBoss = isAdmin(useOwnRoles())
  const { data: clients, error, isPending, refetch } = useClients()
  if (isPending) return <Loading page size="lg" />
  if (!clients) return <FailedToLoad insteadOf={clients} error={error} onRetry={() => void refetch()} />
  return (
    <div className="view clients">
      <div className="clients__head">
        <h1 className="vh">לקוחות בתהליך</h1>
        {isBoss && <Link to="/crm/process-templates">תבניות תהליך</Link>}
      </div>
      {clients.length === 0 ? (
        <EmptyState title="אין כרגע משפחות בתהליך" text="תהליך נפתח מכרטיס של איש קשר, או אחרי תשלום." />
      ) : (
        <div className="clients__board">
          {byStage(clients).map(([stage, families]) => (
            <section key={stage} className="clients__stage" aria-label={stage}>
              <h2>
                <bdi>{stage}</bdi> <Count>{families.length}</Count>
              </h2>
              <ul>
                {families.map((family) => (
                  <Family key={family.process_id} family={family} now={now} />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
    </div>
  )
}

function byStage(clients: readonly ClientInProcess[]) {
  const stages = new Map<string, ClientInProcess[]>()
  for (const client of clients) {
    const stage = client.stage_name ?? 'בלי שלב פתוח'
    stages.set(stage, [...(stages.get(stage) ?? []), client])
  }
  return [...stages]
}

function Family({ family, now }: { family: ClientInProcess; now: Date }) {
  const today = dayOf(now)
  const documents = missingDocumentTexts(family)
  return (
    <li className="clients__family">
      <Link to={`/crm/clients/${family.contact_id}`}>
        <bdi>{family.household_name ?? family.contact_name}</bdi>
      </Link>
      <small>
        {[family.household_name && family.contact_name, timeInStage(family, today)].filter(Boolean).join(', ')}
      </small>
      <span className="clients__badges">
        {waitingParty(family)}
        {documents.missing && <Badge kind="warning">{documents.missing}</Badge>}
        {documents.received && <Badge kind="info">{documents.received}</Badge>}
        {flagsOf(family, today).map((flag) => (
          <Badge key={flag} kind="danger">
            {flag}
          </Badge>
        ))}
      </span>
    </li>
  )
}
