// Initial state of a form page: from a rejected step, a stored draft, or URL parameters.
import type { FormState } from '#lib/forms/form-post.ts'
import { type Entries, replaceEntries } from '#platform/forms/answers/entries.ts'
import { answeredFields } from '#platform/forms/definition/placed-fields.ts'
import { fieldsOfStep } from '#platform/forms/logic/form-steps.ts'
import { messagesOf } from '#platform/forms/answers/validate-form.ts'
import type { FormView } from '../forms.ts'
import type { PostedStep } from './form-posts.ts'
import { shownStep } from './filling-steps.ts'
import type { Filling } from './form-view.ts'

type FormRequest = { query: Readonly<Record<string, string>>; form?: unknown }
type Parts = Pick<Filling, 'fillKey' | 'link' | 'access' | 'today' | 'marketing' | 'texts' | 'facts' | 'backendKey'>

export function fillingOf({ query, form }: FormRequest, view: FormView, parts: Parts): Filling {
  const posted = submittedOf(form)
  const stored = view.filling?.entries ?? {}
  const entries = posted
    ? replaceEntries({ ...view.personal?.entries, ...stored }, posted.values.shown.split(','), posted.values.entries)
    : { ...prefillOf(view, query), ...view.personal?.entries, ...stored }
  const step = posted?.values.page ?? query['step'] ?? view.filling?.page ?? null
  const why = query['why'] === 'more' || query['why'] === 'check' ? query['why'] : null
  const shown = shownStep(view.definition, entries, step, parts.today)
  const isElsewhere = posted?.code === 'draft_elsewhere'
  return {
    ...parts,
    formId: view.formId,
    version: view.version,
    definition: view.definition,
    isOutdated: view.isOutdated,
    allowsChanges: view.allowsChanges,
    isOncePerPerson: view.isOncePerPerson,
    ...(view.change !== undefined && { change: view.change }),
    ...(view.preview && { isPreview: true }),
    entries,
    step,
    // The latest revision, so that the next submission after a conflict continues from it.
    revision: view.filling?.revision ?? 0,
    errors: posted?.errors ?? (why === 'check' ? messagesOf(shown.validation, fieldsOfStep(shown.step)) : {}),
    problem: isElsewhere ? null : (posted?.problem ?? null),
    why,
    isElsewhere,
  }
}

type Rejected = { values: PostedStep; errors: Record<string, string>; problem?: string; code?: string }

/** The rejected input; undefined unless the page was posted, and for an unreadable body. */
function submittedOf(form: unknown): Rejected | undefined {
  const { values, errors, problem, code } = Object(form) as Partial<FormState<Partial<PostedStep>>>
  if (values?.entries === undefined) return undefined
  return {
    values: values as PostedStep,
    errors: (errors ?? {}) as Record<string, string>,
    ...(problem !== undefined && { problem }),
    ...(code !== undefined && { code }),
  }
}

/** Hidden fields and fields with a URL parameter are prefilled from the query. */
const prefillOf = ({ definition }: FormView, query: Readonly<Record<string, string>>): Entries =>
  Object.fromEntries(
    answeredFields(definition).flatMap(({ key, prefill }) => {
      const value = prefill === undefined ? undefined : query[prefill]
      return value ? [[key, value.slice(0, 500)]] : []
    }),
  )
