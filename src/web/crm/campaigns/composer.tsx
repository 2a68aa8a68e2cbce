// The campaign composer: audience, content, preview, and checks that block sending.
import type { Campaign } from '#features/campaigns/campaigns.ts'
import { useCampaignAutosave } from '#features/campaigns/screens/use-campaign-autosave.ts'
import { advertisement } from '#features/messages/messages.ts'
import { useMergeFields } from '#features/message-templates/message-templates.data.ts'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'
import { CheckField, TextField } from '#ui/forms/field.tsx'
import { useUnsaved } from '#ui/forms/unsaved.ts'
import { Loading } from '#ui/states/spinner.tsx'
import { MailFields } from '../message-preview/mail-fields.tsx'
import { MessagePreview } from '../message-preview/message-preview.tsx'
import { AudienceCard } from './audience-card.tsx'
import { ChecksCard } from './checks-card.tsx'
import { ComposerHeader } from './composer-header.tsx'

type Props = { opened: Campaign; onReread: () => void }

/** The editor mounts once the merge fields are loaded, so that every chip has its label. */
export function Composer(props: Props) {
  const fields = useMergeFields()
  return fields ? <LoadedComposer {...props} fields={fields} /> : <Loading page size="lg" />
}

const subject = {
  title: 'נושא',
  hint: `לפני הנושא תיכתב מעצמה המילה ״${advertisement}״, כנדרש בחוק. עד 50 תווים נקראים גם בטלפון.`,
  longest: { subject: 120, preheader: 200 },
}

function LoadedComposer({ opened, onReread, fields }: Props & { fields: readonly MergeField[] }) {
  const autosave = useCampaignAutosave(opened)
  useUnsaved(autosave.isUnsaved)
  const { draft, change } = autosave
  return (
    <div className="view campaign">
      <ComposerHeader autosave={autosave} onReread={onReread} />
      <div className="campaign__in">
        <div className="campaign__form">
          <AudienceCard draft={draft} change={change} />
          <MailFields content={draft} fields={fields} onChange={change} subject={subject}>
            <TextField
              name="name"
              label="שם פנימי"
              hint="רק אתם רואים אותו"
              dir="auto"
              maxLength={120}
              autoComplete="off"
              value={draft.name}
              onChange={(event) => change({ name: event.target.value })}
            />
            <CheckField
              name="counts_clicks"
              label="לספור כניסות לאתר מהקישורים שבהודעה"
              hint="בלי לדעת מי נכנסו. ההודעה תאמר את זה בסופה"
              checked={draft.counts_clicks ?? false}
              onChange={(event) => change({ counts_clicks: event.target.checked })}
            />
            <p className="email-note">
              הכפתור שבסוף כל שדה מוסיף שם פרטי, תגית או קישור אישי. אפשר גם להקליד שני סוגריים מסולסלים.
            </p>
          </MailFields>
          <ChecksCard autosave={autosave} />
        </div>
        <MessagePreview content={draft} purpose="marketing" countsClicks={draft.counts_clicks} fields={fields} />
      </div>
    </div>
  )
}
