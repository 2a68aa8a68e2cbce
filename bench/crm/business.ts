// A business of a given size on its own server, with a signed-in owner and a direct connection to the database.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { makeInstallation, stop } from '../installation.ts'
import { ownerOf } from './owner.ts'
import { addDeals, addPeople, peopleValues } from './people.ts'
import { type Question, questionsOf } from './questions.ts'

export type Business = {
  people: number
  backend: SupabaseClient
  bare: pg.Client
  questions: Question[]
  close: () => Promise<void>
}

/** `turns`: how many cards the last query moves; as many are prepared. */
export async function makeBusiness(people: number, deals: number, turns: number): Promise<Business> {
  const installation = await makeInstallation({ DEMO: '0' }, 'src/server/main.ts')
  const { child } = await installation.start()
  const bare = new pg.Client(installation.login('postgres'))
  const close = async () => {
    await bare.end().catch(() => {})
    await stop(child)
    installation.remove()
  }
  try {
    await bare.connect()
    const { token, key } = await ownerOf(installation)
    await bare.query(addPeople, peopleValues(people))
    await bare.query(addDeals, [deals])
    await bare.query('vacuum analyze')
    const backend = createClient(installation.url, key, { accessToken: async () => token })
    return { people, backend, bare, questions: questionsOf(await sampleOf(bare, 2 * turns)), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function sampleOf(bare: pg.Client, cards: number) {
  const { rows: stages } = await bare.query<{ id: string; pipeline_id: string }>(
    `select id, pipeline_id from pipeline_stages where kind = 'open' order by position`,
  )
  const { rows: phones } = await bare.query<{ value_norm: string }>(
    `select value_norm from contact_points where kind = 'phone' order by id limit 500`,
  )
  const { rows: moved } = await bare.query<{ id: string; version: number }>(
    `select id, version from opportunities where status = 'open' order by id limit $1`,
    [cards],
  )
  return {
    pipelineId: stages[0]!.pipeline_id,
    stages: stages.map(({ id }) => id),
    phones: phones.map(({ value_norm }) => value_norm),
    cards: moved,
  }
}
