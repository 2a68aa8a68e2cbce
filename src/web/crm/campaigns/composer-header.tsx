// Header of the campaign composer: save state and actions.
import { ArrowRight, CalendarClock, EllipsisVertical, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import {
  type SendTime,
  useDeleteCampaign,
  useScheduleCampaign,
  useSendTest,
} from '#features/campaigns/campaigns.data.ts'
import { refusals } from '#features/campaigns/campaigns.ts'
import { useMailStatus } from '#platform/mail-status/mail-status.data.ts'
import { MailNotice } from '#platform/mail-status/mail-notice.tsx'
import { formatLongDate, formatTime } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useSingleFlight } from '#platform/editing/single-flight.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import type { SaveState } from '#platform/editing/autosave.ts'
import { CampaignBadge } from '../../../features/campaigns/campaign-badge.tsx'
import { useChecks } from './checks-card.tsx'
import { SendDialog } from './send-dialog.tsx'
import type { CampaignAutosave } from '#features/campaigns/screens/use-campaign-autosave.ts'

type Props = { autosave: CampaignAutosave; onReread: () => void }

export function ComposerHeader({ autosave, onReread }: Props) {
  const { draft, saving, save, seen } = autosave
  const [openDialog, setOpenDialog] = useState<'now' | 'later'>()
  const isReady = useChecks(autosave).every(({ kind }) => kind !== 'problem')
  const maySend = isAdmin(useOwnRoles())
  const schedule = useScheduleCampaign()
  const testing = useSendTest()
  const isMailConfigured = useMailStatus().data?.isConfigured ?? false
  const remove = useRemoval()
  const { running, run } = useSingleFlight<'send' | 'test' | 'remove'>()

  async function send(at: SendTime) {
    if (!(await save())) return
    try {
      await schedule.mutateAsync({ ...seen(), at })
      setOpenDialog(undefined)
      toast.success(sentText(at, isMailConfigured))
    } catch (error) {
      toast.error(refusalText(error, refusals), { title: 'הדיוור לא תוזמן' })
    }
  }

  async function test() {
    if (!(await save())) return
    try {
      const { to } = await testing.mutateAsync(seen().id)
      toast.success(
        <>
          {isMailConfigured ? 'הודעת ניסיון בדרך אל ' : 'הודעת הניסיון מחכה לדואר היוצא, ותצא אל '}
          <Ltr>{to}</Ltr>
        </>,
      )
    } catch (error) {
      toast.error(refusalText(error, refusals), { title: 'הניסיון לא נשלח' })
    }
  }

  async function discardDraft() {
    // Saves first, or a pending autosave would write to the deleted draft.
    await save()
    await remove(seen().id)
  }

  return (
    <>
      <div className="view__head">
        <Link to="/crm/email" className="btn btn--ghost btn--icon btn--sm" aria-label="לכל הדיוורים">
          <Icon of={ArrowRight} />
        </Link>
        <h1 className="truncate">
          <bdi>{draft.name || 'דיוור'}</bdi>
        </h1>
        <CampaignBadge status="draft" />
        <div className="view__end">
          <output
            className={
              saving === 'failed' || saving === 'conflict'
                ? 'campaign__saving campaign__saving--failed'
                : 'campaign__saving'
            }
          >
            {saveStateLabels[saving]}
          </output>
          {maySend && (
            <Menu
              align="end"
              trigger={<Button look="ghost" iconOnly aria-label="עוד" icon={<Icon of={EllipsisVertical} />} />}
            >
              <MenuItem icon={Trash2} danger onSelect={() => void run('remove', discardDraft)}>
                מחיקת הטיוטה
              </MenuItem>
            </Menu>
          )}
          <Button busy={running === 'test'} onClick={() => void run('test', test)}>
            הודעת ניסיון אליי
          </Button>
          {maySend && (
            <>
              <Button icon={<Icon of={CalendarClock} />} disabled={!isReady} onClick={() => setOpenDialog('later')}>
                תזמון
              </Button>
              <Button look="primary" icon={<Icon of={Send} />} disabled={!isReady} onClick={() => setOpenDialog('now')}>
                שליחה
              </Button>
            </>
          )}
        </div>
      </div>
      {saving === 'conflict' && (
        <div className="campaign__behind" role="alert">
          <p>מישהו שמר את הדיוור הזה בינתיים, ולכן מה שנכתב כאן לא נשמר.</p>
          <Button onClick={onReread}>לגרסה האחרונה</Button>
        </div>
      )}
      {!maySend && <p className="email-note">כשהטיוטה מוכנה, מי שמנהלים את העסק יוכלו לשלוח אותה.</p>}
      <MailNotice />
      {openDialog && (
        <SendDialog
          draft={draft}
          isLater={openDialog === 'later'}
          busy={running !== undefined}
          onChosen={(at) => void run('send', () => send(at))}
          onClose={() => setOpenDialog(undefined)}
        />
      )}
    </>
  )
}

const sentText = (at: SendTime, isMailConfigured: boolean) => {
  if (!isMailConfigured) return 'הדיוור מחכה בתור, ויצא אחרי שהדואר היוצא יוגדר'
  return at === 'now' ? 'השליחה התחילה' : `הדיוור יישלח ב${formatLongDate(at)}, בשעה ${formatTime(at)}`
}

const saveStateLabels: Record<SaveState, string> = {
  saved: 'נשמר',
  pending: 'עוד רגע נשמר',
  saving: 'שומרים',
  failed: 'לא נשמר',
  conflict: 'לא נשמר',
}

function useRemoval() {
  const removing = useDeleteCampaign()
  const navigate = useNavigate()
  return async (id: string) => {
    try {
      // Awaited instead of mutation callbacks: those are dropped if the deleted draft unmounts the screen first.
      await removing.mutateAsync(id)
      toast.success('הטיוטה נמחקה')
      void navigate('/crm/email')
    } catch (error) {
      toast.error(refusalText(error, refusals))
    }
  }
}
