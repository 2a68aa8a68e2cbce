// Publishes a post and sends it to a mailing list, in one step.
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { useBackend } from '#client/session-context.tsx'
import { useAudience, useCampaignOfArticle, useSendAtOnce } from '#features/campaigns/campaigns.data.ts'
import { type CampaignDraft, refusals } from '#features/campaigns/campaigns.ts'
import { readOpenedPost } from '#features/blog/editing.data.ts'
import type { NewsletterParts } from '#features/blog/screens/editor-header.tsx'
import { postPath } from '#features/blog/slug.ts'
import type { PostEditing } from '#features/blog/screens/use-post-editing.ts'
import { useMailingLists } from '#features/newsletter/newsletter.data.ts'
import { MailNotice } from '#platform/mail-status/mail-notice.tsx'
import { useMailStatus } from '#platform/mail-status/mail-status.data.ts'
import { count } from '#lib/hebrew/count.ts'
import { beginningOf } from '#lib/storable-text.ts'
import { formatLongDate } from '#lib/time/dates.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/forms/field.tsx'
import { Dialog, DialogActions, DialogBody } from '#ui/layers/dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'

type Props = NewsletterParts & { editing: PostEditing }

/** If sending is refused, the post stays published and the newsletter remains a draft. */
export function PostNewsletterDialog({ editing, isCurrent, publish, onClose }: Props) {
  const backend = useBackend()
  const { data: lists } = useMailingLists()
  const [chosen, setChosen] = useState<string>()
  const [busy, setBusy] = useState(false)
  // The state when the dialog opened: publishing makes every post up to date.
  const [isPublished] = useState(isCurrent)
  const { data: mail } = useMailStatus()
  const send = useSendAtOnce()
  const navigate = useNavigate()
  const { title, excerpt } = editing.written
  const path = postPath(editing.state.slug)
  const list = chosen ?? lists?.[0]?.id
  const audience = { list_ids: list ? [list] : [], lifecycles: [], segments: [] }
  const { data: reached, error, isPlaceholderData } = useAudience(audience)
  const isCounted = reached !== undefined && list !== undefined && !isPlaceholderData
  const people = isCounted ? (reached.find(({ excluded }) => excluded === null)?.people ?? 0) : undefined
  const earlier = useCampaignOfArticle(path)

  /** The stored cover, because the picture may have been replaced since the editor was opened. */
  async function draftNow(): Promise<CampaignDraft> {
    const picture = (await readOpenedPost(backend, editing.state.id))?.draft.cover ?? null
    return {
      name: title,
      subject: title,
      preheader: beginningOf(excerpt, 150),
      blocks: [{ kind: 'article', title, text: excerpt, to: path, picture }],
      ...audience,
    }
  }

  async function run() {
    setBusy(true)
    try {
      if (!(await publish())) return onClose()
      const sent = await send.mutateAsync(await draftNow())
      const toCampaign = () => void navigate(`/crm/email/${sent.id}`)
      if (sent.state === 'draft')
        toast.error(refusalText(sent.refused, refusals), {
          title: 'המאמר באתר. הניוזלטר נשמר כטיוטה ועוד לא נשלח',
          action: { text: 'לטיוטה', run: toCampaign },
        })
      else if (sent.state === 'unknown')
        toast.error('לא התקבלה תשובה מהשרת. לפני שליחה נוספת כדאי לבדוק אם הניוזלטר כבר בדרך.', {
          title: 'לא ידוע אם הניוזלטר יצא',
          action: { text: 'לבדיקה', run: toCampaign },
        })
      else
        toast.success(isPublished ? 'הניוזלטר בדרך' : 'המאמר באתר, והניוזלטר בדרך', {
          action: { text: 'למעקב', run: toCampaign },
        })
      onClose()
    } catch (failure) {
      toast.error(refusalText(failure, refusals), { title: 'הניוזלטר לא נשמר' })
    } finally {
      setBusy(false)
    }
  }

  /** The dialog cannot be closed while sending: reopened, it could send again. */
  const close = () => !busy && onClose()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={isPublished ? 'לשלוח כניוזלטר?' : 'לפרסם ולשלוח כניוזלטר?'}
      text={`הנושא: ״${title}״. בהודעה כרטיס של המאמר וקישור אליו. היא יוצאת עכשיו, רק למי שהסכימו.`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void run()
        }}
      >
        <DialogBody>
          {earlier.data && !busy && <EarlierCampaign {...earlier.data} />}
          {earlier.isError && (
            <p className="email-note" role="alert">
              לא הצלחנו לבדוק אם המאמר כבר נשלח. כדאי לפתוח את החלון שוב בעוד רגע.
            </p>
          )}
          <SelectField
            name="list"
            label="לאיזו רשימה"
            value={list ?? ''}
            onChange={(event) => setChosen(event.target.value)}
          >
            {lists?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <output className="email-note">
            {people !== undefined &&
              count(people, {
                zero: 'עכשיו אין ברשימה מי שיקבלו את ההודעה.',
                one: 'אדם אחד יקבל את ההודעה.',
                two: 'שני אנשים יקבלו את ההודעה.',
                other: '# אנשים יקבלו את ההודעה.',
              })}
            {lists?.length === 0 && 'עוד אין רשימת תפוצה שאפשר לשלוח אליה.'}
            {people === undefined && error && 'לא הצלחנו לבדוק כמה אנשים יקבלו את ההודעה. כדאי לנסות שוב בעוד רגע.'}
          </output>
          {mail && !mail.isConfigured && <MailNotice />}
        </DialogBody>
        <DialogActions>
          <Button
            type="submit"
            look="primary"
            busy={busy}
            disabled={!people || !earlier.isSuccess || earlier.isFetching}
          >
            {busy ? 'שולחים' : isPublished ? 'שליחה' : 'פרסום ושליחה'}
          </Button>
          <Button look="ghost" disabled={busy} onClick={close}>
            חזרה
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type Earlier = NonNullable<ReturnType<typeof useCampaignOfArticle>['data']>

const earlierTexts: Record<string, string> = {
  sent: 'המאמר כבר נשלח כניוזלטר',
  cancelled: 'ניוזלטר של המאמר נשלח לחלק מהרשימה',
}

const EarlierCampaign = ({ id, status, send_at }: Earlier) => (
  <p className="email-note" role="note">
    {earlierTexts[status] ?? 'ניוזלטר של המאמר כבר בדרך'}
    {send_at && `, ב${formatLongDate(send_at)}`}. <Link to={`/crm/email/${id}`}>לניוזלטר הקודם</Link>
  </p>
)
