// Saves templates. Their content is validated here against the schema of its kind, which no constraint could do.
import { Block } from '#platform/pages/pages.ts'
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { isTemplateKind, refusals, TemplateSave, TemplateSaved } from './component-templates.ts'

const runsBusiness = async (db: Db) =>
  (await db.one<{ may: boolean }>(`select public.has_role('owner', 'admin') as may`)).may

/** Returns the valid content of a block, or throws a Refusal that names the fields: `content.title`. */
function checkContent(kind: string, content: Record<string, unknown>) {
  const { data, error } = Block.safeParse({ id: 'template', kind, content })
  if (data && isTemplateKind(data.kind)) return data.content
  const fields: Record<string, string> = Object.create(null)
  for (const { path, message } of error?.issues ?? []) fields[path.join('.')] ??= message
  throw new Refusal('invalid_input', 422, refusals.invalid_input, fields)
}

export const saveTemplate = defineFunction({
  name: 'save-template',
  caller: runsBusiness,
  as: 'service',
  refusals,
  input: TemplateSave,
  output: TemplateSaved,
  async run({ input: { id, name, kind, content, seenVersion }, db, caller }) {
    const written = JSON.stringify(checkContent(kind, content))
    await refuseTakenName(db, name, id)
    if (!id)
      return db.one<TemplateSaved>(
        `insert into component_templates (name, kind, content, created_by) values ($1, $2, $3, $4) returning id, version`,
        [name, kind, written, caller.userId],
      )
    const [known] = await db.query<{ version: number; is_same: boolean }>(
      `select version, (name, content) = ($2, $3::jsonb) as is_same from component_templates
       where id = $1 and deleted_at is null for update`,
      [id, name, written],
    )
    if (!known) throw refusal('template_not_found', 404)
    if (known.version !== seenVersion) throw refusal('stale_version', 409)
    if (known.is_same) return { id, version: known.version }
    return db.one<TemplateSaved>(
      `update component_templates set name = $2, kind = $3, content = $4 where id = $1 returning id, version`,
      [id, name, kind, written],
    )
  },
})

/** Checked beforehand, because a violated constraint would abort the transaction. */
async function refuseTakenName(db: Db, name: string, id: string | null) {
  const { is_taken } = await db.one<{ is_taken: boolean }>(
    `select exists (
       select from component_templates
       where deleted_at is null and lower(btrim(name)) = lower($1) and id is distinct from $2) as is_taken`,
    [name, id],
  )
  if (is_taken) throw refusal('template_name_taken', 409)
}

const refusal = (code: keyof typeof refusals, status: number) => new Refusal(code, status, refusals[code])
