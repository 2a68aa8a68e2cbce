import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { checkClient } from './client-check.ts'

const user = 'd1b8a4f0-0000-4000-8000-000000000001'

/** A backend that answers each table with given rows and records the requests. */
function backendWith(rows: Record<string, object[]>) {
  const asked: [table: string, query: Record<string, string>][] = []
  const backend = createClient('http://backend.example', 'key', {
    auth: { persistSession: false },
    global: {
      fetch: async (address) => {
        const url = new URL(address instanceof Request ? address.url : address)
        const table = url.pathname.replace('/rest/v1/', '')
        asked.push([table, Object.fromEntries(url.searchParams)])
        return Response.json(rows[table] ?? [])
      },
    },
  })
  return { backend, asked }
}

const stage = (id: string, stage_order: number) => ({ id, name: id, stage_order, task_template: [] })
const everything = {
  user_roles: [{ user_id: user, role: 'client', is_active: true }],
  contacts: [{ id: 'c1', full_name: 'איתי לדוגמה', client_user_id: user }],
  client_processes: [
    { id: 'p2', contact_id: 'c1', process_template_id: 't1', status: 'active', started_on: '2026-10-01' },
    { id: 'p1', contact_id: 'c1', process_template_id: 't1', status: 'active', started_on: '2026-09-01' },
  ],
  process_templates: [{ id: 't1', name: 'ליווי', description: '' }],
  process_stage_instances: [
    { id: 'i1', client_process_id: 'p1', process_stage_id: 'second', status: 'locked' },
    { id: 'i2', client_process_id: 'p1', process_stage_id: 'first', status: 'active' },
    { id: 'i3', client_process_id: 'p2', process_stage_id: 'first', status: 'active' },
  ],
  process_stages: [stage('second', 2), stage('first', 1)],
}

// Spec §7, "Data": each request with its table and filters, and no other request.
test('the client check requests role, contact, processes, templates and stages, in this order', async () => {
  const { backend, asked } = backendWith(everything)
  const check = await checkClient(backend, user)
  const filters = asked.map(([table, { select: _columns, ...query }]) => [table, query])
  expect(filters).toEqual([
    ['user_roles', { user_id: `eq.${user}`, role: 'eq.client', is_active: 'eq.true' }],
    ['contacts', { client_user_id: `eq.${user}` }],
    ['client_processes', { contact_id: 'eq.c1', status: 'eq.active' }],
    ['process_templates', { id: 'in.(t1)' }],
    ['process_stage_instances', { client_process_id: 'in.(p2,p1)' }],
    ['process_stages', { id: 'in.(second,first)' }],
  ])
  expect(asked.find(([table]) => table === 'process_templates')![1]['select']).toBe('id,name,description')
  const processes = check.isClient ? check.processes : []
  expect(processes.map(({ id, template }) => [id, template?.name])).toEqual([
    ['p1', 'ליווי'],
    ['p2', 'ליווי'],
  ])
  expect(processes[0]!.stages.map((each) => each.stage.name)).toEqual(['first', 'second'])
})

test('a user without an active client role causes no further request', async () => {
  const { backend, asked } = backendWith({ ...everything, user_roles: [] })
  expect(await checkClient(backend, user)).toEqual({ isClient: false })
  expect(asked.map(([table]) => table)).toEqual(['user_roles'])
})

test('a client account without a contact has no processes and requests none', async () => {
  const { backend, asked } = backendWith({ ...everything, contacts: [] })
  expect(await checkClient(backend, user)).toEqual({ isClient: true, contact: null, processes: [] })
  expect(asked.map(([table]) => table)).toEqual(['user_roles', 'contacts'])
})

test('a contact without an active process requests no stages; a process without stages has none', async () => {
  const idle = backendWith({ ...everything, client_processes: [] })
  expect(await checkClient(idle.backend, user)).toMatchObject({ processes: [] })
  expect(idle.asked).toHaveLength(3)
  const bare = backendWith({ ...everything, process_stage_instances: [] })
  expect(await checkClient(bare.backend, user)).toMatchObject({ processes: [{ stages: [] }, { stages: [] }] })
  expect(bare.asked.map(([table]) => table)).not.toContain('process_stages')
})
