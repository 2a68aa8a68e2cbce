// What the browser reads and writes of the fields a business has added.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Backend } from '#client/backend.ts'
import { useBackend } from '#client/session-context.tsx'
import type { CustomFieldDef, FieldEntity } from './fields.ts'

const key = ['fields'] as const

/** Every field of one kind of record in its order, those taken away included: records may still hold values of them. */
export async function readFields(backend: Backend, entity: FieldEntity): Promise<CustomFieldDef[]> {
  const { data } = await backend
    .from('custom_field_defs')
    .select('*')
    .eq('entity', entity)
    .order('position')
    .order('created_at')
    .throwOnError()
    .overrideTypes<CustomFieldDef[], { merge: false }>()
  return data
}

/** The fields that are in use, for whoever holds a query client. */
export const fieldsQuery = (backend: Backend, entity: FieldEntity) =>
  queryOptions({
    queryKey: [...key, entity],
    queryFn: () => readFields(backend, entity),
    select: (fields) => fields.filter((field) => field.deleted_at === null),
  })

export function useFields(entity: FieldEntity) {
  return useQuery(fieldsQuery(useBackend(), entity))
}

/** With those that were taken away, for the screen that brings them back. */
export function useAllFields(entity: FieldEntity) {
  const { queryKey, queryFn } = fieldsQuery(useBackend(), entity)
  return useQuery({ queryKey, queryFn })
}

/** In how many records that the person sees the field is filled in. */
export function useFieldUses(id: string, isWanted: boolean) {
  const backend = useBackend()
  return useQuery({
    queryKey: [...key, 'uses', id],
    queryFn: async () => (await backend.rpc('field_uses', { field_id: id }).throwOnError()).data as number,
    enabled: isWanted,
    staleTime: 0,
  })
}

function useFieldChange<Input, Output>(change: (backend: Backend, input: Input) => Promise<Output>) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => change(backend, input),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

export type NewField = Pick<CustomFieldDef, 'entity' | 'label' | 'type'> &
  Partial<Pick<CustomFieldDef, 'options' | 'required' | 'position'>>

/** Answers the field with the key that the database has chosen for it. */
export async function addField(backend: Backend, field: NewField): Promise<CustomFieldDef> {
  const { data } = await backend
    .from('custom_field_defs')
    .insert(field)
    .select('*')
    .single<CustomFieldDef>()
    .throwOnError()
  return data
}

export const useAddField = () => useFieldChange(addField)

type FieldChange = Partial<Pick<CustomFieldDef, 'label' | 'options' | 'required' | 'deleted_at'>>

/** Saves over the version that was seen: whoever saved meanwhile is not overwritten. */
export const useChangeField = () =>
  useFieldChange(async (backend, { seen, change }: { seen: CustomFieldDef; change: FieldChange }) => {
    const { data } = await backend
      .from('custom_field_defs')
      .update(change)
      .eq('id', seen.id)
      .eq('version', seen.version)
      .select('id')
      .throwOnError()
    if (data.length === 0) throw Object.assign(new Error('field_changed'), { code: 'PT409', message: 'field_changed' })
  })

/** Takes a field away or brings it back, whatever was changed in it meanwhile. The values in the records stay. */
export const useKeepField = () =>
  useFieldChange(async (backend, { id, isKept }: { id: string; isKept: boolean }) => {
    const deleted_at = isKept ? null : new Date().toISOString()
    await backend.from('custom_field_defs').update({ deleted_at }).eq('id', id).select('id').single().throwOnError()
  })

export const useOrderFields = () =>
  useFieldChange(async (backend, ids: readonly string[]) => {
    await backend.rpc('order_fields', { ids: [...ids] }).throwOnError()
  })
