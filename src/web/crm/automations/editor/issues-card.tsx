// Validation errors of the definition, as text.
import type { AutomationIssue } from '#features/automations/automations.ts'

export function IssuesCard({ issues }: { issues: readonly AutomationIssue[] }) {
  const errors = issues.filter(({ isError }) => isError)
  const warnings = issues.filter(({ isError }) => !isError)
  return (
    <div aria-live="polite">
      <List title="כדי לפרסם צריך לתקן" issues={errors} isError />
      <List title="כדאי לשים לב" issues={warnings} />
    </div>
  )
}

function List({
  title,
  issues,
  isError = false,
}: {
  title: string
  issues: readonly AutomationIssue[]
  isError?: boolean
}) {
  if (issues.length === 0) return undefined
  return (
    <section
      className={isError ? 'automation__issues automation__issues--error' : 'automation__issues'}
      aria-label={title}
    >
      <b>{title}</b>
      <ul>
        {issues.map(({ code, stepId, text }) => (
          <li key={`${code} ${stepId}`}>{text}</li>
        ))}
      </ul>
    </section>
  )
}
