// A published form, and visitors who submit it, for the database tests of forms.
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { createFunctionList } from '#server/handlers.ts'
import { sealedAnswers } from '#features/forms/submission-store.server.ts'
import { sampleForm } from '#features/forms/sample-form.fixture.ts'
import { Refusal } from '#kernel/errors.ts'
import { createFunctions } from '#kernel/functions/dispatch.ts'
import { createSealing, makeSealingKey } from '#platform/sealing/sealing.server.ts'
import { makeActors } from './actors.ts'
import type { testDatabase } from './database.ts'
import { testDependencies } from './dependencies.ts'

type Answer = { status: number; body: Record<string, unknown> }

export const newKey = () => randomBytes(24).toString('base64url')

export async function makeForm(db: Awaited<ReturnType<typeof testDatabase>>) {
  await db.sql(
    `insert into custom_field_defs (entity, key, label, type)
     values ('contact', 'income', 'הכנסה', 'money'), ('opportunity', 'goal', 'מטרה', 'text')`,
  )
  const { as, ids } = await makeActors(db)
  const stored = new Map<string, Buffer>()
  const sealingKey = makeSealingKey()
  const sealFor = createSealing([sealingKey])
  const put = async ({ key }: { key: string }, bytes: Buffer) => void stored.set(key, bytes)
  const { files } = testDependencies()
  const functions = createFunctionList(testDependencies(undefined, { sealFor, files: { ...files, put } }))
  const { invoke } = createFunctions({ pool: db.authenticator, functions, log: pino({ level: 'silent' }) })
  let callers = 0
  async function callAs(claims: (typeof as)['visitor'], name: string, input: object): Promise<Answer> {
    callers += 1
    // Each visitor has a separate IP: the rate limits per client are not under test.
    const request = { caller: { claims }, ip: `203.0.${callers >> 8}.${callers & 255}`, userAgent: 'test' }
    const output = await invoke(name, input, request).catch((error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    })
    if (!(output instanceof Refusal)) return { status: 200, body: output as Answer['body'] }
    const { code, message, fields } = output
    return { status: output.status, body: { code, message, fields } }
  }
  const call = (name: string, input: object) => callAs(as.visitor, name, input)

  async function publish(next: object, publicId = 'bdika') {
    const [form] = await db.sql<{ id: string; version: number }>(
      `insert into forms (public_id, title, draft) values ($1, 'טופס בדיקה', $2)
       on conflict (public_id) do update set draft = excluded.draft returning id, version`,
      [publicId, JSON.stringify(next)],
    )
    return callAs(as.owner, 'publish-form', { id: form!.id, expectedVersion: form!.version })
  }
  const change = (set: string) => db.sql(`update forms set ${set} where public_id = 'bdika'`)
  const filling = (entries: object, more: object = {}) => ({
    formId: 'bdika',
    version: 1,
    key: newKey(),
    entries,
    ...more,
  })
  let people = 0
  /** A new person for each call. */
  const person = (more: object = {}) => {
    people += 1
    const n = String(people).padStart(2, '0')
    return { name: 'נועה לדוגמה', phone: `050-00010${n}`, email: `noa${people}@example.com`, ...more }
  }
  const submissionsOf = (email: string) =>
    db.sql<Record<string, unknown>>(
      `select s.* from form_submissions s join contact_points p on p.contact_id = s.contact_id and p.value_norm = $1`,
      [email],
    )
  const contactOf = async (email: string) => {
    const found = await db.sql<{ id: string; household_id: string | null; income: string | null; version: number }>(
      `select c.id, c.household_id, c.version, d.custom ->> 'income' as income
       from contacts c join contact_points p on p.contact_id = c.id
       join contact_staff_details d on d.contact_id = c.id where p.value_norm = $1`,
      [email],
    )
    return found[0]
  }
  const [text] = await db.sql<{ id: string }>(`select id from current_consent_texts where kind = 'marketing'`)
  const published = await publish(sampleForm)
  return {
    as,
    ids,
    call,
    callAs,
    publish,
    published,
    change,
    filling,
    stored,
    person,
    submissionsOf,
    contactOf,
    marketingId: text!.id,
    sealingKey,
    seal: sealFor(sealedAnswers.purpose),
  }
}
