// Header of the template editor: save state, test mail, history, publishing.
import { Archive, ArchiveRestore, ArrowRight, EllipsisVertical, History } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import {
  useArchiveTemplate,
  usePublishTemplate,
  useSendTemplateTest,
} from '#features/message-templates/message-templates.data.ts'
import { refusals } from '#features/message-templates/message-templates.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import type { SaveState } from '#platform/editing/autosave.ts'
import { useSingleFlight } from '#platform/editing/single-flight.ts'
import { MailNotice } from '#platform/mail-status/mail-notice.tsx'
import { Button } from '#ui/button.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { TemplateBadge } from './template-badge.tsx'
import { TemplateHistory } from './template-history.tsx'
import type { useTemplateAutosave } from './use-template-autosave.ts'

type Props = {
  autosave: ReturnType<typeof useTemplateAutosave>
  isReady: boolean
  /** The contact of the preview, for whom the test mail is rendered. */
  contactId: string | undefined
  onReread: () => void
}

export function TemplateHeader({ autosave, isReady, contactId, onReread }: Props) {
  const { draft, saving, seen } = autosave
  const { running, run } = useSingleFlight<'publish' | 'test' | 'archive'>()
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const publishing = usePublishTemplate()
  const archiving = useArchiveTemplate()
  const testing = useSendTemplateTest()
  const mayPublish = isAdmin(useOwnRoles())
  const isArchived = seen.archived_at !== null

  /** Runs after the pending edits are saved; a refusal is shown under the title. */
  async function act(title: string, work: () => Promise<unknown>) {
    if (!(await autosave.save())) return
    try {
      await work()
    } catch (error) {
      toast.error(refusalText(error, refusals), { title })
    }
  }

  const publish = () =>
    act('התבנית לא פורסמה', async () => {
      const { id, version } = autosave.read().seen
      await publishing.mutateAsync({ id, version })
      toast.success('התבנית פורסמה. ההודעה הבאה תצא בנוסח הזה')
      onReread()
    })
  const archive = () =>
    act('הפעולה לא הצליחה', async () => {
      await archiving.mutateAsync({ id: seen.id, isArchived: !isArchived })
      toast.success(isArchived ? 'התבנית חזרה מהארכיון' : 'התבנית עברה לארכיון')
      onReread()
    })
  const test = () =>
    act('הניסיון לא נשלח', async () => {
      const { to } = await testing.mutateAsync({ templateId: seen.id, ...(contactId && { contactId }) })
      toast.success(
        <>
          הודעת ניסיון בדרך אל <Ltr>{to}</Ltr>
        </>,
      )
    })

  return (
    <>
      <div className="view__head">
        <Link to="/crm/email/templates" className="btn btn--ghost btn--icon btn--sm" aria-label="לכל התבניות">
          <Icon of={ArrowRight} />
        </Link>
        <h1 className="truncate">
          <bdi>{draft.name || 'תבנית'}</bdi>
        </h1>
        <TemplateBadge template={seen} />
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
          <Menu
            align="end"
            trigger={<Button look="ghost" iconOnly aria-label="עוד" icon={<Icon of={EllipsisVertical} />} />}
          >
            <MenuItem icon={History} onSelect={() => setHistoryOpen(true)}>
              גרסאות קודמות
            </MenuItem>
            {mayPublish && (
              <MenuItem icon={isArchived ? ArchiveRestore : Archive} onSelect={() => void run('archive', archive)}>
                {isArchived ? 'החזרה מהארכיון' : 'העברה לארכיון'}
              </MenuItem>
            )}
          </Menu>
          {seen.channel === 'email' && (
            <Button busy={running === 'test'} onClick={() => void run('test', test)}>
              הודעת ניסיון אליי
            </Button>
          )}
          {mayPublish && !isArchived && (
            <Button
              look="primary"
              busy={running === 'publish'}
              disabled={!isReady}
              onClick={() => void run('publish', publish)}
            >
              פרסום
            </Button>
          )}
        </div>
      </div>
      {saving === 'conflict' && (
        <div className="campaign__behind" role="alert">
          <p>התבנית נשמרה בינתיים במקום אחר, ולכן מה שנכתב כאן לא נשמר.</p>
          <Button onClick={onReread}>לגרסה האחרונה</Button>
        </div>
      )}
      {!mayPublish && <p className="email-note">כשהטיוטה מוכנה, מי שמנהלים את העסק יוכלו לפרסם אותה.</p>}
      {seen.channel === 'email' && <MailNotice />}
      {isHistoryOpen && (
        <TemplateHistory
          template={seen}
          mayRestore={mayPublish && !isArchived}
          onClose={() => setHistoryOpen(false)}
          onRestore={async (number) => {
            if (!(await autosave.save())) return
            const { id, version } = autosave.read().seen
            await publishing.mutateAsync({ id, version, from: number })
            toast.success(`גרסה ${number} פורסמה שוב`)
            setHistoryOpen(false)
            onReread()
          }}
        />
      )}
    </>
  )
}

const saveStateLabels: Record<SaveState, string> = {
  saved: 'נשמר',
  pending: 'עוד רגע נשמר',
  saving: 'שומרים',
  failed: 'לא נשמר',
  conflict: 'לא נשמר',
}
