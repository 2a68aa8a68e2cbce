// Options that a definition can reference, and names for its description.
import { useMemo } from 'react'
import { useAutomations, useSendableTemplates } from '#features/automations/automations.data.ts'
import type { Names } from '#features/automations/describe.ts'
import { lifecycleLabels } from '#features/contacts/contacts.ts'
import { useForms } from '#features/forms/forms.data.ts'
import { useWebinars } from '#features/webinars/webinars.data.ts'
import { useStaff } from '#platform/accounts/staff.data.ts'
import { useAllFields } from '#platform/fields/fields.data.ts'
import { usePipelines } from '#platform/pipelines/pipelines.data.ts'
import { useTags } from '#platform/tags/tags.data.ts'
import { eventLabel } from './event-catalog.ts'

export type Choice = { id: string; text: string }
export type FieldChoice = Choice & { type: string; options: readonly { id: string; label: string }[] }
export type Choices = {
  tags: readonly Choice[]
  stages: readonly (Choice & { pipelineId: string; kind: string })[]
  fields: readonly FieldChoice[]
  staff: readonly Choice[]
  /** `context`: the template's context besides the contact. */
  templates: readonly (Choice & { isPublished: boolean; context: string | null })[]
  automations: readonly Choice[]
  webinars: readonly Choice[]
  forms: readonly Choice[]
}

const lifecycle: FieldChoice = {
  id: 'lifecycle',
  text: 'סטטוס',
  type: 'select',
  options: Object.entries(lifecycleLabels).map(([id, label]) => ({ id, label })),
}
const source: FieldChoice = { id: 'source', text: 'מקור', type: 'text', options: [] }

/** The options; undefined while loading. */
export function useChoices(): { choices: Choices; names: Names } | undefined {
  const { data: tags } = useTags()
  const { data: pipelines } = usePipelines()
  const { data: fields } = useAllFields('contact')
  const { data: staff } = useStaff()
  const { data: templates } = useSendableTemplates()
  const { data: automations } = useAutomations()
  const { data: webinars } = useWebinars()
  const { data: forms } = useForms()
  return useMemo(() => {
    if (!tags || !pipelines || !fields || !staff || !templates || !automations || !webinars || !forms) return undefined
    const choices: Choices = {
      tags: tags.map(({ id, name }) => ({ id, text: name })),
      stages: pipelines.flatMap((pipeline) =>
        pipeline.stages.map(({ id, name, kind }) => ({
          id,
          kind,
          pipelineId: pipeline.id,
          text: pipelines.length > 1 ? `${pipeline.name}: ${name}` : name,
        })),
      ),
      fields: [
        lifecycle,
        source,
        ...fields
          .filter(({ deleted_at: deletedAt }) => deletedAt === null)
          .map(({ key, label, type, options }) => ({ id: `custom.${key}`, text: label, type, options })),
      ],
      staff: staff.map(({ user_id: id, name }) => ({ id, text: name })),
      templates: templates.map(({ id, name, published_number: number, context_type: context }) => ({
        id,
        text: name,
        isPublished: number !== null,
        context,
      })),
      automations: automations.map(({ id, name }) => ({ id, text: name })),
      webinars: webinars.map(({ id, title }) => ({ id, text: title })),
      forms: forms.map(({ id, title }) => ({ id, text: title })),
    }
    return { choices, names: namesOf(choices) }
  }, [tags, pipelines, fields, staff, templates, automations, webinars, forms])
}

const findText = (all: readonly Choice[]) => (id: string) => all.find((one) => one.id === id)?.text

const namesOf = (choices: Choices): Names => ({
  tag: findText(choices.tags),
  stage: findText(choices.stages),
  field: findText(choices.fields),
  value(key, value) {
    const field = choices.fields.find(({ id }) => id === key)
    return field?.options.find(({ id }) => id === value)?.label ?? valueText(value)
  },
  user: findText(choices.staff),
  template: findText(choices.templates),
  automation: findText(choices.automations),
  webinar: findText(choices.webinars),
  form: findText(choices.forms),
  event: eventLabel,
})

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'כן' : 'לא'
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
