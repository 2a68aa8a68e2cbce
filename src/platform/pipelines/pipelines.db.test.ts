import { expect, test } from 'vitest'
import { makeActors, whoMay } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import type { PipelineStage } from './pipelines.ts'

const db = await testDatabase()
const { as } = await makeActors(db)
const one = async <T>(text: string, values?: unknown[]) => (await db.sql<{ it: T }>(text, values))[0]!.it
const pipeline = await one<string>('select id as it from pipelines where is_default')
const stage = (slug: string, of = pipeline) =>
  one<PipelineStage>('select to_jsonb(s) as it from pipeline_stages s where slug = $1 and pipeline_id = $2', [slug, of])
const contact = await one<string>(`insert into contacts (first_name) values ('נועה') returning id as it`)
const addOpportunity = (name: string, at: string) =>
  one<{ id: string; version: number }>(
    'insert into opportunities as o (name, contact_id, stage) values ($1, $2, $3) returning to_jsonb(o) as it',
    [name, contact, at],
  )
const namesIn = async (id: string) =>
  (await db.sql<{ name: string }>('select name from opportunities where stage_id = $1 order by rank', [id])).map(
    ({ name }) => name,
  )
const remove = ({ id, version }: PipelineStage, to: string | null, actor: keyof typeof as = 'owner') =>
  db.as<{ it: number }>(as[actor], 'select delete_stage($1, $2, $3) as it', [id, to, version])

test('deleting a stage moves its opportunities in order, including those in the bin', async () => {
  await addOpportunity('ג', 'call_done')
  const binned = await addOpportunity('ב', 'call_done')
  await addOpportunity('א', 'call_done')
  await addOpportunity('כבר שם', 'proposal')
  await db.sql('update opportunities set deleted_at = now() where id = $1', [binned.id])
  const to = await stage('proposal')
  expect(await remove(await stage('call_done'), to.id)).toEqual([{ it: 3 }])
  expect(await namesIn(to.id)).toEqual(['א', 'ב', 'ג', 'כבר שם'])
})

test('a move into a stage that is being deleted is refused', async () => {
  const moving = await addOpportunity('בדרך', 'new')
  const removedStage = await stage('contacted')
  const to = await stage('followup')
  await addOpportunity('שם', 'contacted')
  // The deletion holds the row lock; the move waits for it, then finds the stage deleted.
  const deleting = db.owner.connect()
  const client = await deleting
  await client.query('begin')
  await client.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(as.owner)])
  await client.query('select delete_stage($1, $2, $3)', [removedStage.id, to.id, removedStage.version])
  const move = db.as(as.sales, 'select move_opportunity($1, $2, $3)', [moving.id, removedStage.id, moving.version])
  const refused = expect(move).rejects.toMatchObject({ code: 'PT422', message: 'unknown_stage' })
  await client.query('commit')
  client.release()
  await refused
  expect(await one('select stage as it from opportunities where id = $1', [moving.id])).toBe('new')
})

test('the destination stage must be of the same kind', async () => {
  const from = await stage('followup')
  await expect(remove(from, null)).rejects.toMatchObject({ message: 'stage_destination_missing' })
  await expect(remove(from, from.id)).rejects.toMatchObject({ message: 'stage_destination_missing' })
  await expect(remove(from, (await stage('won')).id)).rejects.toMatchObject({ message: 'stage_destination_missing' })
})

test.each(['won', 'lost'])('the last %s stage cannot be deleted', async (slug) => {
  await expect(remove(await stage(slug), null)).rejects.toMatchObject({ message: 'last_stage_of_its_kind' })
  await expect(
    db.as(as.owner, `update pipeline_stages set kind = 'open' where slug = $1`, [slug]),
  ).rejects.toMatchObject({ message: 'last_stage_of_its_kind' })
})

test('deletion of an outdated version is refused, and the kind of a stage with opportunities is immutable', async () => {
  const seen = await stage('nurture')
  await db.as(as.admin, `update pipeline_stages set name = 'לטפח' where id = $1`, [seen.id])
  await expect(remove(seen, null)).rejects.toMatchObject({ code: 'PT409', message: 'stale_version' })
  await addOpportunity('לטיפוח', 'nurture')
  await expect(
    db.as(as.owner, `update pipeline_stages set kind = 'won' where id = $1`, [seen.id]),
  ).rejects.toMatchObject({ message: 'stage_holds_deals' })
})

test('a new pipeline copies the default’s stages and can become the default', async () => {
  const pipelineId = (await db.as<{ it: string }>(as.owner, `select add_pipeline('סדנאות') as it`))[0]!.it
  expect(await stage('won', pipelineId)).toMatchObject({ kind: 'won', probability: 100 })
  await db.as(as.owner, 'select set_default_pipeline($1)', [pipelineId])
  expect(await one('select id as it from pipelines where is_default')).toBe(pipelineId)
  await expect(db.as(as.owner, 'delete from pipelines where id = $1', [pipelineId])).rejects.toMatchObject({
    message: 'default_pipeline',
  })
  await expect(db.as(as.owner, 'delete from pipelines where id = $1', [pipeline])).rejects.toMatchObject({
    constraint: 'pipeline_in_use',
  })
  await db.as(as.owner, 'select set_default_pipeline($1)', [pipeline])
  await db.as(as.owner, 'delete from pipelines where id = $1', [pipelineId])
  expect(await db.sql('select from pipeline_stages where pipeline_id = $1', [pipelineId])).toEqual([])
})

test('stages can be reordered', async () => {
  const [a, b] = [await stage('proposal'), await stage('followup')]
  await db.as(as.admin, 'select order_stages($1, $2)', [pipeline, [b.id, a.id]])
  expect((await stage('followup')).position).toBe(1)
  expect((await stage('proposal')).position).toBe(2)
})

test('only owners and admins can change a pipeline', async () => {
  const { id, version } = await stage('new')
  expect(await whoMay(db, as, `select add_pipeline('עוד')`)).toBe('owner admin')
  await expect(remove({ id, version } as PipelineStage, null, 'coach')).rejects.toMatchObject({
    message: 'stage_not_found',
  })
  await expect(db.as(as.sales, 'select set_default_pipeline($1)', [pipeline])).rejects.toMatchObject({
    message: 'pipeline_not_found',
  })
})
