// The list of campaigns: drafts, scheduled, sent.
import { Clapperboard, Download, Plus } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { useNow } from '#client/now.ts'
import { refusalText } from '#client/refusal.ts'
import { type CampaignLine, useCreateCampaign, useCampaigns } from '#features/campaigns/campaigns.data.ts'
import { refusals } from '#features/campaigns/campaigns.ts'
import { useMailingLists } from '#features/newsletter/newsletter.data.ts'
import { dayOf, formatDate, formatTime, relativeTime } from '#lib/time/dates.ts'
import { Button, buttonClasses } from '#ui/button.tsx'
import { EmptyState } from '#ui/states/empty-state.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Loading } from '#ui/states/spinner.tsx'
import { Table } from '#ui/lists/table.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { CampaignBadge } from '../../../features/campaigns/campaign-badge.tsx'
import { FailedToLoad } from '#platform/screens/failed-to-load.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'

export function Component() {
  useScreenTitle('דיוור')
  const { data: campaigns, error, isPending, refetch } = useCampaigns()
  const begin = useNewCampaign()
  if (isPending) return <Loading page size="lg" />
  if (!campaigns) return <FailedToLoad insteadOf={campaigns} error={error} onRetry={() => void refetch()} />
  if (campaigns.length === 0)
    return (
      <EmptyState
        title="כאן נכתבות ההודעות לקוראים"
        text="כותבים, רואים איך זה ייראה ולמי זה יגיע, ושולחים עכשיו או במועד שבוחרים. רק מי שהסכימו יקבלו."
        action={
          <Button look="primary" busy={begin.isPending} onClick={begin.run}>
            הדיוור הראשון
          </Button>
        }
      />
    )
  return (
    <>
      <div className="email-bar">
        <p className="email-note">כל דיוור נשלח רק למי שהסכימו, פעם אחת, עם המילה ״פרסומת״ בנושא וקישור להסרה.</p>
        <div className="view__end">
          <Link className={buttonClasses({})} to="/crm/launches">
            <Icon of={Clapperboard} />
            השקות
          </Link>
          <Link className={buttonClasses({})} to="/crm/lead-magnets">
            <Icon of={Download} />
            מדריכים להורדה
          </Link>
          <Button look="primary" busy={begin.isPending} icon={<Icon of={Plus} />} onClick={begin.run}>
            דיוור חדש
          </Button>
        </div>
      </div>
      <Campaigns campaigns={campaigns} />
    </>
  )
}

/** A new campaign defaults to the list with the most subscribers. */
function useNewCampaign() {
  const begin = useCreateCampaign()
  const { data: lists = [] } = useMailingLists()
  const navigate = useNavigate()
  return {
    isPending: begin.isPending,
    run: () =>
      begin.mutate(
        {
          name: `דיוור ${formatDate(new Date())}`,
          subject: '',
          preheader: '',
          blocks: [],
          list_ids: lists.slice(0, 1).map(({ id }) => id),
          lifecycles: [],
          segments: [],
        },
        {
          onSuccess: (id) => void navigate(`/crm/email/${id}`),
          onError: (error) => toast.error(refusalText(error, refusals), { title: 'הדיוור לא נפתח' }),
        },
      ),
  }
}

const Campaigns = ({ campaigns }: { campaigns: readonly CampaignLine[] }) => (
  <Table label="הדיוורים">
    <thead>
      <tr>
        <th scope="col">דיוור</th>
        <th scope="col">מצב</th>
        <th scope="col" className="table__wide">
          מועד
        </th>
        <th scope="col" className="table__wide">
          עודכן
        </th>
      </tr>
    </thead>
    <tbody>
      {campaigns.map((campaign) => (
        <Row key={campaign.id} campaign={campaign} />
      ))}
    </tbody>
  </Table>
)

function Row({ campaign }: { campaign: CampaignLine }) {
  const now = useNow()
  const at = campaign.finished_at ?? campaign.send_at
  return (
    <tr>
      <td className="email-title">
        <Link to={`/crm/email/${campaign.id}`}>{campaign.name}</Link>
        <small>{campaign.subject || 'עוד בלי נושא'}</small>
      </td>
      <td>
        <CampaignBadge status={campaign.status} />
      </td>
      <td className="table__wide">{at && campaign.status !== 'draft' ? sentAtText(at, now) : '–'}</td>
      <td className="table__wide">{relativeTime(campaign.updated_at, now)}</td>
    </tr>
  )
}

const sentAtText = (at: string, now: Date) => `${dayOf(at) === dayOf(now) ? 'היום' : formatDate(at)}, ${formatTime(at)}`
