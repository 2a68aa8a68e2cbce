// Data access of the library of reusable blocks.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import type { ComponentTemplate, TemplateSaved } from './component-templates.ts'

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'component_template_versions.content': ComponentTemplate['content']
  }
}

export type ShownTemplate = Pick<ComponentTemplate, 'id' | 'name' | 'kind' | 'content' | 'updated_at' | 'version'>
const columns = 'id, name, kind, content, updated_at, version'
const key = ['templates'] as const

export async function readTemplates(backend: Backend): Promise<ShownTemplate[]> {
  const { data } = await backend
    .from('component_templates')
    .select(columns)
    .is('deleted_at', null)
    .order('name')
    .throwOnError()
  return data
}

export function useTemplates(isWanted = true) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'list'],
    queryFn: () => readTemplates(backend),
    enabled: isWanted,
    staleTime: 0,
  })
}

/** Null for an unknown id. */
export async function readTemplate(backend: Backend, id: string): Promise<ShownTemplate | null> {
  const { data } = await backend
    .from('component_templates')
    .select(columns)
    .eq('id', id)
    .is('deleted_at', null)
    .maybeSingle()
    .throwOnError()
  return data
}

/** A template opened for editing. Not refetched: a refetch would overwrite the draft. */
export function useOpenedTemplate(id: string | undefined) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'opened', id],
    queryFn: () => readTemplate(backend, id!),
    enabled: id !== undefined,
    staleTime: Infinity,
    gcTime: 0,
  })
}

export function useTemplateVersions(id: string) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'versions', id],
    async queryFn() {
      const { data } = await backend
        .from('component_template_versions')
        .select('*')
        .eq('template_id', id)
        .order('number', { ascending: false })
        .limit(100)
        .throwOnError()
      return data
    },
    staleTime: 0,
  })
}

export type TemplateDraft = Pick<ComponentTemplate, 'name' | 'kind' | 'content'> & {
  id: string | null
  seenVersion: number
}

export function useSaveTemplate() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (draft: TemplateDraft) => invoke<TemplateSaved>(backend, 'save-template', draft),
    onSettled: () =>
      queries.invalidateQueries({ queryKey: key, predicate: ({ queryKey }) => queryKey[1] !== 'opened' }),
  })
}

/** Archives a template, or restores it. Pages that used it retain their content. */
export function useArchiveTemplate() {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    async mutationFn({ id, isGone }: { id: string; isGone: boolean }) {
      await backend
        .from('component_templates')
        .update({ deleted_at: isGone ? new Date().toISOString() : null })
        .eq('id', id)
        .select('id')
        .single()
        .throwOnError()
    },
    onSettled: () =>
      queries.invalidateQueries({ queryKey: key, predicate: ({ queryKey }) => queryKey[1] !== 'opened' }),
  })
}
