// Rows that a test creates. Names are random, so that tests on one database do not find each other's rows.
import type { Role } from '#platform/accounts/roles.ts'
import { accountOf, backendAs } from './render.tsx'

const letters = 'דהזחטכלמנספצקרשת'

/** A unique family name. */
export const uniqueName = () =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => letters.charAt(byte % letters.length)).join('')

/** A unique mobile number, in stored format. */
export const uniquePhone = () =>
  `+97250${String(crypto.getRandomValues(new Uint32Array(1))[0]! % 10_000_000).padStart(7, '0')}`

export const userIdOf = (role: Role) => accountOf(role).session.user.id

type NewContact = { first_name?: string; last_name?: string; phone?: string; email?: string; source?: string }

export async function addContact(contact: NewContact = {}, as: Role = 'owner') {
  const { data } = await backendAs(as)
    .rpc('add_contact', { first_name: 'נועה', last_name: uniqueName(), ...contact })
    .throwOnError()
  return data
}

type NewOpportunity = { contact_id: string; name?: string; amount_agorot?: number; owner_id?: string }

/** Creates an opportunity in a stage of the default pipeline, named by its slug. The owner defaults to its creator. */
export async function addOpportunity(opportunity: NewOpportunity, stage = 'new', as: Role = 'owner') {
  const { data } = await backendAs(as)
    .rpc('open_opportunity', { owner_id: userIdOf(as), ...opportunity, stage_id: await stageIdOf(stage) })
    .throwOnError()
  return data
}

export async function stageIdOf(slug: string): Promise<string> {
  const { data } = await backendAs('owner')
    .from('pipeline_stages')
    .select('id, pipelines!inner(is_default)')
    .eq('slug', slug)
    .eq('pipelines.is_default', true)
    .single()
    .throwOnError()
  return data.id
}

/** The columns of an opportunity that a move to another stage changes. */
export async function movedTo(id: string) {
  const { data } = await backendAs('owner')
    .from('opportunities')
    .select('stage, status, lost_note, reopened_because, version')
    .eq('id', id)
    .single()
    .throwOnError()
  return data
}

type NewTask = {
  name: string
  contact_id?: string
  opportunity_id?: string
  due_date?: string
  due_at?: string
  priority?: 'low' | 'medium' | 'high'
  type?: 'todo' | 'call' | 'email' | 'whatsapp' | 'meeting'
  rrule?: string
  user_id?: string
}

/** Creates a task; the assignee defaults to its creator. */
export async function addTask(task: NewTask, as: Role = 'owner') {
  const { data } = await backendAs(as)
    .from('tasks')
    .insert({ user_id: userIdOf(as), ...task })
    .select('id, version')
    .single()
    .throwOnError()
  return data
}

export async function readTask(id: string) {
  const { data } = await backendAs('owner').from('tasks').select().eq('id', id).single().throwOnError()
  return data
}
