import { Link, useSearchParams } from 'react-router'
import { type Outcome, recipientsPerPage, useCampaignRecipients } from '#features/campaigns/campaigns.data.ts'
import { reasonLabel } from '#features/campaigns/campaigns.ts'
import { formatDate, formatTime } from '#lib/time/dates.ts'
import { isolate } from '#lib/hebrew/hebrew-text.ts'
import { LinkTabs } from '#ui/lists/link-tabs.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { Table } from '#ui/lists/table.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { pageOf } from '#platform/screens/page-of.ts'
import { outcomeLabels, recipientOutcomeLabels, postponedText } from './recipient-outcomes.ts'

/** All recipients of a campaign with their outcome. */
export function CampaignRecipients({ campaignId, outcomes }: { campaignId: string; outcomes: readonly Outcome[] }) {
  const [params] = useSearchParams()
  const selected = params.get('outcome') ?? undefined
  const total = outcomes.reduce((sum, row) => sum + (selected && row.outcome !== selected ? 0 : row.people), 0)
  const { data, page, error, isPending, refetch } = useCampaignRecipients(
    campaignId,
    selected,
    pageOf(params) - 1,
    total,
  )
  const there = Object.keys(outcomeLabels).filter((outcome) => outcomes.some((row) => row.outcome === outcome))
  const to = (outcome: string | undefined, toPage = 1) =>
    `?${new URLSearchParams({ ...(outcome && { outcome }), ...(toPage > 1 && { page: String(toPage) }) }).toString()}`
  return (
    <section className="email-part" aria-labelledby="people">
      <h2 id="people" className="campaign__people-title">
        אנשים
      </h2>
      <LinkTabs
        label="את מי להציג"
        replace
        tabs={[undefined, ...there].map((outcome) => ({
          to: to(outcome),
          text: (outcome && outcomeLabels[outcome]) ?? 'כולם',
          isOpen: outcome === selected,
        }))}
      />
      {isPending && <Loading />}
      {error && !data && <FailedToLoad insteadOf={data} error={error} onRetry={() => void refetch()} />}
      {data && (
        <Table label="מה קרה עם כל אחד">
          <thead>
            <tr>
              <th scope="col">שם</th>
              <th scope="col" className="table__wide">
                כתובת
              </th>
              <th scope="col">מה קרה</th>
            </tr>
          </thead>
          <tbody>
            {data.map(({ contact_id, full_name, email, outcome, reason, sent_at, waits_until }) => (
              <tr key={contact_id}>
                <td className="email-title">
                  <Link to={`/crm/contacts/${contact_id}`}>{isolate(full_name)}</Link>
                </td>
                <td className="table__wide">{email ? <Ltr>{email}</Ltr> : '–'}</td>
                <td className="email-title">
                  {recipientOutcomeLabels[outcome] ?? outcome}
                  <small>
                    {reason ? reasonLabel(reason) : sent_at && `${formatDate(sent_at)}, ${formatTime(sent_at)}`}
                    {waits_until && `, ${postponedText(waits_until)}`}
                  </small>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {data && total > recipientsPerPage && (
        <Pager page={page + 1} size={recipientsPerPage} total={total} to={(next) => to(selected, next)} />
      )}
    </section>
  )
}
