// Publishes a post and sends it to a mailing list, in one step.
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { refusalText } from '#client/refusal.ts'
import { useAudience, useSendAtOnce } from '#features/campaigns/campaigns.data.ts'
import { type CampaignDraft, refusals } from '#features/campaigns/campaigns.ts'
import { postPath } from '#features/blog/slug.ts'
import type { PostEditing } from '#features/blog/screens/use-post-editing.ts'
import { useMailingLists } from '#features/newsletter/newsletter.data.ts'
import { MailNotice } from '#platform/mail-status/mail-notice.tsx'
import { useMailStatus } from '#platform/mail-status/mail-status.data.ts'
import type { StoredImage } from '#platform/images/images.ts'
import { count } from '#lib/hebrew/count.ts'
import { SelectField } from '#ui/forms/field.tsx'
import { Dialog, DialogBody, FormActions } from '#ui/layers/dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'

type Props = {
  editing: PostEditing
  cover: StoredImage | null
  /** Publishes the post as it is written; false if it was refused. */
  publish: () => Promise<boolean>
  onClose: () => void
}

/** A refused sending leaves the post published and the newsletter as a draft. */
export function PostNewsletterDialog({ editing, cover, publish, onClose }: Props) {
  const { data: lists = [] } = useMailingLists()
  const [chosen, setChosen] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { data: mail } = useMailStatus()
  const send = useSendAtOnce()
  const navigate = useNavigate()
  const { title, excerpt } = editing.written
  const list = chosen ?? lists[0]?.id
  const draft: CampaignDraft = {
    name: title,
    subject: title,
    preheader: excerpt.slice(0, 150),
    blocks: [{ kind: 'article', title, text: excerpt, to: postPath(editing.state.slug), picture: cover }],
    list_ids: list ? [list] : [],
    lifecycles: [],
    segments: [],
  }
  const { data: reached } = useAudience(draft)
  const people = reached?.find(({ excluded }) => excluded === null)?.people ?? 0

  async function run() {
    setBusy(true)
    try {
      if (!(await publish())) return
      const { id, refused } = await send.mutateAsync(draft)
      if (refused)
        toast.error(refusalText(refused, refusals), {
          title: 'המאמר באתר. הניוזלטר נשמר כטיוטה ועוד לא נשלח',
          action: { text: 'לטיוטה', run: () => void navigate(`/crm/email/${id}`) },
        })
      else
        toast.success('המאמר באתר, והניוזלטר בדרך', {
          action: { text: 'למעקב', run: () => void navigate(`/crm/email/${id}`) },
        })
      onClose()
    } catch (error) {
      toast.error(refusalText(error, refusals), { title: 'הניוזלטר לא נשמר' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="לפרסם ולשלוח כניוזלטר?"
      text={`הנושא: ״${title}״. בהודעה כרטיס של המאמר וקישור אליו. היא יוצאת עכשיו, רק למי שהסכימו.`}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void run()
        }}
      >
        <DialogBody>
          <SelectField
            name="list"
            label="לאיזו רשימה"
            value={list ?? ''}
            onChange={(event) => setChosen(event.target.value)}
          >
            {lists.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <p className="email-note">
            {count(people, {
              zero: 'עכשיו אין ברשימה מי שיקבלו את ההודעה.',
              one: 'אדם אחד יקבל את ההודעה.',
              two: 'שני אנשים יקבלו את ההודעה.',
              other: '# אנשים יקבלו את ההודעה.',
            })}
          </p>
          {mail && !mail.isConfigured && <MailNotice />}
        </DialogBody>
        <FormActions words="פרסום ושליחה" busy={busy} onBack={onClose} />
      </form>
    </Dialog>
  )
}
