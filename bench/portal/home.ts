// The reads of the portal's home, through the server and by SQL.
import pg from 'pg'
import { call, type Home, type Installation, thisMonth } from './households.ts'

/** The contact, the process with its stages, and the year of months: with as many sequential round trips as in the browser. */
export async function openHome(installation: Installation, home: Home) {
  await Promise.all([
    call(installation, home, 'read-budget', { month: thisMonth }),
    (async () => {
      const processes = await rest<{ id: string }>(
        installation,
        home,
        `client_processes?select=id,contact_id,process_template_id,status,started_on&contact_id=eq.${home.contactId}&status=eq.active`,
      )
      const ids = processes.map(({ id }) => id).join()
      const instances = await rest<{ process_stage_id: string }>(
        installation,
        home,
        `process_stage_instances?select=id,process_stage_id,status,opened_at,due_on,done_at,note,goal_target,goal_reached,goal_unit&client_process_id=in.(${ids})`,
      )
      const stages = instances.map((one) => one.process_stage_id).join()
      await rest(
        installation,
        home,
        `process_stages?select=id,name,stage_order,description,goal,task_template&id=in.(${stages})`,
      )
    })(),
  ])
}

async function rest<Row>({ url }: Installation, { headers }: Home, path: string) {
  const response = await fetch(`${url}/rest/v1/${path}`, { headers })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as Row[]
}

/** Milliseconds for the same rows on one connection, without decrypting sealed values. */
export async function bareHome(installation: Installation, { contactId }: Home, rounds: number): Promise<number[]> {
  const client = new pg.Client(installation.login('postgres'))
  await client.connect()
  const samples: number[] = []
  try {
    for (let i = -10; i < rounds; i++) {
      const began = performance.now()
      await client.query(
        `select i.id, i.kind, i.month, i.private_to, i.sealed_for, i.sealed, i.version, i.created_by from budget_items i
         where i.household_id = (select c.household_id from contacts c where c.id = $1) and i.kind <> 'rule'
           and (i.month is null or i.month > $2::date - interval '12 months')`,
        [contactId, `${thisMonth}-01`],
      )
      await client.query(
        `select p.*, i.*, s.* from client_processes p join process_stage_instances i on i.client_process_id = p.id
         join process_stages s on s.id = i.process_stage_id where p.contact_id = $1 and p.status = 'active'`,
        [contactId],
      )
      if (i >= 0) samples.push(performance.now() - began)
    }
  } finally {
    await client.end()
  }
  return samples
}
