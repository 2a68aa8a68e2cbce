// Reads and writes of message templates.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { CallRefused, invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import type { AddressForm, TemplateValue, TemplateValues } from '#lib/templates/render-template.ts'
import { useFields } from '#platform/fields/fields.data.ts'
import type { MergeField } from '#platform/merge-fields/merge-fields.ts'
import {
  emptyContent,
  mergeFieldsFor,
  type MessageTemplate,
  type TemplateChannel,
  type TemplateContent,
} from './message-templates.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'message_templates.draft': TemplateContent
    'message_template_versions.content': TemplateContent
  }
}

const all = ['message-templates'] as const
const templateKey = (id: string) => [...all, id] as const

/** The merge fields of a message, with the custom fields; undefined while they load. */
export function useMergeFields(contextType: string | null = null): MergeField[] | undefined {
  const { data: ofContacts } = useFields('contact')
  const { data: ofHouseholds } = useFields('household')
  return ofContacts && ofHouseholds && mergeFieldsFor(contextType, [...ofContacts, ...ofHouseholds])
}

export function useTemplates() {
  const backend = useBackend()
  return useQuery({
    queryKey: all,
    queryFn: async () => {
      const { data } = await backend
        .from('message_templates')
        .select('*')
        .order('updated_at', { ascending: false })
        .limit(1000)
        .throwOnError()
      return data
    },
  })
}

/** Null if the template is not visible to the caller. */
export const readTemplate = async (backend: Backend, id: string): Promise<MessageTemplate | null> =>
  (await backend.from('message_templates').select('*').eq('id', id).maybeSingle().throwOnError()).data

export function useTemplate(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: templateKey(id),
    queryFn: () => readTemplate(backend, id),
    // The editor starts from the stored draft.
    staleTime: 0,
    gcTime: 0,
  })
}

export function useTemplateVersions(id: string, isWanted: boolean) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...templateKey(id), 'versions'],
    enabled: isWanted,
    staleTime: 0,
    queryFn: async () => {
      const { data } = await backend
        .from('message_template_versions')
        .select('*')
        .eq('template_id', id)
        .order('number', { ascending: false })
        .limit(200)
        .throwOnError()
      return data
    },
  })
}

export function useCreateTemplate() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({ name, channel }: { name: string; channel: TemplateChannel }) => {
      const { data } = await backend
        .from('message_templates')
        .insert({ name, channel, draft: emptyContent[channel] })
        .select('id')
        .single()
        .throwOnError()
      return data.id
    },
    onSettled: () => queries.invalidateQueries({ queryKey: all, exact: true }),
  })
}

export type TemplateDraft = Pick<MessageTemplate, 'name' | 'purpose' | 'context_type' | 'draft'>
type TemplateDraftVersion = Pick<MessageTemplate, 'id' | 'version'>

/** Updates the draft if its version is unchanged. Throws `template_changed` on a conflict. */
export async function saveTemplateDraft(backend: Backend, { id, version }: TemplateDraftVersion, draft: TemplateDraft) {
  const { data } = await backend
    .from('message_templates')
    .update(draft)
    .eq('id', id)
    .eq('version', version)
    .select('*')
    .throwOnError()
  const [saved] = data
  if (!saved) throw new CallRefused('template_changed', 'The template was saved concurrently')
  return saved
}

function useTemplateAction<Asked>(run: (backend: Backend, asked: Asked) => Promise<unknown>) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Asked) => run(backend, input),
    onSettled: () => queries.invalidateQueries({ queryKey: all }),
  })
}

/** Publishes the draft, or the content of an earlier version. */
export const usePublishTemplate = () =>
  useTemplateAction(async (backend, { id, version, from }: TemplateDraftVersion & { from?: number }) => {
    await backend
      .rpc('publish_message_template', { template: id, seen_version: version, from_number: from ?? null })
      .throwOnError()
  })

export const useArchiveTemplate = () =>
  useTemplateAction(async (backend, { id, isArchived }: { id: string; isArchived: boolean }) => {
    await backend.rpc('archive_message_template', { template: id, is_archived: isArchived }).throwOnError()
  })

export type PreviewRecipient = { values: TemplateValues; form: AddressForm }

/** Merge field values of a contact for the preview; context fields use the contact's newest entity. */
export function useContactValues(contactId: string | undefined, contextType: string | null = null) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...all, 'values', contactId, contextType],
    enabled: contactId !== undefined,
    queryFn: async (): Promise<PreviewRecipient> => {
      const { values, form } = await invoke<{ values: [string, TemplateValue][]; form: AddressForm }>(
        backend,
        'preview-merge-values',
        { contactId, contextType },
      )
      return { values: new Map(values), form }
    },
  })
}

/** The text of a published template for one contact. `missing` are the labels of fields without a value. */
export function useFillTextTemplate(contactId: string) {
  const backend = useBackend()
  return useMutation({
    mutationFn: (templateId: string) =>
      invoke<{ text: string; missing: string[] }>(backend, 'fill-text-template', { templateId, contactId }),
  })
}

/** Sends the saved draft to the caller. Returns the address. */
export function useSendTemplateTest() {
  const backend = useBackend()
  return useMutation({
    mutationFn: (input: { templateId: string; contactId?: string }) =>
      invoke<{ to: string }>(backend, 'send-template-test', input),
  })
}
