// Lookup tables shared by all cells.
import { useMemo } from 'react'
import { useNow } from '#client/now.ts'
import { type Colleague, useStaff } from '#platform/accounts/staff.data.ts'
import type { CustomFieldDef } from '#platform/fields/fields.ts'
import { useFields } from '#platform/fields/fields.data.ts'
import { usePipelines } from '#platform/pipelines/pipelines.data.ts'
import { type ShownTag, useTags } from '#platform/tags/tags.data.ts'

type ShownStage = { id: string; name: string; color: string }
export type CellLookups = {
  now: Date
  staff: readonly Colleague[]
  tags: ReadonlyMap<string, ShownTag>
  stages: ReadonlyMap<string, ShownStage>
  fields: ReadonlyMap<string, CustomFieldDef>
}

export function useCellLookups(): CellLookups {
  const now = useNow()
  const { data: staff } = useStaff()
  const { data: tags } = useTags()
  const { data: pipelines } = usePipelines()
  const { data: fields } = useFields('contact')
  return useMemo(
    () => ({
      now,
      staff: staff ?? [],
      tags: new Map(tags?.map((tag) => [tag.id, tag])),
      stages: new Map(pipelines?.flatMap(({ stages }) => stages).map((stage) => [stage.id, stage])),
      fields: new Map(fields?.map((field) => [`custom.${field.key}`, field])),
    }),
    [now, staff, tags, pipelines, fields],
  )
}
