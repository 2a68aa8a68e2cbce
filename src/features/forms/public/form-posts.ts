// The page of a form as a plain HTML POST: one step each.
import { type FormBody, type FormPost, textOf } from '#lib/forms/form-post.ts'
import { entriesOfBody } from '#platform/forms/answers/entries.ts'
import type { StepDone } from '../forms.ts'
import { refusals } from '../form-texts.ts'
import { mostFileBytes } from '../sniff-file.ts'
import { continuePath } from '../form-paths.ts'
import { formTexts } from './form-view.ts'

/** What a posted step has besides the answers. */
const controls = [
  'version',
  'key',
  'link',
  'page',
  'revision',
  'shown',
  'step',
  'consentTextId',
  'privacyTextId',
] as const
export type PostedStep = Record<(typeof controls)[number], string> & { entries: ReturnType<typeof entriesOfBody> }

export const formPost: FormPost = {
  path: '/form/:formId',
  page: 'src/web/forms/form-page.tsx',
  run: 'post-form-step',
  fields: [],
  mostFileBytes,
  values: (body: FormBody): PostedStep => ({
    ...(Object.fromEntries(controls.map((name) => [name, textOf(body, name)])) as Record<
      (typeof controls)[number],
      string
    >),
    entries: entriesOfBody(body),
  }),
  input: (values, { body, params, sourceUrl }) => ({
    ...values,
    formId: params['formId'],
    file: body['file'],
    sourceUrl,
  }),
  // By the keys of the fields, which are those of the form.
  errors: (fields) => fields,
  sent: (answer, values, { formId = '' }) => {
    const { page, why } = answer as StepDone
    const path = continuePath(encodeURIComponent(formId), (values as PostedStep).key)
    if (page === null) return `${path}#done`
    return `${path}?${new URLSearchParams({ step: page, ...(why && { why }) }).toString()}#form-step`
  },
  problems: { ...refusals, failed: formTexts.failed },
}
