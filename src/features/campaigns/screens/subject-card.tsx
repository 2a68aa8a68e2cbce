import type { CampaignDraft } from '#features/campaigns/campaigns.ts'
import { advertisement } from '#features/messages/messages.ts'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'
import { MergeTextField } from '#platform/message-content/editor/merge-text-field.tsx'
import { TextField } from '#ui/forms/field.tsx'

type Props = { draft: CampaignDraft; change: (part: Partial<CampaignDraft>) => void; fields: readonly MergeField[] }

/** What an inbox shows before the message is opened: subject and preheader. */
export function SubjectCard({ draft: { name, subject, preheader }, change, fields }: Props) {
  return (
    <section className="campaign__card" aria-labelledby="words">
      <h2 id="words">נושא</h2>
      <MergeTextField
        name="subject"
        label="נושא ההודעה"
        hint={`לפני הנושא תיכתב מעצמה המילה ״${advertisement}״, כנדרש בחוק. עד 50 תווים נקראים גם בטלפון.`}
        maxLength={120}
        fields={fields}
        value={subject}
        onChange={(text) => change({ subject: text })}
      />
      <MergeTextField
        name="preheader"
        label="שורת תצוגה"
        optional="(לא חובה)"
        hint="ממשיכה את הנושא בתיבת הדואר"
        maxLength={200}
        fields={fields}
        value={preheader}
        onChange={(text) => change({ preheader: text })}
      />
      <TextField
        name="name"
        label="שם פנימי"
        hint="רק אתם רואים אותו"
        dir="auto"
        maxLength={120}
        autoComplete="off"
        value={name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <p className="email-note">
        הכפתור שבסוף כל שדה מוסיף שם פרטי, תגית או קישור אישי. אפשר גם להקליד שני סוגריים מסולסלים.
      </p>
    </section>
  )
}
