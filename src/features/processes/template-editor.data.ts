// Templates for staff: editions, the families in each, and the edited draft.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import type { EditedTemplate } from './template-editor.ts'

const key = ['process_templates', 'editions'] as const

async function readEditions(backend: Backend) {
  const [templates, stages, families] = await Promise.all([
    backend
      .from('process_templates')
      .select('id, name, description, is_active, edition, published_at, draft_of, version_of, version')
      .order('name')
      .throwOnError(),
    backend.from('process_stages').select('id, template_id').throwOnError(),
    backend
      .from('client_processes')
      .select('id, process_template_id, contact:contacts(full_name)')
      .in('status', ['active', 'paused'])
      .throwOnError(),
  ])
  const familiesOf = (template: string) => families.data.filter((one) => one.process_template_id === template)
  const stageCount = (template: string) => stages.data.filter((one) => one.template_id === template).length
  return templates.data
    .filter(({ draft_of: of, version_of: current }) => !of && !current)
    .map((template) => ({
      ...template,
      stageCount: stageCount(template.id),
      families: familiesOf(template.id),
      draft: templates.data.find((one) => one.draft_of === template.id),
      /** Earlier editions that have families, latest first. */
      earlier: templates.data
        .filter((one) => one.version_of === template.id)
        .map((one) => ({ ...one, families: familiesOf(one.id) }))
        .filter((one) => one.families.length > 0)
        .toSorted((a, b) => b.edition - a.edition),
    }))
}
export type TemplateEditions = Awaited<ReturnType<typeof readEditions>>[number]

export function useTemplateEditions() {
  const backend = useBackend()
  return useQuery({ queryKey: key, queryFn: () => readEditions(backend), staleTime: 0 })
}

async function readDraft(backend: Backend, id: string) {
  const { data: template } = await backend
    .from('process_templates')
    .select('id, name, description, edition, published_at, draft_of, version')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  if (!template || template.published_at) return null
  const { data: stages } = await backend
    .from('process_stages')
    .select(
      'id, lineage, name, description, stage_type, goal, completion_rule, default_days, is_skippable, visible_to_client, task_template, form_id, asks_for_review, materials:stage_materials(title, url, position), documents:stage_documents(lineage, name, hint, position)',
    )
    .eq('template_id', id)
    .order('stage_order')
    .throwOnError()
  const content: EditedTemplate = {
    name: template.name,
    description: template.description,
    stages: stages.map(({ id: stageId, materials, documents, ...stage }) => ({
      ...stage,
      key: stageId,
      materials: materials.toSorted((a, b) => a.position - b.position).map(({ title, url }) => ({ title, url })),
      documents: documents
        .toSorted((a, b) => a.position - b.position)
        .map(({ lineage, name, hint }) => ({ lineage, name, hint })),
    })),
  }
  return { ...template, content }
}

/** The stored draft. Null if it does not exist or was published. */
export function useProcessDraft(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['process_templates', 'draft', id],
    queryFn: () => readDraft(backend, id),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** Names of families whose open stage is this one, in any edition. */
async function readFamiliesIn(backend: Backend, lineage: string): Promise<string[]> {
  const { data } = await backend
    .from('process_stage_instances')
    .select(
      `id, stage:process_stages!inner(lineage), process:client_processes!inner(status, contact:contacts(full_name))`,
    )
    .in('status', ['active', 'waiting_client', 'waiting_coach'])
    .eq('stage.lineage', lineage)
    .in('process.status', ['active', 'paused'])
    .throwOnError()
  return data.map(({ process }) => process.contact.full_name).toSorted((a, b) => a.localeCompare(b, 'he'))
}

/** Fetched on click, so that families that just reached the stage are included. */
export function useFamiliesIn() {
  const backend = useBackend()
  return useMutation({ mutationFn: (lineage: string) => readFamiliesIn(backend, lineage) })
}

export function useTemplateActions() {
  const backend = useBackend()
  const queries = useQueryClient()
  const onSettled = () => Promise.all([key, ['processes']].map((queryKey) => queries.invalidateQueries({ queryKey })))
  return {
    /** Without an id: a new template. Returns the draft's id. */
    open: useMutation({
      mutationFn: async (template?: string) =>
        (await backend.rpc('draft_process_template', { ...(template && { template }) }).throwOnError()).data,
      onSettled,
    }),
    /** Returns the new version. */
    save: useMutation({
      mutationFn: async ({ id, version, content }: { id: string; version: number; content: EditedTemplate }) => {
        const call = { template: id, seen: version, content }
        return (await backend.rpc('save_process_draft', call).throwOnError()).data
      },
      onSettled,
    }),
    publish: useMutation({
      mutationFn: async ({ id, version }: { id: string; version: number }) =>
        (await backend.rpc('publish_process_template', { template: id, seen: version }).throwOnError()).data,
      onSettled,
    }),
    discard: useMutation({
      mutationFn: async (id: string) => {
        await backend.from('process_templates').delete().eq('id', id).is('published_at', null).throwOnError()
      },
      onSettled,
    }),
    move: useMutation({
      mutationFn: async (process: string) => {
        await backend.rpc('move_to_current_edition', { process }).throwOnError()
      },
      onSettled,
    }),
    setActive: useMutation({
      mutationFn: async ({ id, isActive }: { id: string; isActive: boolean }) => {
        await backend.from('process_templates').update({ is_active: isActive }).eq('id', id).throwOnError()
      },
      onSettled,
    }),
  }
}
