// Requests of the public launch pages. Sent as POST, so that no log contains a token.
import type { Backend } from '#client/backend.ts'
import type { LandingView, OpenedWatch } from './launch-view.ts'

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** Undefined for an unknown launch, and for a draft. */
export async function readLanding(backend: Backend, launch: string, cookie: string): Promise<LandingView | undefined> {
  if (!isId(launch)) return undefined
  return open<LandingView>(backend, 'open-launch', { launch, cookie })
}

type WatchQuery = {
  launch: string
  participant: string
  cookie: string
  content: string
  comments: { sort: string | undefined; page: string | undefined }
}

export async function readWatch(backend: Backend, query: WatchQuery): Promise<OpenedWatch | undefined> {
  if (!isId(query.launch)) return undefined
  // A malformed id is treated like an unknown participant.
  const participant = isId(query.participant) ? query.participant : '00000000-0000-4000-8000-000000000000'
  return open<OpenedWatch>(backend, 'open-launch-watch', { ...query, participant })
}

async function open<Answer>(backend: Backend, name: string, body: object): Promise<Answer | undefined> {
  const { data, error } = await backend.functions.invoke<Answer>(name, { body: body as Record<string, unknown> })
  if (!error) return data ?? undefined
  const { context } = error as { context?: unknown }
  if (context instanceof Response && context.status === 404) return undefined
  throw error
}
