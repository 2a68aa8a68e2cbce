// publish-form: validates the draft of a form and publishes it as the next version.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import type { FieldType } from '#platform/fields/fields.ts'
import { readDefinition } from '#platform/forms/definition/read-definition.ts'
import { refusals } from './form-texts.ts'
import { FormPublished, PublishForm } from './forms.ts'
import { checkSaving } from './saving-targets.ts'

export const publishForm = defineFunction({
  name: 'publish-form',
  caller: async (db: Db) => (await db.one<{ may: boolean }>(`select has_role('owner', 'admin') as may`)).may,
  as: 'service', // only validated definitions may become versions
  refusals,
  input: PublishForm,
  output: FormPublished,
  async run({ input: { id, expectedVersion }, db }) {
    const [form] = await db.query<{ draft: unknown }>('select draft from forms where id = $1 and deleted_at is null', [
      id,
    ])
    if (!form) throw new Refusal('form_not_found', 404, refusals.form_not_found)
    const read = readDefinition(form.draft)
    const custom = await db.query<{ to: string; type: FieldType }>(
      `select entity || '.custom.' || key as to, type from custom_field_defs where deleted_at is null`,
    )
    const problems =
      'problems' in read
        ? read.problems
        : checkSaving(read.definition, new Map(custom.map(({ to, type }) => [to, type])))
    if ('problems' in read || problems.length > 0)
      // Problem texts, keyed by code and location.
      throw new Refusal(
        'form_invalid',
        422,
        problems[0]?.message ?? refusals.form_invalid,
        Object.fromEntries(problems.map(({ code, key, message }) => [key ? `${code}.${key}` : code, message])),
      )
    const { version } = await db.one<{ version: number }>('select publish_form($1, $2, $3) as version', [
      id,
      JSON.stringify(read.definition),
      expectedVersion,
    ])
    return { version }
  },
})
