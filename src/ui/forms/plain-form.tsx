import './plain-form.css'
import type { ReactNode } from 'react'
import { type FormState, mendTitle } from '#lib/forms/form-post.ts'
import { ErrorSummary } from './error-summary.tsx'
import { SpamGuard } from './spam-guard.tsx'

type Props = {
  /** Begins the ids of its fields: `fieldId(id, name)`. */
  id: string
  /** The address it is posted to. */
  action: string
  state: Pick<FormState<object>, 'errors' | 'problem'>
  /** How the summary calls each field, in the order of the form. */
  labels: Readonly<Record<string, string>>
  /** Whether a file may come along. It has to be the last field. */
  hasFile?: boolean
  className?: string
  children: ReactNode
}

/** A form that works without a script: the server answers it with a redirect, or with this page again and what is to be mended on top. */
export function PlainForm({
  id,
  action,
  state: { errors, problem },
  labels,
  hasFile,
  className = '',
  children,
}: Props) {
  const summaryId = `${id}-errors`
  const wrong = Object.entries(labels).flatMap(([name, label]) => {
    const message = errors[name]
    return message ? [{ fieldId: fieldId(id, name), label, message }] : []
  })
  return (
    <form
      id={formOf(id)}
      className={`plain-form ${className}`.trim()}
      method="post"
      action={`${action}#${summaryId}`}
      {...(hasFile && { encType: 'multipart/form-data' as const })}
      noValidate
    >
      {(problem || wrong.length > 0) && (
        <ErrorSummary id={summaryId} title={problem ?? mendTitle(wrong.length)} errors={wrong} />
      )}
      {children}
      <SpamGuard formId={id} />
    </form>
  )
}

/** The id of the form itself, for a button that stands outside of it. */
export const formOf = (id: string) => `${id}-form`

export const fieldId = (formId: string, name: string) => `${formId}-${name}`
