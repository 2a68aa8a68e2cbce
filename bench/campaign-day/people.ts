// Simulated visitors, who read pages and submit a form, and staff, who open lists, create tasks and upload files.
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { intakeDefinition } from '#features/forms/templates/intake.ts'
import type { Request } from '../load/requests.ts'
import { staffWork } from '../load/staff-work.ts'
import { claimsOf } from '../rest/questions.ts'
import { addressHeader, type Cluster } from './cluster.ts'

export type Ask = (kind: string, request: Request, isDone?: (status: number) => boolean) => Promise<void>

const tokenSeconds = 4 * 60 * 60

/** Access tokens of an owner and of other members of the team. */
export async function addStaff({ sql, sign }: Cluster, many: number): Promise<string[]> {
  const rows = await sql<{ id: string }>(
    `with users as (
       insert into auth.users (id, aud, role, email)
       select gen_random_uuid(), 'authenticated', 'authenticated', 'staff' || n || '@example.com' from generate_series(1, $1::int) n
       returning id, email)
     insert into user_roles (user_id, role)
     select id, case when email = 'staff1@example.com' then 'owner' else 'sales' end from users order by email = 'staff1@example.com' desc
     returning user_id as id`,
    [many],
  )
  return Promise.all(rows.map(({ id }) => sign(claimsOf(id), tokenSeconds)))
}

export const openForm = ({ sql }: Cluster) =>
  sql(
    `with made as (insert into forms (public_id, title, status, current_version) values ('bench', 'bench', 'published', 1) returning id)
     insert into form_versions (form_id, number, definition) select id, 1, $1 from made`,
    [JSON.stringify(intakeDefinition)],
  )

const pages = ['/', '/contact', '/blog']
/** One in this many visitors submits the form. */
const visitorsPerForm = 5

export function openVisitors({ anonKey }: Cluster, ask: Ask) {
  const submitted: string[] = []
  return {
    /** E-mail addresses of the visitors who submitted. */
    submitted,
    async visit(n: number) {
      const headers = { [addressHeader]: `198.51.${randomInt(256)}.${randomInt(256)}` }
      for (const path of pages) await ask('page', { method: 'GET', path, headers: { ...headers, accept: 'text/html' } })
      if (n % visitorsPerForm > 0) return
      // Names must not contain digits.
      const name = `נועה ${String(n).replaceAll(/\d/g, (digit) => 'אבגדהוזחטי'.charAt(Number(digit)))}`
      const email = `visitor${n}@example.com`
      const answers = { couple: 'no', income: '9000', spending: '8000', wish: 'שקט' }
      const entries = { full_name: name, phone: `+97252${1_000_000 + n}`, email, ...answers }
      // The idempotency key makes a retry harmless.
      const body = { formId: 'bench', version: 1, key: randomBytes(24).toString('base64url'), entries }
      submitted.push(email)
      const path = '/functions/v1/submit-form'
      await ask('form', { method: 'POST', path, headers: { ...headers, apikey: anonKey }, body })
    },
  }
}

const pauseMs = 5000
/** A file is uploaded once in this many rounds. */
const turnsPerFile = 4

export function openStaff({ anonKey, serviceRoleKey }: Cluster, tokens: readonly string[], ask: Ask) {
  const tasks: string[] = []
  const files: string[] = []
  const asService = { apikey: serviceRoleKey, authorization: `Bearer ${serviceRoleKey}` }

  async function one(token: string, n: number, isOver: () => boolean) {
    const work = staffWork({ token, key: anonKey, more: { [addressHeader]: `203.0.113.${n % 256}` } })
    for (let turn = 0; !isOver(); turn++) {
      await ask('list', work.list())
      await ask('today', work.today())
      const task = randomUUID()
      tasks.push(task)
      await ask('task', work.addTask(task), (status) => status === 409)
      if (turn % turnsPerFile === 0) {
        const file = randomUUID()
        files.push(file)
        const headers = { ...asService, 'content-type': 'text/plain', 'x-upsert': 'true' }
        await ask('file', {
          method: 'POST',
          path: `/storage/v1/object/bench/${file}.txt`,
          headers,
          body: contentOf(file),
        })
      }
      for (const until = Date.now() + Math.random() * 2 * pauseMs; Date.now() < until && !isOver();) await sleep(100)
    }
  }

  return {
    tasks,
    files,
    asService,
    async work(isOver: () => boolean) {
      const bucket = { id: 'bench', name: 'bench' }
      await ask('file', { method: 'POST', path: '/storage/v1/bucket', headers: asService, body: bucket })
      await Promise.all(tokens.map((token, n) => one(token, n, isOver)))
    },
  }
}

export const contentOf = (file: string) => `${file}\n`.repeat(500)
