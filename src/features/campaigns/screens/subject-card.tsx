import type { CampaignDraft } from '#features/campaigns/campaigns.ts'
import { campaignTokens } from '#features/campaigns/tokens.ts'
import { advertisement } from '#features/messages/messages.ts'
import { TextField } from '#ui/forms/field.tsx'
import { Ltr } from '#ui/ltr.tsx'

type Props = { draft: CampaignDraft; change: (part: Partial<CampaignDraft>) => void }

/** What an inbox shows before the message is opened: subject and preheader. */
export function SubjectCard({ draft: { name, subject, preheader }, change }: Props) {
  return (
    <section className="campaign__card" aria-labelledby="words">
      <h2 id="words">נושא</h2>
      <TextField
        name="subject"
        label="נושא ההודעה"
        hint={`לפני הנושא תיכתב מעצמה המילה ״${advertisement}״, כנדרש בחוק. עד 50 תווים נקראים גם בטלפון.`}
        dir="auto"
        maxLength={120}
        autoComplete="off"
        value={subject}
        onChange={(event) => change({ subject: event.target.value })}
      />
      <TextField
        name="preheader"
        label="שורת תצוגה"
        optional="(לא חובה)"
        hint="ממשיכה את הנושא בתיבת הדואר"
        dir="auto"
        maxLength={200}
        autoComplete="off"
        value={preheader}
        onChange={(event) => change({ preheader: event.target.value })}
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
        אפשר לשלב בנושא ובטקסט:{' '}
        {Object.entries(campaignTokens).map(([token, words]) => (
          <span key={token} className="campaign__token">
            <Ltr>{`{{${token}}}`}</Ltr> {words}
          </span>
        ))}
        <span className="campaign__token">
          <Ltr>{'{{firstName|חברים}}'}</Ltr> עם מילה למקרה שהשם לא ידוע
        </span>
      </p>
    </section>
  )
}
