// Read-only summary of a form's logic and of its follow-up actions. Both are edited at each question and in the
// settings.
import './logic-tab.css'
import { useId } from 'react'
import { Link } from 'react-router'
import { withoutInsertions } from '#platform/forms/answers/answer-text.ts'
import { answeredFields } from '#platform/forms/definition/placed-fields.ts'
import { Table } from '#ui/lists/table.tsx'
import { settingLabels } from '../form-settings-edit.ts'
import type { Form } from '../forms.ts'
import { policyLabels, targetsOf } from '../saving-targets.ts'
import { type FormDraft, readDraft } from './form-draft.ts'
import { logicSentences } from './logic-sentences.ts'
import { useCustomTargets } from './use-custom-targets.ts'

const titles = { shown: 'מה מופיע ומתי', jumps: 'לאן עוברים', endings: 'איך מסתיים' } as const
const actions = ['opens_opportunity', 'notifies_staff', 'reminds_unfinished', 'allows_changes'] as const

export function LogicTab({ form }: { form: Form }) {
  const draft = readDraft(form.draft, form.title)
  const sentences = logicSentences(draft)
  const parts = (['shown', 'jumps', 'endings'] as const).filter((part) => sentences[part].length > 0)
  const on = actions.filter((action) => form[action])
  return (
    <div className="form-logic">
      {parts.length === 0 && <p>בטופס הזה אין תנאים: כל השאלות מופיעות לכולם, לפי הסדר.</p>}
      {parts.map((part) => (
        <Sentences key={part} title={titles[part]} lines={sentences[part]} />
      ))}
      <Mapping draft={draft} />
      <Sentences
        title="מה קורה אחרי השליחה"
        lines={on.length > 0 ? on.map((action) => settingLabels[action]) : ['שום דבר מעבר לשמירת התשובה']}
      />
      <p>
        <Link to="?tab=build">לעריכת השאלות והתנאים</Link> · <Link to="?tab=settings">להגדרות</Link> ·{' '}
        <Link to="/crm/automations">לאוטומציות שמתחילות מטופס</Link>
      </p>
    </div>
  )
}

function Sentences({ title, lines }: { title: string; lines: readonly string[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ol>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
    </section>
  )
}

/** Questions whose answers are also saved outside the form. */
function Mapping({ draft }: { draft: FormDraft }) {
  const custom = useCustomTargets()
  const saved = answeredFields(draft).filter(({ saving }) => saving)
  if (saved.length === 0) return null
  return (
    <div>
      <h2>לאן התשובות נשמרות</h2>
      <Table label="לאן התשובות נשמרות">
        <thead>
          <tr>
            <th scope="col">שאלה</th>
            <th scope="col">נשמרת אצל</th>
            <th scope="col">כשכבר יש שם ערך</th>
          </tr>
        </thead>
        <tbody>
          {saved.map((field) => (
            <tr key={field.key}>
              <th scope="row">
                <bdi>{withoutInsertions(field.label)}</bdi>
              </th>
              <td>
                {targetsOf(field.kind, custom).find(({ to }) => to === field.saving!.to)?.label ??
                  'מקום שכבר אינו קיים'}
              </td>
              <td>{policyLabels[field.saving!.policy]}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
