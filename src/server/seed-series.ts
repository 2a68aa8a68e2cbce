// Seeds the series of the landing pages once: message templates and a sequence each. Afterwards the owner edits them.
import { triggerTypes } from '#features/automations/engine/admission.ts'
import { allExits, type Definition } from '#features/automations/engine/definition.ts'
import { listenedEvents } from '#features/automations/engine/listened-events.ts'
import { touchedEntities } from '#features/automations/engine/touched-entities.ts'
import { stepsOf } from '#features/automations/sequence-rows.ts'
import { fitnessSeries } from '#features/lead-magnets/series/fitness-mails.ts'
import { ninjaSeries } from '#features/lead-magnets/series/ninja-mails.ts'
import { contentOf, sendingHour, type Series, templateKey, templateName } from '#features/lead-magnets/series/series.ts'
import type { Db } from '#kernel/postgres/transaction.ts'

export async function seedSeries(db: Db) {
  // oxlint-disable-next-line no-await-in-loop -- one connection
  for (const series of [ninjaSeries, fitnessSeries]) await seedOne(db, series)
}

/** Does nothing if the owner has templates with these names: a start must not fail on them. */
async function seedOne(db: Db, series: Series) {
  const names = series.mails.map((_, at) => templateName(series, at).toLowerCase())
  const existing = await db.query(
    'select from message_templates where key = $1 or (archived_at is null and lower(btrim(name)) = any ($2))',
    [templateKey(series, 0), names],
  )
  if (existing.length > 0) return
  const rows = []
  for (const [at, { day }] of series.mails.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- one connection
    const templateId = await seedTemplate(db, series, at)
    rows.push({ id: `mail${at + 1}`, day, at: day === 0 ? undefined : sendingHour, templateId, only: [] })
  }
  const definition: Definition = {
    format: 1,
    trigger: { type: 'manual' },
    filters: [],
    steps: stepsOf(rows),
    reentry: 'after_exit',
    // The visitor requested the series, so a purchase or a reply does not exit the run.
    exits: { ...allExits, bought: false, booked: false, replied: false },
  }
  const { id } = await db.one<{ id: string }>(
    `insert into automations (name, kind, definition) values ($1, 'sequence', $2) returning id`,
    [series.name, JSON.stringify(definition)],
  )
  await db.query(
    `insert into automation_versions (automation_id, version, definition, trigger_types, listens, touches) values ($1, 1, $2, $3, $4, $5)`,
    [id, JSON.stringify(definition), triggerTypes(definition), listenedEvents(definition), touchedEntities(definition)],
  )
  await db.query(`update automations set current_version = 1, status = 'enabled' where id = $1`, [id])
  await db.query(
    'update lead_magnets set automation_id = $2, is_active = true where landing_path = $1 and automation_id is null',
    [series.landingPath, id],
  )
}

async function seedTemplate(db: Db, series: Series, at: number): Promise<string> {
  const content = JSON.stringify(contentOf(series, at))
  const { id } = await db.one<{ id: string }>(
    `insert into message_templates (key, name, channel, purpose, draft) values ($1, $2, 'email', 'service', $3) returning id`,
    [templateKey(series, at), templateName(series, at), content],
  )
  await db.query('insert into message_template_versions (template_id, number, content) values ($1, 1, $2)', [
    id,
    content,
  ])
  await db.query('update message_templates set published_number = 1 where id = $1', [id])
  return id
}
