// Submissions per second over HTTP, and the bare SQL of the same rows in one statement each, with as many connections.
import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { intakeDefinition } from '#features/forms/templates/intake.ts'
import { ownerOf } from '../crm/owner.ts'
import type { makeInstallation } from '../installation.ts'

type Installation = Awaited<ReturnType<typeof makeInstallation>>

const connections = 20
let people = 0
const person = () => {
  people += 1
  // Names must not contain digits.
  const name = String(people).replaceAll(/\d/g, (digit) => 'אבגדהוזחטי'.charAt(Number(digit)))
  return { email: `p${people}@example.com`, phone: `+97252${String(1_000_000 + people)}`, name: `נועה ${name}` }
}

/** Per round: submissions per second, and those of the bare SQL. */
export async function measureSubmits(
  installation: Installation,
  { rounds, submits }: { rounds: number; submits: number },
) {
  await ownerOf(installation)
  const pool = new pg.Pool({ ...installation.login('postgres'), max: connections })
  try {
    const { rows } = await pool.query<{ id: string }>(
      `with made as (insert into forms (public_id, title, status, current_version) values ('bench', 'bench', 'published', 1) returning id)
       insert into form_versions (form_id, number, definition) select id, 1, $1 from made returning form_id as id`,
      [JSON.stringify(intakeDefinition)],
    )
    const results = []
    for (let round = 0; round < rounds; round++)
      results.push({
        ours: await perSecond(submits, () => submit(installation)),
        bare: await perSecond(submits, () => insert(pool, rows[0]!.id)),
      })
    return results
  } finally {
    await pool.end()
  }
}

async function perSecond(calls: number, call: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  let remaining = calls
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (remaining-- > 0) await call()
    }),
  )
  return (1000 * calls) / (performance.now() - began)
}

async function submit({ url, serviceKey }: Installation) {
  const { name, phone, email } = person()
  const entries = { full_name: name, phone, email, couple: 'no', income: '9000', spending: '8000', wish: 'שקט' }
  const response = await fetch(`${url}/functions/v1/submit-form`, {
    method: 'POST',
    headers: { apikey: serviceKey(), 'content-type': 'application/json' },
    body: JSON.stringify({ formId: 'bench', version: 1, key: randomBytes(24).toString('base64url'), entries }),
  })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return response.json()
}

const insert = (pool: pg.Pool, formId: string) => {
  const { name, phone, email } = person()
  const hash = createHash('sha256').update(randomBytes(24)).digest('hex')
  const answers = { full_name: name, phone, email, couple: false, wish: 'שקט' }
  return pool.query({
    name: 'bench',
    text: `with person as (insert into contacts (first_name, source) values ($1, 'אתר') returning id),
       points as (insert into contact_points (contact_id, kind, value_raw, value_norm, is_primary)
         select id, kind, value, value, true from person, (values ('phone', $2::text), ('email', $3)) p (kind, value)),
       filled as (insert into form_submissions (form_id, form_version, key_hash, status, contact_id, answers, ending_key, completed_at)
         select $4, 1, $5, 'complete', id, $6, 'thanks', now() from person returning id, contact_id),
       secret as (insert into form_sealed_answers (submission_id, sealed) select id, $7 from filled),
       line as (insert into activities (type, actor_kind, actor_id, contact_id, related_type, related_id, title_cache)
         select 'form.submitted', 'contact', contact_id, contact_id, 'form_submission', id, 'bench' from filled)
     insert into notifications (user_id, type, title, message, related_entity_type, related_entity_id)
     select user_id, 'form.submitted', 'טופס שמולא', $1, 'contact', contact_id from filled, user_roles where is_active`,
    values: [name, phone, email, formId, hash, answers, randomBytes(80)],
  })
}
