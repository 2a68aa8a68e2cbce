// Inserts opportunities for browser tests.
import type { Database } from '#client/database.types.ts'
import { addContact } from '../../../test/browser/add-contact.ts'
import { backendAs } from '../../../test/browser/render.tsx'
import { unique } from '../../../test/browser/unique.ts'

const backend = backendAs('owner')

/** The stages of the default pipeline, in order. */
export async function readStages() {
  const { data } = await backend
    .from('pipelines')
    .select('id, stages:pipeline_stages(id, name, kind, position)')
    .eq('is_default', true)
    .single()
    .throwOnError()
  const stages = data.stages.toSorted((a, b) => a.position - b.position)
  const of = (kind: string) => stages.filter((stage) => stage.kind === kind)
  return { pipelineId: data.id, open: of('open'), won: of('won')[0]!, lost: of('lost')[0]! }
}

type OpportunityArgs = Partial<Database['public']['Functions']['open_opportunity']['Args']>

/** Adds an open opportunity of a new contact, by default in the first stage. */
export async function addOpportunity(known: OpportunityArgs = {}) {
  const contact_id = known.contact_id ?? (await addContact()).id
  const stage_id = known.stage_id ?? (await readStages()).open[0]!.id
  const { data } = await backend
    .rpc('open_opportunity', { name: unique('הזדמנות'), ...known, contact_id, stage_id })
    .throwOnError()
  return data
}

/** Adds opportunities whose names share a unique word, so that a search for it lists exactly them. */
export async function addMarkedOpportunities(known: Record<string, OpportunityArgs>) {
  const mark = unique('מכר').replace(' ', '')
  const made: Record<string, Awaited<ReturnType<typeof addOpportunity>>> = {}
  for (const [name, more] of Object.entries(known))
    made[name] = await addOpportunity({ ...more, name: `${name} ${mark}` })
  return { mark, made }
}
