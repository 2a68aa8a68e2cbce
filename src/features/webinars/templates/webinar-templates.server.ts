// save-webinar-template and share-webinar-template. The definition is validated here, because a constraint cannot.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { pictureIdsIn } from '#platform/pages/pictures-in.ts'
import { newToken } from '../tokens.server.ts'
import {
  SavedTemplate,
  SaveWebinarTemplate,
  ShareWebinarTemplate,
  type TemplateDefinition,
  templateRefusals,
} from './webinar-template.ts'

const editsWebinars = async (db: Db) =>
  (await db.one<{ may: boolean }>(`select public.has_role('owner', 'admin', 'content') as may`)).may

const editorOptions = { caller: editsWebinars, as: 'service', refusals: templateRefusals } as const
const refusal = (code: keyof typeof templateRefusals, status: number) =>
  new Refusal(code, status, templateRefusals[code])

/** Saves a new template (import or copy), or the next version of one. */
export const saveWebinarTemplate = defineFunction({
  ...editorOptions,
  name: 'save-webinar-template',
  input: SaveWebinarTemplate,
  output: SavedTemplate,
  async run({ input: { id, seenNumber, name, about, definition }, db }) {
    const stored = await withKnownPictures(db, definition)
    if (!id)
      return db.one<SavedTemplate>(
        'insert into webinar_templates (name, about, definition) values ($1, $2, $3) returning id, number',
        [name, about, stored],
      )
    const [known] = await db.query<{ number: number; is_system: boolean }>(
      'select number, is_system from webinar_templates where id = $1 for update',
      [id],
    )
    if (!known) throw refusal('webinar_template_not_found', 404)
    if (known.is_system) throw refusal('webinar_template_is_system', 409)
    if (known.number !== seenNumber) throw refusal('stale_version', 409)
    return db.one<SavedTemplate>(
      'update webinar_templates set name = $2, about = $3, definition = $4 where id = $1 returning id, number',
      [id, name, about, stored],
    )
  },
})

/** The definition as JSON, without images that this installation does not have: it may come from a file of another one. */
async function withKnownPictures(db: Db, definition: TemplateDefinition): Promise<string> {
  const written = JSON.stringify(definition)
  const ids = pictureIdsIn(definition.page)
  if (ids.length === 0) return written
  const found = await db.query<{ id: string }>('select id from pictures where id = any ($1)', [ids])
  const known = new Set(found.map(({ id }) => id))
  return ids.filter((id) => !known.has(id)).reduce((text, id) => text.replaceAll(`"id":"${id}"`, '"id":""'), written)
}

/** An expiring token for /template-preview. Only its hash is stored. */
export const shareWebinarTemplate = defineFunction({
  ...editorOptions,
  name: 'share-webinar-template',
  input: ShareWebinarTemplate,
  output: z.object({ token: z.string() }),
  async run({ input: { id, hours }, db, caller }) {
    const token = newToken()
    const shared = await db.query(
      `insert into webinar_template_shares (token_hash, template_id, expires_at, created_by)
       select link_hash($1), t.id, now() + make_interval(hours => $3), $4 from webinar_templates t where t.id = $2
       returning template_id`,
      [token, id, hours, caller.userId],
    )
    if (shared.length === 0) throw refusal('webinar_template_not_found', 404)
    return { token }
  },
})
