// Reads and changes of forms by staff.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import { EditConflict } from '#platform/editing/edit-conflict.ts'
import type { FormStatus } from './form-labels.ts'
import type { Form, FormPreviewed } from './forms.ts'

export const key = ['forms'] as const

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    'forms.draft': Record<string, unknown>
  }
}

const listed = 'id, public_id, title, status, current_version, version, created_at, closes_at, opens_at'
export type ListedForm = Pick<
  Form,
  'id' | 'public_id' | 'title' | 'status' | 'current_version' | 'version' | 'created_at' | 'closes_at' | 'opens_at'
>

/** All forms, newest first. */
export function useForms() {
  const backend = useBackend()
  return useQuery({
    queryKey: key,
    staleTime: 0,
    queryFn: async (): Promise<ListedForm[]> =>
      (
        await backend
          .from('forms')
          .select(listed)
          .is('deleted_at', null)
          .order('created_at', { ascending: false })
          .order('id')
          .throwOnError()
      ).data,
  })
}

export async function readOwnForm(backend: Backend, id: string): Promise<Form | null> {
  const { data } = await backend
    .from('forms')
    .select('*')
    .eq('id', id)
    .is('deleted_at', null)
    .throwOnError()
    .maybeSingle()
  return data
}

export function useForm(id: string) {
  const backend = useBackend()
  return useQuery({ queryKey: [...key, id], staleTime: 0, queryFn: () => readOwnForm(backend, id) })
}

export type FormFigures = {
  form_id: string
  views: number
  starts: number
  submissions: number
  last_at: string | null
}

/** Statistics by form id. */
export function useFormFigures() {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'figures'],
    staleTime: 0,
    queryFn: async (): Promise<ReadonlyMap<string, FormFigures>> => {
      const { data } = await backend.rpc('form_figures').throwOnError()
      return new Map(data.map((figures) => [figures.form_id, figures]))
    },
  })
}

/** Runs a mutation and refetches all form queries. */
export function useFormChange<Input, Output>(change: (backend: Backend, input: Input) => Promise<Output>) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(backend, input),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

export const useAddForm = () =>
  useFormChange(
    async (backend, form: { title: string; draft: object }) =>
      (
        await backend
          .from('forms')
          .insert({ title: form.title, draft: form.draft as never })
          .select('id')
          .single()
          .throwOnError()
      ).data,
  )

/** A draft copy with the same content and settings and a new URL. */
export const useCopyForm = () =>
  useFormChange(async (backend, id: string) => {
    const form = await readOwnForm(backend, id)
    if (!form) throw new EditConflict(null)
    const {
      draft,
      closed_text,
      most_submissions,
      once_per_person,
      allows_changes,
      opens_opportunity,
      notifies_staff,
      reminds_unfinished,
    } = form
    const title = `${form.title} – עותק`.slice(0, 200)
    const { data } = await backend
      .from('forms')
      .insert({
        title,
        draft: { ...draft, title } as never,
        closed_text,
        most_submissions,
        once_per_person,
        allows_changes,
        opens_opportunity,
        notifies_staff,
        reminds_unfinished,
      })
      .select('id')
      .single()
      .throwOnError()
    return data
  })

/** Updates columns of the given version. Throws an EditConflict if the stored version is newer. */
export async function saveForm(
  backend: Backend,
  { id, version }: Pick<Form, 'id' | 'version'>,
  change: Partial<Omit<Form, 'draft'>> & { draft?: object },
): Promise<Form> {
  const { data } = await backend
    .from('forms')
    .update(change as never)
    .eq('id', id)
    .eq('version', version)
    .select('*')
    .throwOnError()
    .maybeSingle()
  if (!data) throw new EditConflict(await readOwnForm(backend, id))
  return data
}

export const useMoveForm = () =>
  useFormChange((backend, { form, status }: { form: Pick<Form, 'id' | 'version'>; status: FormStatus }) =>
    saveForm(backend, form, { status }),
  )

/** Validates the draft and publishes it as the next version. */
export const usePublishForm = () =>
  useFormChange((backend, { id, version }: Pick<Form, 'id' | 'version'>) =>
    invoke<{ version: number }>(backend, 'publish-form', { id, expectedVersion: version }),
  )

/** The signed path of the draft preview. */
export const readPreviewPath = async (backend: Backend, id: string) =>
  (await invoke<FormPreviewed>(backend, 'preview-form', { id })).path
