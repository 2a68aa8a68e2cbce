import './error-summary.css'
import type { Ref } from 'react'
import { TextWithPhone } from '../ltr.tsx'

/** Error summary above a rejected form: the number of errors and a link to each field. It takes the focus after a failed submit. */
export function ErrorSummary({
  id,
  title,
  errors,
  ref,
}: {
  id?: string
  title: string
  errors: readonly { fieldId: string; message: string; label: string }[]
  ref?: Ref<HTMLDivElement>
}) {
  return (
    <div className="error-summary" id={id} role="alert" tabIndex={-1} ref={ref}>
      <p className="error-summary__title">{title}</p>
      {errors.length > 0 && (
        <ul>
          {errors.map(({ fieldId, label, message }) => (
            <li key={fieldId}>
              <a href={`#${fieldId}`}>
                <TextWithPhone>{`${label}: ${message}`}</TextWithPhone>
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
