import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ContentError } from '#platform/message-content/check-content.ts'
import { MissingValues } from '../message-preview/missing-values.tsx'
import { Icon } from '#ui/pictures/icon.tsx'

/** Errors that prevent publishing, each with its location. */
export const TemplateChecks = ({ id, errors }: { id: string; errors: readonly ContentError[] }) => (
  <section className="campaign__card" aria-labelledby="checks">
    <h2 id="checks">לפני הפרסום</h2>
    <ul className="campaign__checks">
      {errors.map(({ place, text }) => (
        <li key={`${place} ${text}`} data-kind="problem">
          <Icon of={CircleAlert} />
          <span>
            <b>{place}:</b> {text}
          </span>
        </li>
      ))}
      {errors.length === 0 && (
        <li data-kind="good">
          <Icon of={CircleCheck} />
          <span>אפשר לפרסם. כל השדות מוכרים.</span>
        </li>
      )}
    </ul>
    <MissingValues of={{ templateId: id }} />
  </section>
)
